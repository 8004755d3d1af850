import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { fortyProject, fortyTasks, leftBy, type FortyTasks } from '../support/forty-tasks.ts';
import { bundleDriver } from '../support/bundle.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { conduct, type Conducted, type Trial } from '../support/killed-conductor.ts';
import { invalidDocuments } from '../support/poll-documents.ts';
import { describeUserFiles, leaveUnfinishedWork, runningProcesses, findLitter } from '../support/user-checkout.ts';
import { type RunProject, SHELL_TESTS } from '../support/run-project.ts';
import { outcomesIn, RECORD_EFFECT } from '../support/executed-effects.ts';

export const driver = await bundleDriver('test/support/drivers/auto-conductor.ts');

export interface Scene extends Conducted {
  readonly story: FortyTasks;
  readonly before: Record<string, string>;
}

export function trialFor(tree: () => string): Trial<Scene> {
  return { driver, end: 'end done', recorded: recordedIn, expectFinished: (scene) => expectFinished(scene, tree()) };
}

/** Outside the sandbox, so that agents and tests can tell the witness, and nothing ends them but us. `also`: what every agent runs. */
export function prepared({ only, also = 'true' }: { readonly only: readonly string[]; readonly also?: string }): Scene {
  const story = fortyTasks({
    only,
    delayMs: 20,
    run: `${RECORD_EFFECT}; ${also}`,
    limitedUntil: new Date(Date.now() + 15_000),
  });
  const project = fortyProject(story, {
    files: { 'test/run.sh': `${RECORD_EFFECT}\n${SHELL_TESTS['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  leaveUnfinishedWork(project);
  const agent = rehearsedTasks(project.home, story.script);
  return { project, agent, story, before: personsIn(project) };
}

/** The tree that comes of it when nobody interferes. */
export async function undisturbed(only: readonly string[]): Promise<string> {
  const scene = prepared({ only });
  const { lines } = await conduct({ driver }, scene);
  expect(lines.at(-1), lines.join('\n')).toBe('end done');
  const tree = scene.project.git('rev-parse', 'main^{tree}');
  await expectFinished(scene, tree);
  return tree;
}

async function expectFinished(scene: Scene, tree: string): Promise<void> {
  const { project, story, before } = scene;
  const { git, folder } = project;
  expect(await invalidDocuments(folder)).toEqual([]);
  const { tasks } = JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8'));
  const { completed, failed, blocked } = story;
  expect(tasks).toEqual({ pending: [], ready: [], in_progress: [], completed, failed, blocked });
  expect(git('rev-parse', 'main^{tree}')).toBe(tree);
  for (const id of completed) expect(git('show', `main:${leftBy(id).file}`)).toBe(`line of ${id}`);
  const phases = new Set(story.ids.map((id) => id.split('.')[0])).size;
  expect(git('log', '--format=%s', '--first-parent', 'main').split('\n')).toHaveLength(phases + 1);
  const merged = git('log', '--format=%(trailers:key=Orchestral-Task,valueonly,separator=)', '--merges', 'main');
  expect(
    merged
      .split('\n')
      .filter((id) => id !== '')
      .toSorted(),
  ).toEqual(completed.toSorted());
  expect(git('branch', '--format=%(refname:short)')).toBe('main\norchestral/task/T2.2\nother');
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(personsIn(project)).toEqual(before);
  expect(runningProcesses(project)).toEqual([]);
  expect(findLitter(path.join(folder, '.claude'), project, /\/slot-|\/worktree\//)).toEqual([]);
}

/** Everything of the person's, but what is ours and what the merge is for. */
function personsIn(project: Pick<RunProject, 'folder'>): Record<string, string> {
  return describeUserFiles(
    project,
    /^\.(?:orchestral|claude)\//,
    /^(?:work\/|src\/api\/|test\/T|shared\.txt|TASKS\.md)/,
  );
}

/** Effects, and with a merged task whatever is done for it. */
export function recordedIn(scene: Scene): string[] {
  return [...outcomesOf(scene), ...outcomesOf(scene, 'task_merged').map((effect) => effect.replace(/[^/]*$/, ''))];
}

export function outcomesOf({ project }: Scene, only?: string): string[] {
  return outcomesIn(path.join(project.folder, '.claude/orchestrate-events.log'), only);
}
