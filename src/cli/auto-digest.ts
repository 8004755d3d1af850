import type { OpenAuto } from '../engine/descriptors/auto.ts';
import { type AutoReporter, nowOf, redactorOf } from './auto-reporter.ts';
import type { Context } from './context.ts';
import type { AutoEvent } from './report/auto-event.ts';
import { thinFailure } from './report/auto-report.ts';
import { eventsIn, silentReporter } from './reporter.ts';

/** Failed tasks that are told of, in all. */
export const MOST_FAILURES = 10;
const DIGESTS = 10;

export interface Digest extends AutoReporter {
  /** Failed tasks that were told of. */
  readonly told: ReadonlySet<string>;
}

/** For whoever pays for every word: a line for every tenth of the tasks, and a few for those that failed for good. */
export function createDigest(context: Context, open: OpenAuto): Digest {
  const { words, answer } = context;
  const redact = redactorOf(open);
  const told = new Set<string>();
  const began = performance.now();
  let ended = endedIn(open);
  let tenth = tenthOf(ended, open);

  const hasFailed = (id: string): boolean => nowOf(open).tasks[id]?.status === 'failed';
  const hear = (event: AutoEvent): void => {
    if (event.type === 'attempt_failed' && hasFailed(event.data.id) && told.size < MOST_FAILURES) {
      const { id, mishap } = event.data;
      const attempts = nowOf(open).tasks[id]?.mishaps?.count ?? 1;
      told.add(id);
      answer(redact(thinFailure({ id, attempts, kind: mishap.kind, reason: mishap.message }, words)));
    }
    if (!ENDS.has(event.type) && !(event.type === 'attempt_failed' && hasFailed(event.data.id))) return;
    ended += 1;
    const now = tenthOf(ended, open);
    if (now <= tenth) return;
    tenth = now;
    answer(digestLine(open, performance.now() - began, context));
  };
  return { ...silentReporter, told, onEvent: ({ event }) => eventsIn<AutoEvent>(event).forEach(hear) };
}

/** `40/200 done · 1 failed · phase 2 · 12m`. */
function digestLine(open: OpenAuto, elapsedMs: number, { words }: Context): string {
  const { order, tasks, current_phase } = nowOf(open);
  const count = (status: string) => order.filter((id) => tasks[id]?.status === status).length;
  const failed = count('failed');
  return [
    words.auto.counts.done(count('completed'), order.length),
    ...(failed === 0 ? [] : [words.auto.counts.failed(failed)]),
    words.auto.phase(current_phase),
    words.auto.briefly(Math.floor(elapsedMs / 60_000)),
  ].join(' · ');
}

const ENDS: ReadonlySet<AutoEvent['type']> = new Set(['task_merged', 'task_completed', 'task_skipped']);

function endedIn(open: OpenAuto): number {
  const { order, tasks } = nowOf(open);
  return order.filter((id) => tasks[id]?.status === 'completed' || tasks[id]?.status === 'failed').length;
}

function tenthOf(ended: number, open: OpenAuto): number {
  return Math.floor((ended * DIGESTS) / Math.max(1, nowOf(open).order.length));
}
