/** The places between recording and doing where a crash could tell; see also the store's own. */
type EnginePoint =
  | 'effect.recorded'
  | 'worktree.made'
  | 'agent.ended'
  | 'work.committed'
  | 'checks.ended'
  | 'files.written'
  | 'pack.written'
  | 'merge.made'
  | 'work.delivered'
  | 'worktree.removed'
  | 'effect.performed'
  | 'outcome.recorded';

export type OnEnginePoint = (point: EnginePoint) => void;
