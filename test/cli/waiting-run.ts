import { catchFailure } from '../../src/base/failure.ts';
import { fingerprint } from '../git/fingerprint.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { conductAll, type PlayedRun, playRun, type RunScenario, runContext } from '../support/conduct-run.ts';
import { playOnce } from '../support/play-once.ts';
import { type ProjectOptions, runProject, type RunProject } from '../support/run-project.ts';
import { orchestral, programFile, type CliResult } from './orchestral.ts';
import { type Terminal, terminal } from './terminal/terminal.ts';

/** A project with a run that came as far as a person, and the program as that person calls it. */
export interface WaitingRun {
  readonly project: RunProject;
  readonly run: PlayedRun['run'];
  readonly id: string;
  cli(...args: string[]): Promise<CliResult>;
  /** In a terminal. */
  cliInTerminal(...args: string[]): Promise<Terminal>;
}

/** Its pack waits for approval. */
export async function runWithPack(playing: RunScenario = {}, options: ProjectOptions = {}): Promise<WaitingRun> {
  return waitingRunIn(
    await playOnce(JSON.stringify(['pack', playing, options]), async () => {
      const project = runProject(options);
      const { run } = await playRun(project, { approves: false, ...playing });
      return { project, run };
    }),
  );
}

/** Its Refiner asks first. */
export async function runWithQuestion(
  crp: object,
  project?: RunProject,
  more_crps: readonly object[] = [],
): Promise<WaitingRun> {
  const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp, more_crps };
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
  const roles = { refiner: [{ answer: asks }, { answer: ready }] };
  const ask = async (asked = runProject()) => {
    const { run } = await playRun(asked, { answers: () => undefined, approves: false, roles });
    return { project: asked, run };
  };
  return waitingRunIn(await (project ? ask(project) : playOnce(JSON.stringify(['question', crp, more_crps]), ask)));
}

/** Takes the run on in this process, with nobody answering and nobody approving; says how far it came. */
export async function conductInProcess({ project, id }: Pick<WaitingRun, 'project' | 'id'>): Promise<string> {
  const open = await catchFailure(() => openRun(id, runContext(project)));
  if (!open.ok) throw new Error(open.error.code);
  const conducted = await conductAll(open.value, { answers: () => undefined, approves: false });
  const { at } = open.value.state().step;
  await open.value.close();
  return conducted.ok ? at : conducted.error.code;
}

function waitingRunIn({ project, run }: Pick<WaitingRun, 'project' | 'run'>): WaitingRun {
  return {
    project,
    run,
    id: run.run_id,
    cli: (...args) => orchestral(['--trust', ...args], { cwd: project.folder, env: { ...project.env } }),
    cliInTerminal: async (...args) =>
      terminal({
        columns: 100,
        run: [await programFile(), '--trust', '--project', project.folder, ...args],
        env: { ...project.env },
      }),
  };
}

/** What the program said, in one text for when it is not as expected. */
export async function cliOutput(waitingRun: WaitingRun, ...args: string[]) {
  const { code, stdout, stderr } = await waitingRun.cli(...args);
  return { code, all: `${stdout}${stderr}` };
}

export const commitOf = async (waitingRun: WaitingRun): Promise<string> =>
  (JSON.parse((await waitingRun.cli('review', '--json')).stdout) as { commit: string }).commit;

/** Everything of the person's but what approving may change: Orchestral's own documents, refs and reflogs. */
export function describeUserFiles({ project }: WaitingRun): Record<string, string> {
  const ours = /^\.orchestral\/|^\.git\/(?:logs\/)?refs\/(?:heads\/)?orchestral\/|^\.git\/worktrees\//;
  return Object.fromEntries(Object.entries(fingerprint(project.folder)).filter(([name]) => !ours.test(name)));
}
