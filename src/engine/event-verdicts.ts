import { retryOfStep, type StepFailure } from '../workflows/policy/retry.ts';

/** What the workflows make of an event, for faces that render it. */

/** How often a step that failed so may be repeated. */
export function repeatsAllowed(failed: StepFailure): number {
  return retryOfStep(failed).repeats;
}
