import type * as z from 'zod/mini';
import { catchFailure } from '../base/failure.ts';
import type { Remark } from '../schema/pull-request.ts';
import { type CheckContext, type ReadNode, restJob } from './github-queries.ts';

export interface ReadChecks {
  /** Of those that failed, once all have ended. */
  readonly remarks: readonly Remark[];
  readonly counts: { readonly pending: number; readonly passed: number; readonly failed: number };
}

interface CheckSource {
  readonly text: (path: string) => Promise<string>;
  readonly json: <T>(path: string, schema: z.ZodMiniType<T>) => Promise<T>;
}

const FAILED = new Set(['FAILURE', 'TIMED_OUT', 'STARTUP_FAILURE', 'ERROR']);

/** What the checks of the last commit say. */
export async function readGithubChecks(node: ReadNode, source: CheckSource): Promise<ReadChecks> {
  const commit = node.commits.nodes.at(-1)?.commit;
  const contexts = commit?.statusCheckRollup?.contexts.nodes ?? [];
  const failed = contexts.filter((one) => FAILED.has(resultOf(one)));
  const pending = contexts.filter(isPending).length;
  const counts = { pending, failed: failed.length, passed: contexts.length - failed.length - pending };
  // Half of the failures would be half of a task.
  if (pending > 0 || commit === undefined) return { remarks: [], counts };
  const remarks: Remark[] = [];
  for (const one of failed) remarks.push(await remarkOf(one, commit.oid, source));
  return { remarks, counts };
}

function isPending(one: CheckContext): boolean {
  return one.type === 'CheckRun' ? one.status !== 'COMPLETED' : one.state === 'PENDING' || one.state === 'EXPECTED';
}

function resultOf(one: CheckContext): string {
  if (one.type === 'StatusContext') return one.state;
  return one.status === 'COMPLETED' ? (one.conclusion ?? '') : '';
}

async function remarkOf(one: CheckContext, commit: string, source: CheckSource): Promise<Remark> {
  const about = { kind: 'check', place: null } as const;
  if (one.type === 'StatusContext')
    return {
      ...about,
      id: `check:${commit}:${one.context}`,
      author: one.context,
      text: one.description ?? '',
      url: one.targetUrl ?? '',
    };
  const said = [one.title, one.summary, one.text].filter((text) => typeof text === 'string' && text.trim() !== '');
  const log = one.databaseId === null ? '' : await failingStep(one.databaseId, source);
  return {
    ...about,
    id: `check:${commit}:${one.databaseId ?? one.name}`,
    author: one.name,
    text: [...said, log].filter((text) => text !== '').join('\n\n'),
    url: one.detailsUrl ?? '',
  };
}

const MOST_LINES = 200;
const LONGEST_LOG = 20_000;

/** The log of the step that failed: of a job of Actions, which has the number of its check. Empty where there is none. */
async function failingStep(job: number, source: CheckSource): Promise<string> {
  const asked = await catchFailure(() => source.json(`actions/jobs/${job}`, restJob));
  const log = asked.ok ? await catchFailure(() => source.text(`actions/jobs/${job}/logs`)) : asked;
  if (!asked.ok || !log.ok) return '';
  const step = asked.value.steps?.find(({ conclusion }) => conclusion === 'failure' || conclusion === 'timed_out');
  const lines = log.value.replace(/^\ufeff/u, '').split('\n');
  const own = step === undefined ? lines : linesOfStep(lines, step);
  const texts = (own.length === 0 ? lines : own).map((line) => line.replace(TIME, '')).slice(-MOST_LINES);
  return [...(step === undefined ? [] : [`${step.name}:`]), ...texts].join('\n').trim().slice(-LONGEST_LOG);
}

const TIME = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) /u;

/** Each line begins with its time, and a step has the times between which it ran, to the second. */
function linesOfStep(
  lines: readonly string[],
  { started_at, completed_at }: { started_at?: string | null | undefined; completed_at?: string | null | undefined },
): string[] {
  const [from, to] = [Date.parse(started_at ?? ''), Date.parse(completed_at ?? '') + 999];
  if (!Number.isFinite(from) || !Number.isFinite(to)) return [];
  let isInside = false;
  return lines.filter((line) => {
    const at = Date.parse(TIME.exec(line)?.[1] ?? '');
    if (Number.isFinite(at)) isInside = at >= from && at <= to;
    return isInside;
  });
}
