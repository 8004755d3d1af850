import { consequenceOf, handOver, keepReplies as keepRepliesTo, publish, takeNews } from '../delivery/proposal.ts';
import { remarksText } from '../delivery/remarks-text.ts';
import type { EventData } from './events.ts';
import { enter, moveOn, tellHistory } from './moves.ts';
import { sendBack } from './rounds.ts';
import { testsOf } from './rebase.ts';
import type { Run } from './run-state.ts';

/** Approved work is where others review it. */
export function published(state: Run, { publication, answered }: EventData<'published'>, at: string): Run {
  const { step } = state;
  if (step.at !== 'merge') return state;
  tellHistory(state, { result: 'published', at });
  state.proposal = publish(state.proposal, publication, answered);
  return moveOn(state, { at: 'proposed', work: step.work });
}

/** Whether there is anything to look after, and nobody works on it. */
export function canSync({ step, proposal }: Run): boolean {
  return proposal !== undefined && (step.at === 'proposed' || step.at === 'ready_for_merge' || step.at === 'sync');
}

export function requestSync(state: Run): Run {
  const { step } = state;
  if (!canSync(state)) return state;
  if (step.at === 'proposed') return enter(state, { at: 'sync', work: step.work });
  if (step.at !== 'ready_for_merge') return state;
  const { work, to_allow } = step;
  return enter(state, { at: 'sync', work, pack: { work, ...(to_allow !== undefined && { to_allow }) } });
}

/** What people and checks say of published work sends it back, as a rejection does. */
export function synced(state: Run, { news }: EventData<'synced'>, at: string): Run {
  const { step } = state;
  if (step.at !== 'sync' || state.proposal === undefined) return state;
  const proposal = takeNews(state.proposal, news, at);
  state.proposal = proposal;
  const { work, pack } = step;
  const follows = consequenceOf(news);
  if (follows.kind === 'landed') {
    tellHistory(state, { result: 'merged', at });
    return moveOn(state, { at: 'completed', merge: follows.commit });
  }
  if (follows.kind === 'feedback') {
    state.proposal = handOver(proposal, follows.remarks, state.iteration + 1);
    const { remarks } = follows;
    // What a check printed is about one state of the work.
    const lasting = remarksText(remarks.map((one) => (one.kind === 'check' ? { ...one, text: '' } : one)));
    const sent = sendBack(state, { from: 'pull_request', reason: remarksText(remarks), lasting, work }, at);
    const isBuilding = sent.step.at === 'build';
    return isBuilding && follows.rebases ? enter(sent, { at: 'rebase', before: { at: 'build' } }) : sent;
  }
  if (follows.kind === 'rebase')
    return moveOn(state, { at: 'rebase', before: testsOf(work, state.claims), pack: pack ?? { work } });
  return moveOn(
    state,
    pack === undefined ? { at: 'proposed', work } : { at: 'ready_for_merge', refusal: null, ...pack },
  );
}

/** Another remote than before is told to the person, who then sends it there; what others pushed is what to take up. */
export function notePublishRefusal(state: Run, { why, theirs }: EventData<'merge_refused'>): void {
  if (why === 'remote_changed') delete state.proposal;
  if (state.proposal !== undefined && theirs !== undefined) state.proposal = { ...state.proposal, theirs };
}

export function keepReplies(state: Run, replies: EventData<'built'>['replies'] = []): void {
  if (state.proposal !== undefined && state.feedback?.from === 'pull_request')
    state.proposal = keepRepliesTo(state.proposal, replies);
}
