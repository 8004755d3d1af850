import { beginAmendment, failAmendment } from '../delivery/amendment.ts';
import { consequenceOf, handToAmend, publish, settle, takeNews } from '../delivery/proposal.ts';
import type { AutoEvent } from './events.ts';
import type { Graph } from './graph-state.ts';

type Data<T extends AutoEvent['type']> = Extract<AutoEvent, { type: T }>['data'];

export function published(state: Graph, { publication, answered }: Data<'published'>): void {
  state.proposal = publish(state.proposal, publication, answered);
  delete state.unpublished;
  state.left_alone = null;
}

/** What people and checks say of the published phases is put right, and what conflicts taken up, before the next one. */
export function synced(state: Graph, { news }: Data<'synced'>, at: string): void {
  delete state.wants_sync;
  if (state.proposal === undefined) return;
  const { base_commit: before } = state.proposal;
  state.proposal = takeNews(state.proposal, news, at);
  const follows = consequenceOf(news);
  if (follows.kind === 'landed') {
    for (const one of Object.values(state.phases)) if (one.completed_at !== undefined) one.delivered = true;
    delete state.amend;
    delete state.rebase;
  }
  const rebases = follows.kind === 'rebase' || (follows.kind === 'feedback' && follows.rebases);
  // A base that agents did not get along with is a person's affair until it moves.
  const isNew = state.left_alone === null || before !== state.proposal.base_commit;
  if (rebases && isNew && !state.stopped) state.rebase ??= { tries: 0, problems: [] };
  if (follows.kind !== 'feedback' || state.amend?.given_up === false) return;
  state.proposal = handToAmend(state.proposal, follows.remarks);
  state.amend = beginAmendment(follows.remarks);
}

export function amended(state: Graph, { trunk }: Data<'amended'>): void {
  state.trunk = trunk;
  delete state.amend;
  if (state.proposal !== undefined) state.proposal = settle(state.proposal);
  state.unpublished = true;
}

export function amendFailed(state: Graph, { mishap }: Data<'amend_failed'>): void {
  if (state.amend !== undefined)
    state.amend = failAmendment(
      state.amend,
      [mishap.message, mishap.evidence].filter((part) => part !== '').join('\n\n'),
    );
}

/** Whether there is anything to look after. */
export function canSync({ proposal }: Graph): boolean {
  return proposal !== undefined && proposal.state !== 'merged';
}
