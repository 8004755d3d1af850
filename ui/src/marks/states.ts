/** How something stands, as it is shown: each has a shape and a word beside its colour. */
export const states = [
  'needs_you',
  'running',
  'done',
  'unproven',
  'failed',
  'waiting',
  'blocked',
  'ready',
  'pending',
] as const;

export type State = (typeof states)[number];
