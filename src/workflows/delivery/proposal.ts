import * as z from 'zod/mini';
import { clip } from '../../base/clip.ts';
import { type Remark, remark } from '../../schema/pull-request.ts';
import { trouble } from './trouble.ts';

/** Work that was pushed, and the pull request that was opened for it. */
export const publication = z.strictObject({
  kind: z.enum(['branch', 'pull-request']),
  remote: z.string(),
  /** Without what signs in. */
  address: z.string(),
  branch: z.string(),
  /** The branch that it is to be merged into. */
  base: z.string(),
  /** What was pushed, and the tree that it has. */
  commit: z.string(),
  tree: z.string(),
  forge: z.nullable(z.enum(['github', 'gitlab'])),
  /** Null while there is no pull request. */
  number: z.nullable(z.int()),
  url: z.nullable(z.string()),
  /** Where a person opens one by hand. */
  link: z.nullable(z.string()),
  draft: z.boolean(),
  /** Why there is none, or why it was not brought up to date. */
  trouble: z.nullable(trouble),
});

export type Publication = z.infer<typeof publication>;

/** A remark that an agent was given, by its number in the text; `reply` is what the agent said to it. */
const handed = z.strictObject({
  id: z.string(),
  kind: remark.shape.kind,
  author: z.string(),
  number: z.int(),
  round: z.int(),
  reply: z.nullable(z.string()),
  /** Nobody has put it right so far: what is published meanwhile does not answer it. */
  waits: z.optional(z.literal(true)),
  /** The commit that answers it was pushed. */
  published: z.boolean(),
  /** The answer is on the host. */
  answered: z.boolean(),
});

export type Handed = z.infer<typeof handed>;

const checks = z.strictObject({ pending: z.int(), passed: z.int(), failed: z.int() });

const other = z.strictObject({ id: z.string(), author: z.string(), text: z.string(), url: z.string() });

export const proposal = z.strictObject({
  ...publication.shape,
  state: z.enum(['open', 'closed', 'merged']),
  handed: z.array(handed),
  /** What people said who may not write to the repository: nobody but people gets it. */
  others: z.array(other),
  checks: z.nullable(checks),
  /** Where the remote's base was when it was last read; null: it never was. */
  base_commit: z.nullable(z.string()),
  /** The tip of its branch, where others pushed to it. */
  theirs: z.nullable(z.string()),
  read_at: z.nullable(z.string()),
});

export type Proposal = z.infer<typeof proposal>;

/** What a look at remote and host showed. */
export const proposalNews = z.strictObject({
  publication,
  state: proposal.shape.state,
  /** The commit of the remote's base that has the work: merged, or squashed. */
  landed: z.nullable(z.string()),
  base_commit: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
  /** The remote's base and the work do not go together. */
  conflicts: z.array(z.string()),
  /** New ones that count. */
  remarks: z.array(remark),
  others: z.array(other),
  checks: z.nullable(checks),
  /** Ids of those that were replied to. */
  answered: z.array(z.string()),
});

export type ProposalNews = z.infer<typeof proposalNews>;

export function publish(before: Proposal | undefined, made: Publication, answered: readonly string[]): Proposal {
  const unread = { others: [], checks: null, base_commit: null, read_at: null, handed: [] };
  const all = { ...unread, ...before, ...made, theirs: null, state: 'open' as const };
  const pushed = all.handed.map((one) => (one.waits === true ? one : { ...one, published: true }));
  return markAnswered({ ...all, handed: pushed }, answered);
}

/** What a commit that is published now answers. */
export function answeredBy(before: Proposal | undefined): readonly Handed[] {
  return (before?.handed ?? []).filter(({ answered, waits }) => !answered && waits !== true);
}

export function takeNews(before: Proposal, news: ProposalNews, at: string): Proposal {
  const { publication: made, state, base_commit, theirs, others, checks: counted } = news;
  const read = { ...before, ...made, state, theirs, others, checks: counted, read_at: at };
  return markAnswered({ ...read, base_commit: base_commit ?? before.base_commit }, news.answered);
}

function markAnswered(all: Proposal, answered: readonly string[]): Proposal {
  const done = new Set(answered);
  return { ...all, handed: all.handed.map((one) => (done.has(one.id) ? { ...one, answered: true } : one)) };
}

/** What follows for the work: remarks are put right on the base that there is then. */
export type Consequence =
  | { readonly kind: 'landed'; readonly commit: string }
  | { readonly kind: 'feedback'; readonly remarks: readonly Remark[]; readonly rebases: boolean }
  | { readonly kind: 'rebase' }
  | { readonly kind: 'none' };

