/** The places between recording and doing where a crash could tell; see also the store's own. */
export const enginePoints = [
  'effect.recorded',
  'worktree.made',
  'agent.ended',
  'work.committed',
  'checks.ended',
  'files.written',
  'pack.written',
  'merge.made',
  'work.delivered',
  'worktree.removed',
  'effect.performed',
  'outcome.recorded',
] as const;

export type EnginePoint = (typeof enginePoints)[number];

export type OnEnginePoint = (point: EnginePoint) => void;
