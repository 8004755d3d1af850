import { readPackageJson, type PackageJson } from '../package-json.ts';
import { simpleCommand } from './shell.ts';

/** How a package says that it is tested. */
export interface TestScript {
  readonly manifest: PackageJson;
  /** As it stands in the manifest. */
  readonly script: string;
  /** The words of the script, where it is one simple command. */
  readonly words: readonly string[] | undefined;
  /** Runs it. */
  readonly line: string;
  /** Runs it with what follows as further words. */
  readonly lineForWords: string;
}

/** Undefined: there is no script, or only the one that `npm init` writes. */
export function testScript(folder: string): TestScript | undefined {
  const manifest = readPackageJson(folder);
  const script = manifest?.scripts['test']?.trim();
  if (manifest === undefined || script === undefined || script === '' || isPlaceholder(script)) return undefined;
  // npm keeps what is after `--` for the script; the others keep everything after its name.
  const lines = {
    npm: { line: 'npm test', lineForWords: 'npm test --' },
    pnpm: { line: 'pnpm run test', lineForWords: 'pnpm run test' },
    yarn: { line: 'yarn run test', lineForWords: 'yarn run test' },
  }[manifest.manager];
  return { manifest, script, words: simpleCommand(script), ...lines };
}

function isPlaceholder(script: string): boolean {
  return /^echo\s+(["'])Error: no test specified\1\s*&&\s*exit\s+1$/.test(script);
}
