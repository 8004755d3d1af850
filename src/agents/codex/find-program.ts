import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Environment } from '../../process/command.ts';
import { findProgram, isProgram } from '../find-program.ts';

export interface HostPlatform {
  readonly platform: NodeJS.Platform;
  readonly arch: NodeJS.Architecture;
}

/**
 * The program to start for `codex`. What npm puts on the PATH is a launcher in Node that, when killed, leaves the real
 * program running. So the real program is started where it can be found, and the launcher otherwise.
 */
export function findCodex(env: Environment, machine: HostPlatform = process): string {
  const command = machine.platform === 'win32' ? 'codex.cmd' : 'codex';
  const onPath = findProgram(command, env);
  if (onPath === undefined) return 'codex';
  return findNativeProgram(onPath, machine) ?? onPath;
}

function findNativeProgram(onPath: string, machine: HostPlatform): string | undefined {
  const launcher = fs.realpathSync(onPath);
  const target = targets[`${machine.platform}-${machine.arch}`];
  if (path.basename(launcher) !== 'codex.js' || target === undefined) return undefined;
  const program = machine.platform === 'win32' ? 'codex.exe' : 'codex';
  const vendorFolders = [platformPackage(launcher, machine), path.dirname(path.dirname(launcher))];
  return vendorFolders
    .flatMap((folder) => (folder === undefined ? [] : path.join(folder, 'vendor', target, 'bin', program)))
    .find(isProgram);
}

function platformPackage(launcher: string, { platform, arch }: HostPlatform): string | undefined {
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
