import { fingerprint } from '../git/fingerprint.ts';
import { openRun } from '../../src/engine/descriptors/run.ts';
import { conductAll, type Played, play, type Playing, toolsFor } from '../support/conduct-run.ts';
import { type ProjectOptions, runProject, type RunProject } from '../support/run-project.ts';
import { orchestral, programFile, type Said } from './orchestral.ts';
import { type Terminal, terminal } from './terminal/terminal.ts';

/** A project with a run that came as far as a person, and the program as that person calls it. */
export interface Desk {
  readonly project: RunProject;
  readonly run: Played['run'];
  readonly id: string;
  say(...args: string[]): Promise<Said>;
  /** In a terminal. */
  look(...args: string[]): Promise<Terminal>;
}

/** Its pack waits for approval. */
export async function packed(playing: Playing = {}, options: ProjectOptions = {}): Promise<Desk> {
  const project = runProject(options);
  return deskOf(project, await play(project, { approves: false, ...playing }));
}

/** Its Refiner asks first. */
export async function asking(crp: object, project = runProject()): Promise<Desk> {
  const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp };
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
  const roles = { refiner: [{ answer: asks }, { answer: ready }] };
  return deskOf(project, await play(project, { answers: () => undefined, approves: false, roles }));
}

/** Takes the run on in this process, with nobody answering and nobody approving; says how far it came. */
export async function goOn({ project, id }: Pick<Desk, 'project' | 'id'>): Promise<string> {
  const open = await openRun(id, toolsFor(project));
  if (!open.ok) throw new Error(open.error.code);
  const conducted = await conductAll(open.value, { answers: () => undefined, approves: false });
  const { at } = open.value.state().step;
  await open.value.close();
  return conducted.ok ? at : conducted.error.code;
}

function deskOf(project: RunProject, { run }: Played): Desk {
  return {
    project,
    run,
    id: run.run_id,
    say: (...args) => orchestral(['--trust', ...args], { cwd: project.folder, env: { ...project.env } }),
    look: async (...args) =>
      terminal({
        columns: 100,
        run: [await programFile(), '--trust', '--project', project.folder, ...args],
        env: { ...project.env },
      }),
  };
}

/** What the program said, in one text for when it is not as expected. */
export async function said(desk: Desk, ...args: string[]) {
  const { code, stdout, stderr } = await desk.say(...args);
  return { code, all: `${stdout}${stderr}` };
}

export const commitOf = async (desk: Desk): Promise<string> =>
  (JSON.parse((await desk.say('review', '--json')).stdout) as { commit: string }).commit;

/** Everything of the person's but what approving may change: Orchestral's own documents, refs and reflogs. */
export function belongings({ project }: Desk): Record<string, string> {
  const ours = /^\.orchestral\/|^\.git\/(?:logs\/)?refs\/(?:heads\/)?orchestral\/|^\.git\/worktrees\//;
  return Object.fromEntries(Object.entries(fingerprint(project.folder)).filter(([name]) => !ours.test(name)));
}
