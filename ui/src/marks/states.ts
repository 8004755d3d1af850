/** How something stands, as it is shown: each has a shape and a word beside its colour. */
export type State =
  | 'needs_you'
  | 'running'
  | 'done'
  | 'unproven'
  | 'failed'
  | 'waiting'
  | 'blocked'
  | 'ready'
  | 'pending';
