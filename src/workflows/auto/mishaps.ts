import type { Mishap, Mishaps } from './graph-state.ts';

const REMEMBERED = 3;

/** What happened before, and this. */
export function oneMore(before: Mishaps | null, last: Mishap, at: string): Mishaps {
  const fingerprints = [...(before?.fingerprints ?? []), last.fingerprint].slice(-REMEMBERED);
  return { count: (before?.count ?? 0) + 1, fingerprints, last, at };
}
