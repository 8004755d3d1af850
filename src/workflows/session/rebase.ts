import type { EventData } from './events.ts';
import type { Session } from './session-state.ts';
import { beginAnew, inLoop, restart } from './subtask-moves.ts';

const UNDER_WAY: ReadonlySet<NonNullable<Session['delivery']>['at']> = new Set(['done', 'wanted', 'sync', 'amend']);

/** Whether there is anything that could stand on another base. */
export function canRebase({ status, stage, delivery, question }: Session): boolean {
  if (question !== undefined || (delivery !== null && UNDER_WAY.has(delivery.at))) return false;
  return stage.at === 'complete' || status !== 'completed';
}

/** A session that was stopped goes on with it; the subtask it was at begins again, on the new base. */
export function requestRebase(state: Session): Session {
  if (!canRebase(state)) return state;
  state.rebase ??= { problems: null };
  if (state.status !== 'stopped') return state;
  state.status = 'active';
  state.failure = null;
  state.repeats = {};
  return inLoop(state, ({ subtask }) => {
    if (subtask.work === null && subtask.status !== 'failed') return;
    beginAnew(subtask);
    restart(subtask, 'write');
  });
}

/** What was measured of the old base counts no more, and neither does what a person said of merging the old work. */
export function rebased(state: Session, { base, tip, own_side }: EventData<'rebased'>): Session {
  if (state.base === null) return state;
  delete state.rebase;
  state.base = { ...state.base, commit: base };
  state.tip = tip;
  state.rebased = { own_side: own_side ?? state.rebased?.own_side ?? null };
  // What is published is brought up to date.
  state.delivery = state.proposal === undefined ? null : { at: 'wanted', asked: false };
  if (state.proposal !== undefined) state.proposal = { ...state.proposal, theirs: null };
  delete state.prepared;
  return state;
}

/** An agent tries it once more; then the work stays on the base that it has. */
export function refuseRebase(
  state: Session,
  { why, detail }: { readonly why: string; readonly detail: readonly string[] },
): Session {
  if (state.rebase === undefined) return state;
  if (state.rebase.problems === null) {
    state.rebase.problems = [...detail];
    return state;
  }
  return giveUpRebase(state, { why, detail });
}

export function giveUpRebase(
  state: Session,
  { why, detail }: { readonly why: string; readonly detail: readonly string[] },
): Session {
  delete state.rebase;
  if (state.stage.at === 'complete') {
    state.delivery = { at: 'refused', why, detail: [...detail] };
    return state;
  }
  state.status = 'stopped';
  state.failure = { code: `rebase_${why}`, detail: detail.join('\n') };
  return state;
}
