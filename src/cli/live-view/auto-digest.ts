import type { AutoConductor, AutoEvent, AutoProgress } from '../../engine/door/auto.ts';
import type { Watcher } from '../../engine/door/conductor.ts';
import type { Context } from '../context.ts';
import { thinFailure } from '../report/auto-report.ts';
import { eventsIn } from './live-view.ts';

/** Failed tasks that are told of, in all. */
export const MOST_FAILURES = 10;
const DIGESTS = 10;

export interface Digest extends Watcher<AutoEvent, AutoProgress> {
  /** Failed tasks that were told of. */
  readonly told: ReadonlySet<string>;
}

/** For whoever pays for every word: a line for every tenth of the tasks, and a few for those that failed for good. */
export function createDigest(
  context: Context,
  conductor: Pick<AutoConductor, 'view' | 'task' | 'redact'>,
): Required<Pick<Digest, 'told' | 'onEvent'>> {
  const { words, answer } = context;
  const told = new Set<string>();
  const began = performance.now();
  const { counts } = conductor.view();
  const tenthOf = (count: number) => Math.floor((count * DIGESTS) / Math.max(1, counts.total));
  let ended = counts.completed + counts.failed;
  let tenth = tenthOf(ended);

  const hear = (event: AutoEvent): void => {
    const failed = event.type === 'attempt_failed' ? conductor.task(event.data.id) : undefined;
    const hasFailed = failed?.status === 'failed';
    if (event.type === 'attempt_failed' && hasFailed && told.size < MOST_FAILURES) {
      const { id, mishap } = event.data;
      const { attempts } = failed;
      told.add(id);
      answer(conductor.redact(thinFailure({ id, attempts, kind: mishap.kind, reason: mishap.message }, words)));
    }
    if (!ENDS.has(event.type) && !hasFailed) return;
    ended += 1;
    const now = tenthOf(ended);
    if (now <= tenth) return;
    tenth = now;
    answer(digestLine(conductor, performance.now() - began, context));
  };
  return { told, onEvent: (recorded) => eventsIn<AutoEvent>(recorded).forEach(hear) };
}

/** `40/200 done · 1 failed · phase 2 · 12m`. */
function digestLine({ view }: Pick<AutoConductor, 'view'>, elapsedMs: number, { words }: Context): string {
  const { counts, phase } = view();
  return [
    words.auto.counts.done(counts.completed, counts.total),
    ...(counts.failed === 0 ? [] : [words.auto.counts.failed(counts.failed)]),
    words.auto.phase(phase),
    words.auto.briefly(Math.floor(elapsedMs / 60_000)),
  ].join(' · ');
}

const ENDS: ReadonlySet<AutoEvent['type']> = new Set(['task_merged', 'task_completed', 'task_skipped']);
