import { beginAmendment, failAmendment } from '../delivery/amendment.ts';
import { consequenceOf, handOver, publish, takeNews } from '../delivery/proposal.ts';
import type { AutoEvent } from './events.ts';
import type { Graph } from './graph-state.ts';

type Data<T extends AutoEvent['type']> = Extract<AutoEvent, { type: T }>['data'];

export function published(state: Graph, { publication, answered }: Data<'published'>): void {
  state.proposal = publish(state.proposal, publication, answered);
  delete state.unpublished;
  state.left_alone = null;
}

/** What people and checks say of the published phases is put right before the next one begins. */
export function synced(state: Graph, { news }: Data<'synced'>, at: string): void {
  delete state.wants_sync;
  if (state.proposal === undefined) return;
  state.proposal = takeNews(state.proposal, news, at);
  const follows = consequenceOf(news);
  if (follows.kind === 'landed') {
    for (const one of Object.values(state.phases)) if (one.completed_at !== undefined) one.delivered = true;
    delete state.amend;
  }
  if (follows.kind !== 'feedback' || state.amend !== undefined) return;
  const round = 1 + Math.max(0, ...state.proposal.handed.map((one) => one.round));
  state.proposal = handOver(state.proposal, follows.remarks, round);
  state.amend = beginAmendment(follows.remarks);
}

export function amended(state: Graph, { trunk }: Data<'amended'>): void {
  state.trunk = trunk;
  delete state.amend;
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
