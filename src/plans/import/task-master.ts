import * as z from 'zod/mini';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import type { NewTask } from '../write-plan.ts';
import type { ForeignList } from './foreign-list.ts';
import { withoutTasks } from './without-tasks.ts';

/**
 * Task Master's `tasks.json`. Both forms of the file, `{tasks}` and `{master: {tasks}}`. A task with subtasks needs them all and may end without a
 * change of its own; they need what it needs. Everything is one phase: the order is in the dependencies.
 */
export function readTaskMaster(json: unknown): Result<ForeignList, Failure> {
  const chosen = chooseList(json);
  if (chosen === null) return bad('not_task_master', '');
  const list = listSchema.safeParse(chosen.list);
  if (!list.success) return bad('not_task_master', list.error.issues[0]?.path.join('.') ?? '');
  const { meta, metadata, tasks } = list.data;
  const entries = tasks.flatMap(entriesOf);
  const isLeftOut = ({ source }: Entry): boolean => LEFT_OUT.has(source.status ?? '');
  const leftParents = new Set(entries.filter(isLeftOut).map(({ id }) => id));
  const leftOut = entries.filter((entry) => isLeftOut(entry) || leftParents.has(entry.parent ?? ''));
  const gone = new Set(leftOut.map(({ id }) => id));
  return ok({
    project: meta?.projectName ?? metadata?.projectName ?? null,
    tasks: withoutTasks(entries.map(newTask), gone),
    leftOut: leftOut.map(({ id }) => id),
    guesses: [],
    tag: chosen.tag,
    otherTags: chosen.otherTags,
  });
}

const LEFT_OUT: ReadonlySet<string> = new Set(['cancelled', 'canceled', 'deferred']);
const DONE: ReadonlySet<string> = new Set(['done', 'completed']);

const number = z.union([z.number(), z.string()]).check(z.refine((id) => /^\d{1,15}$/.test(String(id))));
const reference = z
  .union([z.number(), z.string()])
  .check(z.refine((id) => /^\d{1,15}(?:\.\d{1,15})?$/.test(String(id))));
const words = z.nullish(z.string());

const subtaskSchema = z.object({
  id: number,
  title: words,
  description: words,
  details: words,
  testStrategy: words,
  status: words,
  priority: words,
  dependencies: z.nullish(z.array(reference)),
});
const taskSchema = z.extend(subtaskSchema, { subtasks: z.nullish(z.array(subtaskSchema)) });
const about = z.nullish(z.object({ projectName: words }));
const listSchema = z.object({ tasks: z.array(taskSchema), meta: about, metadata: about });

type Subtask = z.infer<typeof subtaskSchema>;

interface Entry {
  readonly id: string;
  readonly parent: string | null;
  readonly source: Subtask;
  readonly needs: readonly string[];
  readonly hasSubtasks: boolean;
  readonly completed: boolean;
}

/** Subtasks come first: they are done first. */
function entriesOf(task: z.infer<typeof taskSchema>): Entry[] {
  const id = `T${task.id}`;
  const completed = DONE.has(task.status ?? '');
  const needs = (task.dependencies ?? []).map((number) => `T${number}`);
  const siblings = new Set((task.subtasks ?? []).map((subtask) => `${id}.${subtask.id}`));
  const subtasks = (task.subtasks ?? []).map((source): Entry => {
    const own = (source.dependencies ?? []).map((number) => {
      const sibling = `${id}.${number}`;
      return siblings.has(sibling) ? sibling : `T${number}`;
    });
    return {
      id: `${id}.${source.id}`,
      parent: id,
      source: { ...source, priority: source.priority ?? task.priority },
      needs: [...own.filter((one) => one !== id), ...needs],
      hasSubtasks: false,
      completed: completed || DONE.has(source.status ?? ''),
    };
  });
  const own = { id, parent: null, source: task, needs: [...siblings, ...needs], completed };
  return [...subtasks, { ...own, hasSubtasks: siblings.size > 0 }];
}

function newTask({ id, source, needs, hasSubtasks, completed }: Entry): NewTask {
  const { title, description, details, testStrategy, priority } = source;
  const strategy = testStrategy?.trim() ?? '';
  return {
    id,
    title: title ?? '',
    phase: 1,
    needs: [...new Set(needs)],
    completed,
    needsNoChange: hasSubtasks,
    acceptance: strategy === '' ? [] : [strategy],
    priority: priority ?? null,
    notes: [description, details].filter((text) => text != null && text.trim() !== '').join('\n\n'),
  };
}

/** The list called `master`, else the first; a file of the older form is one list. */
function chooseList(json: unknown): { list: unknown; tag: string | null; otherTags: string[] } | null {
  if (isList(json)) return { list: json, tag: null, otherTags: [] };
  if (typeof json !== 'object' || json === null) return null;
  const lists = Object.entries(json).filter(([, list]) => isList(list));
  const [tag, list] = lists.find(([name]) => name === 'master') ?? lists[0] ?? [];
  if (tag === undefined) return null;
  return { list, tag, otherTags: lists.map(([name]) => name).filter((name) => name !== tag) };
}

function isList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks);
}

function bad(reason: 'not_task_master', place: string): Result<never, Failure> {
  return fail('plan.import_bad', { reason, place, problems: [] });
}
