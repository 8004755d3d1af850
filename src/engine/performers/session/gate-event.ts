import { withTexts } from '../../../base/redact.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import type { Gate } from '../../../workflows/session/session-state.ts';
import type { SubtaskJob } from './job.ts';

const MAX_ITEMS = 40;
const MAX_TEXT = 2_000;

export interface GateMeasurement {
  readonly gate: Gate;
  readonly findings: readonly GateFinding[];
  /** Where there was something to measure. */
  readonly tree?: string;
  readonly calls?: readonly CallRecord[];
}

/** What was measured for a gate, harmless and bounded; what follows is the workflow's to say. */
export function gateMeasured(
  { id: effect, services, at }: SubtaskJob,
  { gate, findings, tree, calls = [] }: GateMeasurement,
): SessionEvent {
  const short = (text: string) => services.redact(text).slice(0, MAX_TEXT);
  const kept = findings.map((finding) => withShortLists(withTexts(finding, short)));
  const { strayed } = at.subtask;
  return {
    type: 'gate_measured',
    data: { effect, calls: [...calls], gate, findings: kept, tree: tree ?? null, strayed },
  };
}

function withShortLists<T extends object>(finding: T): T;
function withShortLists(finding: object): object {
  return Object.fromEntries(
    Object.entries(finding).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value,
    ]),
  );
}
