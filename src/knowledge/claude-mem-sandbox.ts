import fs from 'node:fs';
import path from 'node:path';
import type { ProcessCommand } from '../process/command.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { serverSandboxRules } from '../sandbox/sandbox-rules.ts';

export interface MemorySandbox {
  readonly confine: Sandbox;
  /** Of Orchestral. */
  readonly privateFolder: string;
}

/** claude-mem's server, so that it sees itself and what it remembers, and can reach its worker. */
export function confineServer(command: ProcessCommand, { confine, privateFolder }: MemorySandbox): ProcessCommand {
  const { args, env } = command;
  const home = env['HOME'] ?? '/';
  const named = [env['CLAUDE_PLUGIN_ROOT'] ?? '', ...args.map(packageOf)];
  const program = named.filter((place) => path.isAbsolute(place) && !`${home}/`.startsWith(`${place}/`));
  const data = env['CLAUDE_MEM_DATA_DIR'] ?? path.join(home, '.claude-mem');
  const own = path.isAbsolute(data) && fs.existsSync(data) ? [data] : [];
  return confine(command, serverSandboxRules({ program, data: own, home, privateFolder }));
}

/** The package that a script belongs to; of one that belongs to none, nothing but the file itself. */
function packageOf(argument: string): string {
  if (!path.isAbsolute(argument) || !fs.existsSync(argument)) return '';
  for (let folder = path.dirname(argument); folder !== '/'; folder = path.dirname(folder))
    if (fs.existsSync(path.join(folder, 'package.json'))) return folder;
  return argument;
}
