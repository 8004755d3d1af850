import { beginAmendment, failAmendment } from '../delivery/amendment.ts';
import { consequenceOf, handToAmend, publish, settle, takeNews } from '../delivery/proposal.ts';
import type { EventData } from './events.ts';
import type { Session } from './session-state.ts';

export function published(state: Session, { publication, answered }: EventData<'published'>): Session {
  state.proposal = publish(state.proposal, publication, answered);
  state.delivery = { at: 'proposed' };
  return state;
}

export function requestSync(state: Session): Session {
  if (state.delivery?.at === 'proposed') state.delivery = { at: 'sync' };
  return state;
}

/** What people and checks say of published work is put right, and what conflicts with it is taken up. */
export function synced(state: Session, { news }: EventData<'synced'>, at: string): Session {
  if (state.proposal === undefined) return state;
  state.proposal = takeNews(state.proposal, news, at);
  const follows = consequenceOf(news);
  state.delivery = follows.kind === 'landed' ? { at: 'done', merge: follows.commit } : { at: 'proposed' };
  if (follows.kind === 'rebase') state.rebase ??= { problems: null };
  if (follows.kind !== 'feedback') return state;
  state.proposal = handToAmend(state.proposal, follows.remarks);
  state.amend = beginAmendment(follows.remarks);
  state.delivery = { at: 'amend' };
  return state;
}

/** It is judged for the merge once more, and published. */
export function amended(state: Session, { tip }: EventData<'amended'>): Session {
  state.tip = tip;
  delete state.amend;
  if (state.proposal !== undefined) state.proposal = settle(state.proposal);
  state.rebased = { own_side: state.rebased?.own_side ?? null };
  state.delivery = { at: 'wanted', asked: false };
  return state;
}

export function amendFailed(state: Session, { detail }: EventData<'amend_failed'>): Session {
  if (state.amend === undefined) return state;
  state.amend = failAmendment(state.amend, detail.join('\n'));
  if (state.amend.given_up) state.delivery = { at: 'proposed' };
  return state;
}
