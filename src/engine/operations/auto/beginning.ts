import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { isAgentAtWork } from '../../../workflows/auto/due.ts';
import type { AutoEvent, PlannedTask } from '../../../workflows/auto/events.ts';
import type { AutoState, Graph, Task } from '../../../workflows/auto/graph-state.ts';
import type { AutoPlan } from '../../performers/auto/job.ts';
import type { Base } from '../../preflight.ts';
import { changesSince, plannedTasks } from './plan.ts';
import type { DoneBefore } from './rebuild.ts';

export interface AutoOptions {
  readonly mode?: Graph['mode'] | undefined;
  /** `--tasks` */
  readonly tasks?: string | undefined;
  readonly base?: string | undefined;
  readonly parallel?: number | undefined;
  readonly retryLimit?: number | undefined;
  /** `--resume`: only what was begun before. */
  readonly resumes?: boolean;
  /** Others carry out tasks of it at the same time: nobody owns it. */
  readonly shares?: boolean;
  /** `--rebuild-state`: what is known of it is found out anew. */
  readonly rebuilds?: boolean;
  /** `--phase`: the one to be entered. */
  readonly phase?: number | undefined;
}

export interface Beginning {
  readonly plan: AutoPlan;
  readonly base: Base;
  readonly options: AutoOptions;
  /** Of the project, where the file gives none. */
  readonly name: string;
  /** Where nothing is known, or that is rebuilt: what was found to be done. */
  readonly done: DoneBefore | null;
}

/** What a start records, given what is known and what TASKS.md says now. */
export function eventsFor(
  state: AutoState,
  { plan, base, options, name, done }: Beginning,
): Result<AutoEvent[], Failure> {
  const { branch, commit, tree } = base;
  const known = state.kind === 'graph' ? state : undefined;
  const tasks = plannedTasks(plan);
  const isNext = known !== undefined && isAnotherList(known, tasks);
  if (isNext && options.resumes === true) return fail('auto.list_done', { file: plan.path ?? plan.file });
  const ahead = isNext ? undefined : known?.base?.branch;
  if (options.base !== undefined && ahead !== undefined && ahead !== options.base && options.rebuilds !== true)
    return fail('auto.other_base', { base: ahead, wanted: options.base });
  // Whoever stopped it says when it goes on; a driving agent does not.
  if (options.shares === true && options.resumes !== true && known?.stopped === true) return fail('auto.stopped', {});
  // Agents that drive it by themselves cannot be asked; what a person began keeps asking them.
  const mode = options.mode ?? known?.mode ?? (options.shares === true ? 'ultra-thin' : 'normal');
  const file = plan.path ?? plan.file;
  const shared = options.shares === true;
  const only = options.phase === undefined ? {} : { phase: options.phase };
  const started: AutoEvent = {
    type: 'started',
    data: { base: { branch, commit, tree }, mode, plan: file, shared, ...only },
  };
  // Somebody else may have begun since we looked.
  if (known === undefined || isNext || options.rebuilds === true) {
    const found = tasks.map((task) => ({
      ...task,
      completed: task.completed || done?.completed.has(task.id) === true,
    }));
    const begun = done === null || done.phase === null ? {} : { begun: done.phase };
    const finished = done === null || Object.keys(done.finished).length === 0 ? {} : { finished: done.finished };
    const skipped = tasks.filter(({ id, completed }) => !completed && done?.skipped.has(id) === true);
    return ok([
      { type: 'planned', data: { project: plan.project ?? name, mode, tasks: found, ...begun, ...finished } },
      ...skipped.map(({ id }): AutoEvent => ({ type: 'task_skipped', data: { id } })),
      started,
    ]);
  }
  return ok([...sinceThen(known, plan), started]);
}

/** What is another in TASKS.md since it was last read. */
export function sinceThen(known: Graph, plan: AutoPlan): AutoEvent[] {
  const tasks = plannedTasks(plan);
  // A box that was ticked before is no news: a person may want the task done again.
  const news = tasks.map((task) => ({ ...task, completed: task.completed && isNews(known, task.id) }));
  const isOther = changesSince(known, plan) !== null || tasks.some((task) => isAnother(known.tasks[task.id], task));
  if (isOther) return [{ type: 'replanned', data: { tasks: news } }];
  const byHand = news.filter(({ id, completed }) => completed && known.tasks[id]?.status !== 'completed');
  return byHand.map(({ id }): AutoEvent => ({ type: 'task_completed', data: { id, ticked: true } }));
}

/**
 * Whether a list that was worked through gave way to another one, which names its tasks alike. All of the first is on the
 * person's branch, and so are its ticks: an open box of a task that is called otherwise is one of the other's.
 */
export function isAnotherList({ stage, left_alone, tasks }: Graph, planned: readonly PlannedTask[]): boolean {
  if (stage.at !== 'done' || left_alone !== null) return false;
  return planned.some(({ id, title, completed }) => {
    const known = tasks[id];
    return !completed && known?.status === 'completed' && !known.skipped && known.title !== title;
  });
}

/** A file that git does not know is ticked before the merge is recorded: that box may be ours. */
function isNews(known: Graph, id: string): boolean {
  const task = known.tasks[id];
  // The agent that is at it may have ticked its own box.
  if (isAgentAtWork(known, id)) return false;
  return task === undefined || (!task.ticked && !(task.status === 'in_progress' && task.next === 'merge'));
}

/** What a plan says of a task besides what it needs; without a log, all that was known was its name. */
function isAnother(known: Task | undefined, { title, phase, kind, files }: PlannedTask): boolean {
  if (known === undefined) return false;
  return (
    known.title !== title || known.phase !== phase || known.kind !== kind || known.files.join('\n') !== files.join('\n')
  );
}
