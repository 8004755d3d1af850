import path from 'node:path';
import { vendorModel } from '../models.ts';
import { createOpencodeReader } from './read-stream.ts';
import { type AgentCall, type Backend, otherFolders } from '../port.ts';
import { type LaunchSpec, runProgram } from '../run-program.ts';
import { parseJson } from '../../base/json.ts';
import type { Spawner } from '../../process/command.ts';

/** opencode, run without a terminal: one process per call. Cost and usage are of this call alone. */
export function createOpencode({ spawner }: { readonly spawner: Spawner }): Backend {
  return { name: 'opencode', run: runProgram({ start: startOpencode, reader: createOpencodeReader }, spawner) };
}

/** How opencode is started for one call. The prompt goes by stdin: an argument may not be longer than 128 KB. */
export function startOpencode(call: AgentCall): LaunchSpec {
  return {
    file: 'opencode',
    args: argumentsFor(call),
    env: {
      OPENCODE_PERMISSION: JSON.stringify({ ...permissionsIn(call.env['OPENCODE_PERMISSION']), ...permissions(call) }),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_TERMINAL_TITLE: '1',
    },
    stdin: call.prompt,
    // It uses CPU time even while it waits.
    onlyWaits: true,
  };
}

function argumentsFor({ model, resume }: AgentCall): string[] {
  return [
    'run',
    '--format=json',
    '--thinking',
    // No person can be asked. What the person's settings forbid stays forbidden.
    '--auto',
    ...(model === undefined ? [] : ['--model', vendorModel('opencode', model)]),
    ...(resume === undefined ? [] : ['--session', resume.id]),
  ];
}

/** Overrides the settings of person and repository. After a denial by rule, unlike after a question, the turn goes on. */
function permissions(call: AgentCall): object {
  const allowed = otherFolders(call).map((folder) => [path.join(folder, '*'), 'allow'] as const);
  return {
    external_directory: { '*': 'deny', ...Object.fromEntries(allowed) },
    doom_loop: 'deny',
  };
}

function permissionsIn(setting: string | undefined): object {
  const value = parseJson(setting ?? '{}');
  return typeof value === 'object' && value !== null ? value : {};
}
