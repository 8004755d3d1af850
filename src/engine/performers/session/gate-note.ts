import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { EventData, SessionEvent } from '../../../workflows/session/events.ts';
import type { GateNote } from '../../../workflows/session/session-state.ts';
import type { SessionJob } from './job.ts';

const MOST_LINES = 40;
const LONGEST_LINE = 2_000;

/** What was measured for a gate, bounded, for the log and for whoever puts it right. */
export function note(
  { services }: SessionJob,
  state: GateNote['state'],
  {
    strength = [],
    lines = [],
    tree = null,
  }: Partial<Record<'strength' | 'lines', readonly string[]>> & { tree?: string | null },
): GateNote {
  return {
    state,
    strength: [...strength],
    lines: lines
      .filter((line) => line.trim() !== '')
      .slice(0, MOST_LINES)
      .map((line) => services.redact(line).slice(0, LONGEST_LINE)),
    tree,
    at: services.clock.now().toISOString(),
  };
}

interface Consequence {
  readonly back_to?: EventData<'gated'>['back_to'];
  readonly failed?: EventData<'gated'>['failed'];
  readonly calls?: readonly CallRecord[];
}

export function gated(
  { id }: SessionJob,
  notes: EventData<'gated'>['notes'],
  { back_to = null, failed = [], calls = [] }: Consequence = {},
): SessionEvent {
  return { type: 'gated', data: { effect: id, calls: [...calls], notes, back_to, failed } };
}
