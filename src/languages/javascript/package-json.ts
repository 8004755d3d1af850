import { isRecord, parseJson } from '../../base/json.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { TestInvocation } from '../runner.ts';
import { simpleCommand } from '../shell-words.ts';

/** What is needed of a package's manifest. */
interface PackageJson {
  readonly scripts: ReadonlyMap<string, string>;
  /** Names of whatever it depends on, in whichever way. */
  readonly dependencies: ReadonlySet<string>;
  readonly hasField: (name: string) => boolean;
}

/** Undefined: it cannot be read. */
export function parsePackageJson(text: string): PackageJson | undefined {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return undefined;
  const field = (name: string): unknown => manifest[name] ?? {};
  const [scripts, ...dependencies] = ['scripts', ...DEPENDENCIES].map(field);
  if (!isRecord(scripts) || !dependencies.every(isRecord)) return undefined;
  return {
    scripts: new Map(
      Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
    dependencies: new Set(dependencies.flatMap((some) => Object.keys(some))),
    hasField: (name) => Object.hasOwn(manifest, name),
  };
}

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** Undefined: there is none, or it cannot be read. */
export function readPackageJson(project: ProjectFiles): PackageJson | undefined {
  const text = project.text('package.json');
  return text === undefined ? undefined : parsePackageJson(text);
}

/** How a runner is run that packages name in their test script or, without one, depend on. */
interface PackageRunner {
  readonly name: string;
  /** Runs it without a script. */
  readonly line: string;
  readonly isCommand: (words: readonly string[]) => boolean;
  readonly measuresCoverage: (has: (name: string) => boolean) => boolean;
}

export function detectPackageRunner(project: ProjectFiles, runner: PackageRunner): TestInvocation | undefined {
  const script = readTestScript(project);
  const manifest = script?.manifest ?? readPackageJson(project);
  if (manifest === undefined) return undefined;
  /** In the manifest, or installed. */
  const has = (name: string): boolean =>
    manifest.dependencies.has(name) || project.has(`node_modules/${name}/package.json`);
  const isRun = script === undefined ? has(runner.name) : script.words !== undefined && runner.isCommand(script.words);
  if (!isRun) return undefined;
  const line = script?.lineForWords ?? runner.line;
  return { line, takesArguments: true, measuresCoverage: runner.measuresCoverage(has), ...script?.around };
}

/** How a package says that it is tested. */
interface TestScript {
  readonly manifest: PackageJson;
  readonly manager: 'npm' | 'pnpm' | 'yarn' | 'bun';
  /** As it stands in the manifest. */
  readonly script: string;
  /** The words of the script, where it is one simple command. */
  readonly words: readonly string[] | undefined;
  /** Runs it. */
  readonly line: string;
  /** Runs it with what follows as further words. */
  readonly lineForWords: string;
  /** What the package manager would run around it, which `line` then leaves out. */
  readonly around: Pick<TestInvocation, 'before' | 'after'>;
}

/** Undefined: there is no script, or only the one that `npm init` writes. */
export function readTestScript(project: ProjectFiles): TestScript | undefined {
  const manifest = readPackageJson(project);
  const script = manifest?.scripts.get('test')?.trim();
  if (manifest === undefined || script === undefined || script === '' || isPlaceholder(script)) return undefined;
  const manager = managerOf(project);
  // Yarn 1 has no way to leave them out, Yarn 2 and Bun do not run them.
  const isAlone = manager === 'yarn' || manager === 'bun' || !AROUND.some((name) => manifest.scripts.has(name));
  const around = isAlone ? {} : scriptsAround(manifest, manager);
  // npm keeps what is after `--` for the script; the others keep everything after its name.
  const lines = {
    npm: { line: `npm test${isAlone ? '' : ' --ignore-scripts'}` },
    pnpm: { line: `pnpm ${isAlone ? '' : '--config.enable-pre-post-scripts=false '}run test` },
    yarn: { line: 'yarn run test' },
    bun: { line: 'bun run test' },
  }[manager];
  const lineForWords = manager === 'npm' ? `${lines.line} --` : lines.line;
  return { manifest, manager, script, words: simpleCommand(script), ...lines, lineForWords, around };
}

const AROUND = ['pretest', 'posttest'];

function scriptsAround(
  { scripts }: PackageJson,
  manager: TestScript['manager'],
): Pick<TestInvocation, 'before' | 'after'> {
  return {
    ...(scripts.has('pretest') && { before: `${manager} run pretest` }),
    ...(scripts.has('posttest') && { after: `${manager} run posttest` }),
  };
}

function isPlaceholder(script: string): boolean {
  return /^echo\s+(["'])Error: no test specified\1\s*&&\s*exit\s+1$/.test(script);
}

export function managerOf(project: ProjectFiles): TestScript['manager'] {
  if (project.has('package-lock.json') || project.has('npm-shrinkwrap.json')) return 'npm';
  if (project.has('pnpm-lock.yaml')) return 'pnpm';
  if (project.has('yarn.lock')) return 'yarn';
  if (project.has('bun.lock') || project.has('bun.lockb')) return 'bun';
  const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(project.text('package.json') ?? '')?.[1];
  return named === 'pnpm' || named === 'yarn' || named === 'bun' ? named : 'npm';
}

/** The part of a command that runs the test script, without arguments for it; undefined: it runs something else. */
export function testScriptCommand(line: string): string | undefined {
  return /^(?:(?:npm|pnpm|yarn)(?: run)?|bun run) test(?= |$)/.exec(line)?.[0];
}

/** What package managers run around tests, and around installing. */
export const AROUND_TESTS = ['pretest', 'test', 'posttest'];
export const AROUND_INSTALLS = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
];
