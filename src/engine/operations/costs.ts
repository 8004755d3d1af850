import { addSpending, NO_SPENDING, type Spending } from '../../base/spending.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import type { ProjectLog } from '../door/logs.ts';
import type { Fold } from './log-history.ts';

/** Calls of one day that have everything in common. */
export interface CostLine extends Spending {
  readonly day: string;
  readonly workflow: ProjectLog['workflow'];
  readonly role: string;
  readonly backend: string;
  readonly model: string | null;
  readonly is_failed: boolean;
}

/** Calls that ended so came to nothing. */
const FAILED = new Set([
  'step_failed',
  'attempt_failed',
  'review_failed',
  'repair_failed',
  'strayed',
  'nothing_built',
  'spent',
]);

/** What calls of agents took, by day. */
export function foldCosts(
  workflow: ProjectLog['workflow'],
): Fold<unknown, { readonly type: string; readonly data: object }, ReadonlyMap<string, CostLine>> {
  const lines = new Map<string, CostLine>();
  return {
    view: lines,
    hear: ({ event: { type, data }, at }) => {
      if (!('calls' in data) || !isCalls(data.calls)) return;
      for (const call of data.calls)
        count(lines, { day: at.slice(0, 10), workflow, is_failed: FAILED.has(type) }, call);
    },
  };
}

/** Of several logs together, from one day to another (`2026-01-31`, both included), oldest first. */
export function sumCosts(
  logs: readonly ReadonlyMap<string, CostLine>[],
  { from, to }: { readonly from: string; readonly to: string },
): CostLine[] {
  const sums = new Map<string, CostLine>();
  for (const [key, line] of logs.flatMap((lines) => [...lines])) {
    if (line.day < from || line.day > to) continue;
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? line : { ...sum, ...addSpending(sum, line) });
  }
  return [...sums.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Read from a log by its schema: a list of calls, or absent. */
function isCalls(value: unknown): value is readonly CallRecord[] {
  return Array.isArray(value);
}

function count(
  lines: Map<string, CostLine>,
  of: Pick<CostLine, 'day' | 'workflow' | 'is_failed'>,
  call: CallRecord,
): void {
  const { role, backend, model } = call;
  const key = JSON.stringify([of, role, backend, model]);
  const spent = addSpending(lines.get(key) ?? NO_SPENDING, { ...call, calls: 1 });
  lines.set(key, { ...of, role, backend, model, ...spent });
}
