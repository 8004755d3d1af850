import * as z from 'zod/mini';
import { failure, type Failure, type FailureCode } from '../../base/failure.ts';

/** Why a host or a remote did not do what it was asked for. The work is where it was. */
export const trouble = z.strictObject({
  why: z.enum([
    'no_host',
    'unknown_host',
    'no_program',
    'signed_out',
    'denied',
    'not_found',
    'refused',
    'limited',
    'unreachable',
    'garbage',
    'not_fetched',
  ]),
  host: z.string(),
  program: z.nullable(z.enum(['gh', 'glab'])),
  /** What it said, or was asked for. */
  detail: z.string(),
  /** How long it wants to be left alone. */
  seconds: z.nullable(z.number()),
});

export type Trouble = z.infer<typeof trouble>;

/** Undefined of what is no trouble with a host: that is for others to handle. */
export function toTrouble(failed: Failure): Trouble | undefined {
  const why = WHYS[failed.code];
  if (why === undefined) return undefined;
  const { host = '', program = null, seconds = null, ...said } = troubleParams.parse(failed.params);
  const { address, message, what, reason } = said;
  return { why, host, program, detail: address ?? message ?? reason ?? what ?? '', seconds };
}

/** All that such failures say. */
const troubleParams = z.object({
  host: z.optional(z.string()),
  program: z.optional(z.enum(['gh', 'glab'])),
  seconds: z.optional(z.nullable(z.number())),
  address: z.optional(z.string()),
  message: z.optional(z.string()),
  what: z.optional(z.string()),
  reason: z.optional(z.string()),
});

const WHYS: Readonly<Partial<Record<FailureCode, Trouble['why']>>> = {
  'pull_request.no_host': 'no_host',
  'forge.unknown_host': 'unknown_host',
  'forge.no_program': 'no_program',
  'forge.signed_out': 'signed_out',
  'forge.denied': 'denied',
  'forge.not_found': 'not_found',
  'forge.refused': 'refused',
  'forge.limited': 'limited',
  'forge.unreachable': 'unreachable',
  'forge.garbage': 'garbage',
};

/** As a failure of the command that was to do it. */
export function troubleFailure({ why, host, program, detail, seconds }: Trouble): Failure {
  switch (why) {
    case 'no_host':
      return failure('pull_request.no_host', { address: detail });
    case 'unknown_host':
      return failure('forge.unknown_host', { host });
    case 'no_program':
    case 'signed_out':
      return failure(`forge.${why}`, { program: program ?? 'gh', host });
    case 'denied':
    case 'refused':
      return failure(`forge.${why}`, { host, what: '', message: detail });
    case 'not_found':
    case 'garbage':
      return failure(`forge.${why}`, { host, what: detail });
    case 'limited':
      return failure('forge.limited', { host, seconds });
    case 'unreachable':
      return failure('forge.unreachable', { host, reason: detail });
    case 'not_fetched':
      return failure('pull_request.not_fetched', { remote: host, reason: detail });
    default:
      return why satisfies never;
  }
}
