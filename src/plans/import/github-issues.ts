import * as z from 'zod/mini';
import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { parseCondition } from '../task-line.ts';
import type { NewTask } from '../write-plan.ts';
import type { ForeignList } from './foreign-list.ts';
import { withoutTasks } from './without-tasks.ts';

const label = z.union([z.string(), z.object({ name: z.string() })]);
const issue = z.object({
  number: z.int().check(z.positive()),
  title: z.string(),
  body: z.nullish(z.string()),
  state: z.nullish(z.string()),
  /** `state_reason` in the API, `stateReason` of the command line. */
  state_reason: z.nullish(z.string()),
  stateReason: z.nullish(z.string()),
  labels: z.nullish(z.array(label)),
  /** The API lists pull requests among issues. */
  pull_request: z.optional(z.unknown()),
});

type Issue = z.infer<typeof issue>;

export function isIssueList(json: unknown): json is readonly unknown[] {
  return Array.isArray(json) && json.some((one) => typeof one === 'object' && one !== null && 'number' in one);
}

/** Issues as `gh issue list --json number,title,body,state,labels` or GitHub's API gives them, in the order of their numbers. */
export function readGithubIssues(json: readonly unknown[]): Result<ForeignList, Failure> {
  const read = z.array(issue).safeParse(json);
  if (!read.success)
    return fail('plan.import_bad', {
      reason: 'not_issues',
      place: read.error.issues[0]?.path.join('.') ?? '',
      problems: [],
    });
  const issues = read.data
    .filter((one) => one.pull_request === undefined)
    .toSorted((one, other) => one.number - other.number);
  const known = new Set(issues.map(({ number }) => number));
  const gone = new Set(issues.filter(isNotPlanned).map(({ number }) => `T${number}`));
  const tasks = issues.map((one) => newTask(one, known));
  return ok({
    project: null,
    tasks: withoutTasks(tasks, gone),
    leftOut: [...gone],
    guesses: tasks.some(({ needs }) => needs.length === 0) ? ['independent'] : [],
    tag: null,
    otherTags: [],
  });
}

function isNotPlanned({ state_reason, stateReason }: Issue): boolean {
  return /^(?:not_planned|duplicate)$/i.test(state_reason ?? stateReason ?? '');
}

function newTask({ number, title, body, state, labels }: Issue, known: ReadonlySet<number>): NewTask {
  const text = body ?? '';
  const names = (labels ?? []).map((one) => (typeof one === 'string' ? one : one.name));
  const needs = needed(text).filter((one) => known.has(one) && one !== number);
  return {
    id: `T${number}`,
    title,
    phase: 1,
    needs: needs.map((one) => `T${one}`),
    completed: /^closed$/i.test(state ?? ''),
    needsNoChange: false,
    acceptance: conditions(text),
    priority:
      names
        .map((name) => /^(?:priority[\s:/-]*(.+)|(p[0-4]))$/i.exec(name))
        .find(Boolean)
        ?.slice(1)
        .find(Boolean) ?? null,
    notes: text,
  };
}

/** `depends on #12, #13`, `blocked by #4`, and issues in a list of checkboxes. */
function needed(body: string): number[] {
  const said = body.matchAll(/(?:depends on|blocked by|requires|needs)[:\s]+((?:#\d{1,9}(?:\s*(?:,|and|&)\s*)?)+)/gi);
  const listed = body.matchAll(/^\s*[-*]\s+\[[ xX]\]\s+#(\d{1,9})\b/gm);
  const numbers = [...said].flatMap(([, list = '']) => [...list.matchAll(/#(\d{1,9})/g)].map(([, one]) => Number(one)));
  return [...new Set([...numbers, ...[...listed].map(([, one]) => Number(one))])];
}

function conditions(body: string): string[] {
  return body.split(/\r?\n/).flatMap((line) => {
    const condition = parseCondition(line.replace(/^\s*[-*+]\s+/, ''));
    return condition === null || condition === '' || /^#\d/.test(condition) ? [] : [condition];
  });
}
