import { throwFailure } from '../base/failure.ts';
import { type Exchanged, type ExchangePlace, exchangeRefs } from '../git/exchange.ts';
import type { Git } from '../git/git.ts';
import { resolveRevision } from '../git/repository.ts';

/** Below this lies everything that a fleet puts into its remote. */
const FLEET_REFS = 'refs/orchestral/fleet/';

/** Where jobs of some work begin. */
export function baseRef(owner: string, commit: string): string {
  return `${FLEET_REFS}${owner}/base/${commit}`;
}

/** What a worker made of a job. */
export function resultRef({ owner, id }: { readonly owner: string; readonly id: string }, grant: string): string {
  return `${FLEET_REFS}${owner}/result/${id}-${grant}`;
}

export interface RemoteCommit {
  readonly commit: string;
  readonly ref: string;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Troubles that pass: the remote is waited for. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly onTrouble: (detail: string) => void;
  /** How long it is waited for; always when not given. */
  readonly forMs?: number;
}

export async function pushRef(
  git: Git,
  place: ExchangePlace,
  { commit, ref }: RemoteCommit,
  patience: Patience,
): Promise<void> {
  await patiently(patience, () => exchangeRefs(git, place, { push: [`${commit}:${ref}`] }));
}

/** Has a commit with all that is in it; fails where the place holds another one. */
export async function fetchRef(
  git: Git,
  place: ExchangePlace,
  { commit, ref }: RemoteCommit,
  patience: Patience,
): Promise<void> {
  const isHere = async () => (await resolveRevision(git, place.repository, `${commit}^{tree}`)) !== null;
  if (await isHere()) return;
  await patiently(patience, () => exchangeRefs(git, place, { fetch: [`+${ref}:${ref}`] }));
  // The name of a commit is made from its content: whatever the ref leads to, this one is here or is not.
  if (!(await isHere())) throwFailure('git.ref_moved', { ref, expected: commit, found: null });
}

/** Takes away everything of some work, whoever put it there. What cannot be taken away now stays. */
export function removeRefsOf(git: Git, place: ExchangePlace, owner: string): Promise<Exchanged> {
  return exchangeRefs(git, place, { remove: `${FLEET_REFS}${owner}/*` });
}

async function patiently(
  { signal, onTrouble, forMs = Infinity }: Patience,
  work: () => Promise<Exchanged>,
): Promise<void> {
  const began = performance.now();
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    if (signal.aborted) throwFailure('work.cancelled', {});
    const done = await work();
    if (done.kind === 'done') return;
    const isOver = performance.now() - began > forMs;
    if (done.why !== 'unreachable' || isOver)
      throwFailure('fleet.remote_refused', { why: done.why, detail: done.detail });
    onTrouble(done.detail);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}
