import { isUsedUp } from '../policy/retry.ts';
import { moveOn, tellHistory } from './moves.ts';
import { roles, type Run, type Work } from './run-state.ts';

type Feedback = NonNullable<Run['feedback']>;

interface SentBack extends Pick<Feedback, 'from' | 'reason'> {
  /** What holds for all rounds that follow, where that is not all of it. */
  readonly lasting?: string;
  readonly work: Work;
}

/** Whoever looked at the work wants it otherwise: it is not shown again as it is. */
export function sendBack(state: Run, { from, reason, lasting = reason, work }: SentBack, at: string): Run {
  tellHistory(state, { result: 'rejected', at });
  state.rejected = [...(state.rejected ?? []), work.tree];
  state.rejections = [
    ...(state.rejections ?? []),
    { iteration: state.iteration, reason: lasting, commit: work.commit },
  ];
  return again(state, { from, reason, issues: [], findings: [], failures: [] });
}

export function again(state: Run, feedback: Feedback): Run {
  state.feedback = feedback;
  if (isUsedUp(state.iteration, state.max_iterations))
    return moveOn(state, { at: 'failed', error: 'max_iterations', before: { at: 'build' } });
  return nextRound(state);
}

export function nextRound(state: Run): Run {
  state.iteration += 1;
  if (state.work !== null) state.earlier_rounds = [...(state.earlier_rounds ?? []), state.work];
  for (const role of roles) if (role !== 'refiner') state.agents[role] = { status: 'pending' };
  return moveOn(state, { at: 'build' });
}
