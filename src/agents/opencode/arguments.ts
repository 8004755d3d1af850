import path from 'node:path';
import { parseJson } from '../../base/parse-json.ts';
import { vendorModel } from '../models.ts';
import type { AgentCall } from '../port.ts';
import type { LaunchSpec } from '../run-program.ts';

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
    // It is never quite still, whatever it waits for.
    onlyWaits: true,
  };
}

function argumentsFor({ model, resume }: AgentCall): string[] {
  return [
    'run',
    '--format=json',
    '--thinking',
    // Nobody is there to be asked. What the person forbids stays forbidden.
    '--auto',
    ...(model === undefined ? [] : ['--model', vendorModel('opencode', model)]),
    ...(resume === undefined ? [] : ['--session', resume.id]),
  ];
}

/** Above all settings of the person and the repository: a rule, unlike a question, lets it go on with something else. */
function permissions({ stepFolder }: AgentCall): object {
  return {
    external_directory: { '*': 'deny', [path.join(stepFolder, '*')]: 'allow' },
    doom_loop: 'deny',
  };
}

function permissionsIn(setting: string | undefined): object {
  const value = parseJson(setting ?? '{}');
  return typeof value === 'object' && value !== null ? value : {};
}
