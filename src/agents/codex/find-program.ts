import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Environment } from '../../process/command.ts';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
}

/**
 * The program to start for `codex`. What npm puts on the PATH is a launcher in Node: killed, it leaves the real program
 * running. So that one is looked for, where the launcher would look; the launcher itself stays the last resort.
 */
export function findCodex(env: Environment, machine: Machine = process): string {
  const command = machine.platform === 'win32' ? 'codex.cmd' : 'codex';
  const onPath = (env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    // A relative entry would be looked up in the project, which may hold anything.
    .find((file) => path.isAbsolute(file) && isProgram(file));
  if (onPath === undefined) return 'codex';
  return nativeBehind(onPath, machine) ?? onPath;
}

function nativeBehind(onPath: string, machine: Machine): string | undefined {
  const launcher = fs.realpathSync(onPath);
  const target = targets[`${machine.platform}-${machine.arch}`];
  if (path.basename(launcher) !== 'codex.js' || target === undefined) return undefined;
  const program = machine.platform === 'win32' ? 'codex.exe' : 'codex';
  const vendorFolders = [platformPackage(launcher, machine), path.dirname(path.dirname(launcher))];
  return vendorFolders
    .flatMap((folder) => (folder === undefined ? [] : path.join(folder, 'vendor', target, 'bin', program)))
    .find(isProgram);
}

function platformPackage(launcher: string, { platform, arch }: Machine): string | undefined {
  try {
    return path.dirname(createRequire(launcher).resolve(`@openai/codex-${platform}-${arch}/package.json`));
  } catch {
    return undefined;
  }
}

const targets: Partial<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