export function consequenceOf({
  state,
  landed,
  remarks,
  conflicts,
  theirs,
  publication: { commit },
}: ProposalNews): Consequence {
  if (landed !== null || state === 'merged') return { kind: 'landed', commit: landed ?? commit };
  if (state === 'closed') return { kind: 'none' };
  // What others pushed is taken up when there is something to push on top of it.
  if (remarks.length > 0) return { kind: 'feedback', remarks, rebases: conflicts.length > 0 || theirs !== null };
  return { kind: conflicts.length > 0 ? 'rebase' : 'none' };
}

/** An agent is to put these right, beside the work that goes on: they wait until `settle`. */
export function handToAmend(all: Proposal, remarks: readonly Remark[]): Proposal {
  const round = 1 + Math.max(0, ...all.handed.map((one) => one.round));
  const { handed: given } = handOver(all, remarks, round);
  return { ...all, handed: given.map((one) => (one.round === round ? { ...one, waits: true as const } : one)) };
}

/** What was handed over last is put right. */
export function settle(all: Proposal): Proposal {
  const round = Math.max(0, ...all.handed.map((one) => one.round));
  const settled = all.handed.map(({ waits, ...one }) =>
    waits === true && one.round !== round ? { ...one, waits } : one,
  );
  return { ...all, handed: settled };
}

export function handOver(all: Proposal, remarks: readonly Remark[], round: number): Proposal {
  const given = remarks.map(({ id, kind, author }, n) => ({
    id,
    kind,
    author,
    number: n + 1,
    round,
    reply: null,
    published: false,
    answered: false,
  }));
  return { ...all, handed: [...all.handed, ...given] };
}

/** What the agent said to what it was given last. */
export function keepReplies(
  all: Proposal,
  replies: readonly { readonly comment: number; readonly text: string }[],
): Proposal {
  const round = Math.max(0, ...all.handed.map((one) => one.round));
  const replyTo = (one: Handed): Handed => {
    const said = replies.find(({ comment }) => comment === one.number);
    return one.round === round && said !== undefined ? { ...one, reply: said.text } : one;
  };
  return { ...all, handed: all.handed.map(replyTo) };
}

/**
 * Of what is read, what nobody was given so far, and no more than an agent is shown at once: the rest is new with the next
 * look, and nobody is told that it was answered before.
 */
export function newRemarks(all: Proposal, remarks: readonly Remark[]): Remark[] {
  const known = new Set(all.handed.map(({ id }) => id));
  const fresh = remarks.filter(({ id }) => !known.has(id)).map(shortened);
  let room = MOST_TEXT;
  const last = fresh.findIndex((one, n) => (room -= remarkSize(one)) < 0 && n > 0);
  return last === -1 ? fresh : fresh.slice(0, last);
}

/** Prompts have room for 60,000 characters of remarks. */
const MOST_TEXT = 50_000;
const LONGEST_TEXT = 20_000;
const LONGEST_CODE = 2_000;
const LONGEST_NAME = 500;
const HEADING = 50;

function shortened({ text, author, place, ...one }: Remark): Remark {
  return {
    ...one,
    author: clip(author, LONGEST_NAME),
    text: clip(text, LONGEST_TEXT),
    place: place === null ? null : { ...place, code: clip(place.code, LONGEST_CODE) },
  };
}

function remarkSize({ text, author, place }: Remark): number {
  return HEADING + text.length + author.length + (place === null ? 0 : place.path.length + place.code.length);
}

/** The conversation that a remark belongs to; null: it is about the whole. */
export function threadOf({ id, kind }: Pick<Handed, 'id' | 'kind'>): string | null {
  return kind === 'thread' ? (id.split('/')[0] ?? null) : null;
}

const POLL_SECONDS = 60;
const LONGEST_PAUSE = 15 * 60;

/** The longest that a host is left alone because it says so: what it says may be nonsense. */
const LONGEST_WISH = 60 * 60;

/** How long until the next look: a host that is in trouble is asked less and less often, and when it says so. */
export function secondsToNextLook(troubles: number, wanted: number | null = null): number {
  const pause = troubles === 0 ? POLL_SECONDS : Math.min(LONGEST_PAUSE, POLL_SECONDS * 2 ** Math.min(troubles, 10));
  return Math.max(pause, Math.min(wanted ?? 0, LONGEST_WISH));
}
