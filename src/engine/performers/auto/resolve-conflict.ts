import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { commitTree } from '../../../git/commit.ts';
import { mergeCommits } from '../../../git/merge.ts';
import { moveOwnRef } from '../../../git/ref.ts';
import { fileIn } from '../../../git/tree-with.ts';
import { conflictPrompt, type OtherTask } from '../../../prompts/auto/conflict.ts';
import { resultLine } from '../../../prompts/auto/result-line.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Work } from '../../../workflows/auto/graph-state.ts';
import { readTemplate } from '../../prompt-templates.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { callExecutor, failedAttempt } from './attempt.ts';
import { planTask, projectBrief, taskText } from './brief.ts';
import { tasksMerged } from './commits.ts';
import { prepareRepairWorktree } from './repair-worktree.ts';
import { planPath } from './tick-plan.ts';
import { secondsSince } from './work-on-task.ts';
import type { TaskJob } from './job.ts';

const MOST_PATCH = 64 * 1024;
const MOST_OTHERS = 10;

/** Gives an agent both sides of a conflict, once. What it makes of them goes the way of all finished work. */
export async function resolveConflict(job: TaskJob): Promise<Result<AutoEvent, Failure>> {
  const { services, at, id: effect } = job;
  const { work } = at.task;
  if (work === null) throw new Error(`no conflict: ${at.id}`);
  const { git, repository } = services;
  const joined = await mergeCommits(git, repository, { ours: at.tip.commit, theirs: work.commit });
  if (!joined.ok) return joined;
  const { tree } = joined.value;
  // The phase may have moved so that nothing is left of it.
  const paths = joined.value.kind === 'conflict' ? joined.value.paths : [];
  const marked = await commitTree(git, repository, { tree, parents: [at.tip.commit], message: `Conflict: ${at.id}` });
  if (!marked.ok) return marked;
  const room = await prepareRepairWorktree(job, { commit: marked.value });
  if (!room.ok) return room;
  const prompt = await promptFor(job, { room: room.value, work, paths });
  if (!prompt.ok) return prompt;
  const began = performance.now();
  const called = await callExecutor(job, { prompt: prompt.value, folder: room.value.worktree.folder, task: at.id });
  if (!called.ok) return called;
  const took = { calls: [called.value.call], seconds: secondsSince(began) };
  if (called.value.status === 'failed') return ok(failedAttempt(job, called.value, took));
  const trailers = { 'Orchestral-Task': at.id };
  const message = `${at.id}: ${at.task.title}`;
  const committed = await commitStep(job, room.value, {
    onto: marked.value,
    message,
    trailers,
    leaveOut: planPath(services),
  });
  if (!committed.ok) return committed;
  // An agent that left all as it was has not chosen: of some conflicts the tree shows one side only.
  if (committed.value === null && paths.length > 0)
    return ok(failedAttempt(job, { kind: 'conflict', message: paths.join(', ') }, took));
  const resolved = committed.value?.tree ?? tree;
  const left = await stillMarked(job, { tree: resolved, paths, sides: [at.tip.commit, work.commit] });
  if (!left.ok) return left;
  if (left.value.length > 0) return ok(failedAttempt(job, { kind: 'conflict', message: left.value.join(', ') }, took));
  const made = await commitTree(git, repository, { tree: resolved, parents: [at.tip.commit], message, trailers });
  if (!made.ok) return made;
  // The branch leaves the commit that shows the conflict: that one is merged by nobody.
  const ref = `refs/heads/${job.branch}`;
  const expected = committed.value?.commit ?? marked.value;
  const moved = await moveOwnRef(git, repository, { ref, to: made.value, expected, message: `orchestral ${effect}` });
  if (!moved.ok) return moved;
  const result = resultLine(called.value.text);
  return ok({
    type: 'worked',
    data: { effect, id: at.id, ...took, work: { commit: made.value, tree: resolved }, result },
  });
}

interface Conflict {
  readonly room: AgentWorktree;
  readonly work: Work;
  readonly paths: readonly string[];
}

async function promptFor(job: TaskJob, { room, work, paths }: Conflict): Promise<Result<string, Failure>> {
  const { services, graph, at } = job;
  const { git, repository, project } = services;
  const template = readTemplate(project, 'auto/conflict');
  if (!template.ok) return template;
  const forked = await git.read(repository, ['merge-base', at.tip.commit, work.commit]);
  if (!forked.ok) return forked;
  const range = { from: forked.value.stdout.toString('utf8').trim(), to: at.tip.commit };
  const plain = ['--patch', '--no-ext-diff', '--no-textconv', '--no-color'];
  const asked = (to: string) => ['diff-tree', ...plain, range.from, to, '--', ...paths];
  const patch = await git.read(repository, asked(range.to), { cutAt: MOST_PATCH });
  if (!patch.ok) return patch;
  const own = await git.read(repository, asked(work.commit), { cutAt: MOST_PATCH });
  if (!own.ok) return own;
  const merged = await tasksMerged(services, range);
  if (!merged.ok) return merged;
  const others = merged.value.slice(0, MOST_OTHERS).map(({ id }): OtherTask => {
    return { ...taskText(planTask(services, graph, id)), result: graph.tasks[id]?.result ?? null };
  });
  const brief = {
    project: projectBrief(job, room),
    task: taskText(planTask(services, graph, at.id)),
    others,
    otherSide: patch.value.stdout.toString('utf8'),
    ownSide: own.value.stdout.toString('utf8'),
    paths,
  };
  return conflictPrompt(brief, template.value);
}

/** Of the paths that were in conflict, those that still show it. */
async function stillMarked(
  { services }: TaskJob,
  {
    tree,
    paths,
    sides,
  }: { readonly tree: string; readonly paths: readonly string[]; readonly sides: readonly string[] },
): Promise<Result<string[], Failure>> {
  const listed = await services.git.read(services.repository, ['ls-tree', '-r', '-z', '--name-only', tree]);
  if (!listed.ok) return listed;
  // Where a file and a folder have one name, git gives the file that of its side.
  const names = listed.value.stdout.toString('utf8').split('\0');
  const marked = names.filter((name) => sides.some((side) => name.includes(`~${side}`)));
  for (const path of paths) {
    const content = await fileIn(services.git, services.repository, { tree, path });
    if (!content.ok) return content;
    if (content.value !== null && /^(?:<{7,}|>{7,}) /m.test(content.value.toString('latin1'))) marked.push(path);
  }
  return ok(marked);
}
