import { throwFailure } from '../base/failure.ts';
import type { Checkout, Git } from './git.ts';
import { outputText } from './git-output.ts';

export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** For commits that must not fail because git has no identity. */
export const OWN_IDENTITY: Identity = { name: 'Orchestral', email: 'orchestral@localhost' };

export interface Identities {
  readonly author: Identity;
  readonly committer: Identity;
}

const asked = new WeakMap<Git, Map<string, Promise<Identities>>>();

/** Who writes commits here, as the person set it up. Asked once: it does not change under a run. */
export function readIdentities(git: Git, checkout: Checkout): Promise<Identities> {
  const { commonDir } = checkout;
  const known = asked.get(git) ?? new Map<string, Promise<Identities>>();
  asked.set(git, known);
  const answer = known.get(commonDir) ?? askForIdentities(git, checkout);
  known.set(commonDir, answer);
  // A person who is told that there is none sets one up, and tries again.
  answer.catch(() => known.delete(commonDir));
  return answer;
}

async function askForIdentities(git: Git, checkout: Checkout): Promise<Identities> {
  const [author, committer] = [await readIdentity(git, checkout, 'AUTHOR'), await readCommitter(git, checkout)];
  if (author === null || committer === null) return throwFailure('git.no_identity', {});
  return { author, committer };
}

/** Null when git has none. */
export function readCommitter(git: Git, checkout: Checkout): Promise<Identity | null> {
  return readIdentity(git, checkout, 'COMMITTER');
}

async function readIdentity(git: Git, checkout: Checkout, who: 'AUTHOR' | 'COMMITTER'): Promise<Identity | null> {
  const answer = await git.read(checkout, ['var', `GIT_${who}_IDENT`], { exits: [0, 1, 128] });
  const ident = /^(.*) <(.*)> \d+ [+-]\d{4}$/u.exec(outputText(answer));
  const [name = '', email = ''] = ident?.slice(1) ?? [];
  return answer.exit === 0 && name !== '' && email !== '' ? { name, email } : null;
}

/** As a line of a commit: `Name <address> seconds zone`. */
export function formatIdentity({ name, email }: Identity, when: Date): string {
  const minutes = -when.getTimezoneOffset();
  const digits = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  const zone = `${minutes < 0 ? '-' : '+'}${digits(Math.abs(minutes) / 60)}${digits(Math.abs(minutes) % 60)}`;
  return `${name} <${email}> ${Math.floor(when.getTime() / 1000)} ${zone}`;
}
