import fs from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../files/folder.ts';
import type { ProcessResult } from '../process/command.ts';
import type { Git, Repository } from './git.ts';
import { resolveRevision } from './repository.ts';

/** Why a remote did not take or give something. */
type ExchangeTrouble =
  /** It has commits that are not in what was pushed. */
  'others_pushed' | 'protected' | 'denied' | 'signed_out' | 'unreachable' | 'failed';

export type Exchanged =
  | { readonly kind: 'done' }
  | { readonly kind: 'trouble'; readonly why: ExchangeTrouble; readonly detail: string };

/** A private git folder, for speaking with remotes. */
export async function openExchange(git: Git, folder: string): Promise<Repository> {
  const gitDir = path.join(folder, '.git');
  if (!fs.existsSync(path.join(gitDir, 'HEAD'))) {
    makeFolder(folder);
    await git.create(folder);
  }
  return { kind: 'repository', folder, gitDir, commonDir: gitDir, trusted: {} };
}

export interface ExchangePlace {
  readonly repository: Repository;
  /** See `openExchange`. */
  readonly exchange: Repository;
  readonly address: string;
}

/** Puts a branch of the remote on the commit, if that loses nothing there. */
export async function pushCommit(
  git: Git,
  { repository, exchange, address }: ExchangePlace,
  { commit, branch }: { readonly commit: string; readonly branch: string },
): Promise<Exchanged> {
  const refspec = `${commit}:refs/heads/${branch}`;
  const pushed = await git.exchange(repository, exchange, [
    'push',
    '--porcelain',
    '--no-verify',
    '--',
    address,
    refspec,
  ]);
  return exchanged(pushed);
}

/** The commits that branches of the remote are on, with all that is in them; null for one that does not exist. */
export async function fetchBranches(
  git: Git,
  { repository, exchange, address }: ExchangePlace,
  branches: readonly string[],
): Promise<{ readonly kind: 'fetched'; readonly tips: ReadonlyMap<string, string | null> } | Exchanged> {
  const refs = branches.map((branch) => `refs/heads/${branch}`);
  const listed = await git.exchange(repository, exchange, ['ls-remote', '--heads', '--', address, ...refs]);
  const came = exchanged(listed);
  if (came.kind === 'trouble') return came;
  const there = Buffer.from(listed.stdout).toString('utf8');
  const present = refs.filter((ref) => there.includes(`\t${ref}\n`));
  if (present.length > 0) {
    const specs = present.map((ref) => `+${ref}:${fetchedRef(ref)}`);
    const args = ['fetch', '--no-tags', '--no-write-fetch-head', '--quiet', '--', address, ...specs];
    const fetched = exchanged(await git.exchange(repository, exchange, args));
    if (fetched.kind === 'trouble') return fetched;
  }
  const tips = new Map<string, string | null>();
  for (const [n, branch] of branches.entries()) {
    const ref = refs[n] ?? '';
    tips.set(branch, present.includes(ref) ? await resolveRevision(git, exchange, fetchedRef(ref)) : null);
  }
  return { kind: 'fetched', tips };
}

/** `remove`: a pattern. */
export type RefExchange =
  | { readonly push: readonly string[] }
  | { readonly fetch: readonly string[] }
  | { readonly remove: string };

/** Puts commits into refs of the remote that are nobody's branches, gets them, or takes them away. A push never overwrites. */
export async function exchangeRefs(
  git: Git,
  { repository, exchange, address }: ExchangePlace,
  wanted: RefExchange,
): Promise<Exchanged> {
  return exchanged(await git.exchange(repository, exchange, refArguments(wanted, address)));
}

function refArguments(wanted: RefExchange, address: string): readonly string[] {
  if ('fetch' in wanted)
    return ['fetch', '--no-tags', '--no-write-fetch-head', '--quiet', '--', address, ...wanted.fetch];
  if ('push' in wanted) return ['push', '--porcelain', '--no-verify', '--', address, ...wanted.push];
  // What is there and has no counterpart here goes: nothing has one.
  return ['push', '--porcelain', '--no-verify', '--prune', '--', address, `refs/nothing/*:${wanted.remove}`];
}

function fetchedRef(ref: string): string {
  return ref.replace(/^refs\/heads\//u, 'refs/fetched/');
}

/** What git and the programs that it starts print, in English: `LC_ALL` is ours. */
const TROUBLES: readonly (readonly [ExchangeTrouble, RegExp])[] = [
  ['others_pushed', /\[rejected\]|non-fast-forward|fetch first|stale info/u],
  ['protected', /protected branch|GH006|GH013|pre-receive hook declined|not allowed to push/iu],
  [
    'signed_out',
    /could not read (?:Username|Password)|Authentication failed|Permission denied \(|Invalid username or|HTTP Basic: Access denied|terminal prompts disabled|Host key verification failed/iu,
  ],
  [
    'denied',
    /Permission to .* denied|error: 403|not permitted|insufficient permission|Write access to repository not granted|remote rejected/iu,
  ],
  [
    'unreachable',
    /Could not resolve host|Connection (?:refused|timed out|reset|closed)|Network is unreachable|does not appear to be a git repository|repository (?:'.*' )?not found|error: (?:5\d\d|404)|unable to access|early EOF|hung up/iu,
  ],
];

const LONGEST_DETAIL = 300;

function exchanged({ ending, stdout, stderr }: ProcessResult): Exchanged {
  if (ending.kind === 'exited' && ending.code === 0) return { kind: 'done' };
  const said = `${Buffer.from(stdout).toString('utf8')}\n${Buffer.from(stderr).toString('utf8')}`;
  const [why] = TROUBLES.find(([, pattern]) => pattern.test(said)) ?? [
    ending.kind === 'timed_out' ? 'unreachable' : 'failed',
  ];
  return { kind: 'trouble', why, detail: detailOf(said, TROUBLES.find(([one]) => one === why)?.[1]) };
}

/** The line that says it, best in the remote's own words, and without the address: that may hold a secret. */
function detailOf(said: string, pattern: RegExp | undefined): string {
  const lines = said.split('\n').filter((line) => !/^(?:To |Done$)/u.test(line));
  const ofRemote = lines.filter((line) => line.startsWith('remote: '));
  const [told, rest] = [ofRemote, lines].map((some) => some.map(withoutMark).filter((line) => line !== ''));
  const saysIt = (line: string): boolean => pattern?.test(line) === true;
  const line = told?.find(saysIt) ?? told?.[0] ?? rest?.find(saysIt) ?? rest?.at(-1) ?? '';
  return line.replaceAll(/([a-z]+:\/\/)[^\s/@]*@/giu, '$1').slice(0, LONGEST_DETAIL);
}

/** `remote: error: no` says no more than `no`. */
function withoutMark(line: string): string {
  return line.replace(/^(?:(?:remote|fatal|error): |!\t)+/u, '').trim();
}
