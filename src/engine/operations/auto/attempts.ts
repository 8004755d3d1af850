import type { Spending } from '../../../base/spending.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import { type AutoState, isHeldTask } from '../../../workflows/auto/graph-state.ts';
import type { Fold, Replayed } from '../log-history.ts';
import { modelsOf, sumCalls } from '../fold-steps.ts';

/** One step of a task, a phase or the graph, from its start to its outcome. */
export interface AutoAttempt {
  readonly effect: string;
  /** Null for what is of a phase or of the whole graph. */
  readonly task: string | null;
  readonly step: string;
  readonly attempt: number;
  readonly started_at: string;
  ended_at: string | null;
  /** The event that it ended with. */
  outcome: string | null;
  failure: { readonly kind: string; readonly message: string; readonly evidence: string } | null;
  spent: Spending | null;
  models: string[];
  /** Of the last line that says something of it. */
  seq: number;
}

/** A time in which the work of a task waited for a person. */
interface HeldTime {
  readonly task: string;
  readonly from: string;
  /** Null while it waits. */
  until: string | null;
}

export interface AutoHistory {
  readonly attempts: readonly AutoAttempt[];
  readonly held: readonly HeldTime[];
  /** Of the last line. */
  readonly seq: number;
  /** What tasks that were merged changed: from which commit to which. */
  readonly merged: ReadonlyMap<string, MergedTask>;
}

interface MergedTask {
  readonly from: string;
  readonly to: string;
  /** Of the merge: what was tested before the task was taken. */
  readonly tree: string;
}

/** Every step that was begun, oldest first. */
export function foldAttempts(): Fold<AutoState, AutoEvent, AutoHistory> {
  const attempts: AutoAttempt[] = [];
  const running = new Map<string, AutoAttempt>();
  const held: HeldTime[] = [];
  const waiting = new Map<string, HeldTime>();
  const merged = new Map<string, MergedTask>();
  let last = 0;
  let tip: string | null = null;
  const noteHeld = (id: string, state: AutoState, at: string) => {
    const task = state.kind === 'graph' ? state.tasks[id] : undefined;
    const before = waiting.get(id);
    const isHeld = task !== undefined && isHeldTask(task);
    if (isHeld === (before !== undefined)) return;
    if (before === undefined) {
      const begun = { task: id, from: at, until: null };
      held.push(begun);
      waiting.set(id, begun);
    } else {
      before.until = at;
      waiting.delete(id);
    }
  };
  const hear = ({ event, seq, at, state }: Replayed<AutoState, AutoEvent>) => {
    last = seq;
    if ('id' in event.data) noteHeld(event.data.id, state, at);
    if (event.type === 'task_merged' && tip !== null)
      merged.set(event.data.id, { from: tip, to: event.data.tip.commit, tree: event.data.tip.tree });
    tip = state.kind === 'graph' ? (state.tip?.commit ?? null) : null;
    const effect = effectOf(event);
    if (effect === undefined) return;
    if (event.type === 'effect_started') {
      const begun = newAttempt(effect, at, seq);
      attempts.push(begun);
      running.set(effect, begun);
      return;
    }
    const attempt = running.get(effect);
    if (attempt === undefined) return;
    running.delete(effect);
    attempt.ended_at = at;
    attempt.seq = seq;
    attempt.outcome = event.type === 'effect_interrupted' ? 'interrupted' : event.type;
    if ('calls' in event.data && event.data.calls !== undefined) {
      attempt.spent = sumCalls(event.data.calls);
      attempt.models = modelsOf(event.data.calls);
    }
    if ('mishap' in event.data) {
      const { kind, message, evidence } = event.data.mishap;
      attempt.failure = { kind, message, evidence };
    }
  };
  return {
    hear,
    get view() {
      return { attempts, held, seq: last, merged };
    },
  };
}

function effectOf({ data }: AutoEvent): string | undefined {
  return 'effect' in data ? data.effect : undefined;
}

/** `auto/T1.3/work#2`, `auto/deliver-1#1`. */
function newAttempt(effect: string, started_at: string, seq: number): AutoAttempt {
  const [, inside = '', number = '1'] = /^auto\/(.*)#(\d+)$/.exec(effect) ?? [];
  const [first = '', second] = inside.split('/');
  const place = second === undefined ? { task: null, step: first } : { task: first, step: second };
  const open = { ended_at: null, outcome: null, failure: null, spent: null, models: [] };
  return { effect, ...place, attempt: Number(number), started_at, ...open, seq };
}
