import { throwFailure } from '../../base/failure.ts';
import { parseJson } from '../../base/json.ts';
import type { Project } from '../project.ts';
import { detach } from './background.ts';
import type { DoorOptions } from './options.ts';

export interface LaunchRequest {
  /** How Orchestral is started: the program and its first arguments, each an absolute path. */
  readonly program: readonly [string, ...string[]];
  /** What conducts: `resume` and a run, `session resume` and a hash. */
  readonly args: readonly string[];
}

/** Less than a client of ours waits. */
const LONGEST_START_MS = 45_000;
/** Of the first line that a conductor prints for programs: it may have ended since. */
const CONDUCTED = '"type":"conducting"';

/** Starts a process that conducts, in the project's folder. One that refuses says why; what was decided stays. @internal */
export async function launch(
  { project, options }: { readonly project: Project; readonly options: DoorOptions },
  { program, args }: LaunchRequest,
): Promise<void> {
  const { root } = project;
  const { env, agent, model, trust } = options;
  const chosen = [
    ...(agent === undefined ? [] : ['--agent', agent]),
    ...(model === undefined ? [] : ['--model', model]),
    ...(trust === true ? ['--trust'] : []),
  ];
  const started = await detach(
    { project, env },
    {
      command: program,
      args: [...args, ...chosen, '--project', root, '--json', '--no-dashboard'],
      cwd: root,
      readsInput: false,
      signal: AbortSignal.timeout(LONGEST_START_MS),
    },
  );
  if (started.isConducting || started.exit === 0 || started.said.includes(CONDUCTED)) return;
  throwFailure('dashboard.not_conducted', { reason: reasonIn(started.said) });
}

/** What a command that refused said last, as it would say it to a person. */
export function reasonIn(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.map(refusalIn).findLast((refusal) => refusal !== undefined) ?? lines.at(-1) ?? '';
}

/** `{"error":{"message":…,"hint":…}}`, as commands print it for programs. */
function refusalIn(line: string): string | undefined {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined;
  const { error } = value;
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  const hint = 'hint' in error && typeof error.hint === 'string' ? ` (${error.hint})` : '';
  return `${String(error.message)}${hint}`;
}
