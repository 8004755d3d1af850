/** Why nothing was pushed. */
export const publishRefusals = [
  'no_remote',
  'remote_changed',
  'others_pushed',
  'protected',
  'denied',
  'signed_out',
  'unreachable',
  'failed',
] as const;

export type PublishRefusal = (typeof publishRefusals)[number];

/** Why work that a person approved was neither merged nor published. */
export const mergeRefusals = ['conflict', 'red', 'moved', 'base_gone', 'unallowed', ...publishRefusals] as const;
