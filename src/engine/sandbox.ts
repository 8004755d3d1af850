import { findProgram } from '../agents/find-program.ts';
import { throwFailure } from '../base/failure.ts';
import type { Spawner } from '../process/command.ts';
import { allowedEnvironment } from '../process/environment.ts';
import { findBubblewrap } from '../sandbox/bubblewrap.ts';
import { movedSignIns } from '../sandbox/moved-sign-ins.ts';
import { type Probe, probeSandbox } from '../sandbox/probe.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { ConfigAgents } from '../schema/config/agents.ts';
import type { OnNotice } from '../schema/notice.ts';
import { unrecordedSpawner } from './ask-program.ts';
import { readablePlaces } from './user-config.ts';

export interface SandboxTools {
  readonly spawner: Spawner;
  /** The person's, whole: it says where their sign-ins lie. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice: OnNotice;
}

/** The sandbox that the configuration asks for; undefined where there is none. To be opened once: it says so each time. */
export async function openSandbox(
  mode: ConfigAgents['sandbox'],
  { spawner, env, onNotice }: SandboxTools,
): Promise<Sandbox | undefined> {
  if (mode === 'off') return undefined;
  const options = { read: readablePlaces(env), hidden: movedSignIns(env) };
  const confine = await findBubblewrap((command) => spawner.run(command), allowedEnvironment(env), options);
  if (confine !== undefined) return confine;
  if (mode === 'require') throwFailure('sandbox.absent', {});
  onNotice({ code: 'sandbox.absent', params: {} });
  return undefined;
}

/** Whether what is started here is in a sandbox, if it is started at all. */
export async function isConfined(
  mode: ConfigAgents['sandbox'],
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  if (mode === 'off' || mode === 'require') return mode === 'require';
  return (await findBubblewrap((command) => unrecordedSpawner().run(command), allowedEnvironment(env))) !== undefined;
}

/** That it is installed is not enough: many machines do not let it make a namespace. */
export async function sandboxState(
  env: Readonly<Record<string, string | undefined>>,
): Promise<'good' | 'missing' | 'bad'> {
  const confine = await findBubblewrap((command) => unrecordedSpawner().run(command), allowedEnvironment(env));
  if (confine !== undefined) return 'good';
  return findProgram('bwrap', env) === undefined ? 'missing' : 'bad';
}

export interface ExaminedSandbox {
  readonly state: 'good' | 'missing' | 'bad';
  readonly probe: Probe | undefined;
  readonly gaps: Sandbox['gaps'];
}

/** The same by trying to get out. */
export async function examineSandbox(env: Readonly<Record<string, string | undefined>>): Promise<ExaminedSandbox> {
  const run: Spawner['run'] = (command) => unrecordedSpawner().run(command);
  const tools = { run, env: allowedEnvironment(env) };
  const confine = await findBubblewrap(tools.run, tools.env);
  const probe = confine === undefined ? undefined : await probeSandbox(confine, tools);
  if (probe !== undefined) return { state: 'good', probe, gaps: confine?.gaps ?? [] };
  return { state: findProgram('bwrap', env) === undefined ? 'missing' : 'bad', probe, gaps: [] };
}
