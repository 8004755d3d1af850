import { auto } from '../../workflows/auto/auto.ts';
import type { CallRecord } from '../../workflows/policy/calls.ts';
import { run } from '../../workflows/run/run.ts';
import { sessionIn } from '../../workflows/session/session.ts';
import { findLogs, type ProjectLog } from '../door/logs.ts';
import type { Project } from '../project.ts';
import { replayLog } from './replay-log.ts';

/** Calls of one day that have everything in common. */
export interface CostLine {
  readonly day: string;
  readonly workflow: ProjectLog['workflow'];
  readonly role: string;
  readonly backend: string;
  readonly model: string | null;
  readonly is_failed: boolean;
  calls: number;
  input_tokens: number;
  output_tokens: number;
  cost_usd: number | null;
  duration_ms: number;
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

/** What calls of agents took, from one day to another (`2026-01-31`, both included), oldest first. */
export function readCosts(project: Project, { from, to }: { readonly from: string; readonly to: string }): CostLine[] {
  const lines = new Map<string, CostLine>();
  for (const log of findLogs(project)) {
    const hear = ({
      event,
      at,
    }: {
      readonly event: { readonly type: string; readonly data: object };
      readonly at: string;
    }) => {
      const day = at.slice(0, 10);
      if (day < from || day > to || !('calls' in event.data) || !isCalls(event.data.calls)) return;
      for (const call of event.data.calls)
        count(lines, { day, workflow: log.workflow, is_failed: FAILED.has(event.type) }, call);
    };
    replay(log, hear);
  }
  return [...lines.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

type Hear = (heard: { readonly event: { readonly type: string; readonly data: object }; readonly at: string }) => void;

function replay({ workflow, path }: ProjectLog, hear: Hear): void {
  switch (workflow) {
    case 'run':
      return replayLog(path, run, hear);
    case 'session':
      return replayLog(path, sessionIn({ path: '', name: '', hash: '' }), hear);
    case 'auto':
      return replayLog(path, auto, hear);
    default:
      return workflow satisfies never;
  }
}

/** Read from a log by its schema: a list of calls, or absent. */
function isCalls(value: unknown): value is readonly CallRecord[] {
  return Array.isArray(value);
}

function count(
  lines: Map<string, CostLine>,
  of: Pick<CostLine, 'day' | 'workflow' | 'is_failed'>,
  { role, backend, model, input_tokens, output_tokens, cost_usd, duration_ms }: CallRecord,
): void {
  const key = JSON.stringify([of, role, backend, model]);
  const none = { calls: 0, input_tokens: 0, output_tokens: 0, cost_usd: null, duration_ms: 0 };
  const line = lines.get(key) ?? { ...of, role, backend, model, ...none };
  lines.set(key, line);
  line.calls += 1;
  line.input_tokens += input_tokens;
  line.output_tokens += output_tokens;
  line.duration_ms += duration_ms;
  if (cost_usd !== null) line.cost_usd = (line.cost_usd ?? 0) + cost_usd;
}
