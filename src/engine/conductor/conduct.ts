import { catchFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import type { Documents, WorkflowEvent } from '../../schema/workflow.ts';
import type { ConductOptions, Effect } from './effects.ts';
import { InFlightEffects } from './in-flight-effects.ts';
import { recordInterrupted, recover } from './recovery.ts';

/**
 * Starts what is due and not in flight, aborts what is in flight and no longer due, until nothing is due or `signal`
 * says to stop. Normal running, hand edits and recovery are this one path. The caller owns the store.
 */
export async function conduct<State, Event extends WorkflowEvent, Docs extends Documents, E extends Effect>(
  options: ConductOptions<State, Event, Docs, E>,
): Promise<void> {
  const { store, ledger, signal, onCapacityChange, isOver = () => true } = options;
  await recover(options);
  const effects = new InFlightEffects(options);
  const stop = () => effects.change.notify();
  const unwatch = store.watch(stop);
  const unwatchCapacity = onCapacityChange?.(stop);
  signal.addEventListener('abort', stop);
  try {
    while (!signal.aborted && !effects.hasFailed) {
      effects.reconcile(ledger.due(store.state));
      if (effects.isIdle && isOver(store.state)) break;
      await effects.change.next();
    }
  } finally {
    unwatch();
    unwatchCapacity?.();
    signal.removeEventListener('abort', stop);
    await effects.drain();
  }
  // Nothing runs any more: whoever looks at the documents now should not read otherwise.
  const left = await catchFailure(() => recordInterrupted(options));
  const [bug] = effects.bugs;
  if (bug !== undefined) throw bug.thrown;
  unwrap(left);
  const [failed] = effects.failures;
  if (failed !== undefined) unwrap(err(failed));
}
