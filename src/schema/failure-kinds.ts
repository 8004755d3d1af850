/** The ways in which a call to an agent can fail. */
export const failureKinds = [
  'crash',
  'timeout',
  'idle',
  'auth',
  'rate_limit',
  'overloaded',
  'billing',
  'context_too_long',
  'refused',
  'max_turns',
  'budget',
  'invalid_answer',
  'not_installed',
  'denied',
] as const;

export type FailureKind = (typeof failureKinds)[number];
