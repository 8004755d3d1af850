import { retryOfStep, type StepFailure } from '../../workflows/policy/retry.ts';
import type { EventData } from '../../workflows/session/events.ts';
import { type GateVerdict, judgeGate } from '../../workflows/session/gates.ts';

/* What the workflows make of an event, for faces that render it. */

export { findingText, proofFindingText } from '../run-documents/finding-text.ts';

/** How often a step that failed so may be repeated. */
export function repeatsAllowed(failed: StepFailure): number {
  return retryOfStep(failed).repeats;
}

export function gateVerdict(measured: EventData<'gate_measured'>): GateVerdict {
  return judgeGate(measured);
}
