import { systemClock } from '../../../base/clock.ts';
import { fail, throwFailure, unwrap } from '../../../base/failure.ts';
import { ok } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { type Hunk, readHunks } from '../../../git/hunks.ts';
import {
  changeReviewNotes,
  readReviewNotes,
  type ReviewComment,
  type ReviewDraft,
  type ReviewNotes,
  type SentReviewComment,
} from '../../../store/review-notes.ts';
import type { OpenRun } from '../../descriptors/run.ts';
import { readText } from '../../performers/run/run-folder.ts';
import { rejectionText } from './rejection.ts';
import type { RecordedRound } from './rounds.ts';

export type { ReviewComment, ReviewDraft };

/** A comment of an earlier round, and what became of the lines it speaks of. */
export interface FollowedComment extends Omit<SentReviewComment, 'number'> {
  readonly fate: 'pending' | 'changed' | 'unchanged' | 'gone';
  readonly now: { readonly path: string; readonly first: number; readonly last: number } | null;
  /** What the Builder said to it in the next round: a claim. */
  readonly reply: string | null;
}

type Rounds = readonly Pick<RecordedRound, 'round' | 'replies'>[];

export interface ReviewPlace {
  readonly own: string;
  readonly run: string;
}

export function readNotes({ own, run }: ReviewPlace): ReviewNotes {
  return unwrap(readReviewNotes(own, run));
}

/** New, or in place of the one with its id. */
export async function saveDraft(place: ReviewPlace, comment: ReviewComment): Promise<ReviewDraft> {
  const draft = { ...comment, saved_at: systemClock.now().toISOString() };
  await change(place, (notes) => {
    if (notes.sent.some(({ id }) => id === comment.id)) return fail('comment.unknown', { comment: comment.id });
    const others = notes.drafts.filter(({ id }) => id !== comment.id);
    if (others.length >= MOST_DRAFTS) return fail('http.too_large', { limit: MOST_DRAFTS });
    return ok({ ...notes, drafts: [...others, draft].toSorted(byPlace) });
  });
  return draft;
}

const MOST_DRAFTS = 1000;

export function deleteDraft(place: ReviewPlace, comment: string): Promise<void> {
  return change(place, (notes) => {
    const drafts = notes.drafts.filter(({ id }) => id !== comment);
    return drafts.length === notes.drafts.length ? fail('comment.unknown', { comment }) : ok({ ...notes, drafts });
  });
}

export function settleComment(place: ReviewPlace, comment: string, is_settled: boolean): Promise<void> {
  return change(place, (notes) => {
    if (!notes.sent.some(({ id }) => id === comment)) return fail('comment.unknown', { comment });
    return ok({ ...notes, sent: notes.sent.map((one) => (one.id === comment ? { ...one, is_settled } : one)) });
  });
}

export interface ViewedMark {
  readonly path: string;
  readonly content: string;
  readonly is_viewed: boolean;
}

export function markViewed(place: ReviewPlace, { path, content, is_viewed }: ViewedMark): Promise<void> {
  return change(place, (notes) => {
    const others = notes.viewed.filter((one) => one.path !== path);
    return ok({ ...notes, viewed: is_viewed ? [...others, { path, content }] : others });
  });
}

/** What the Builder will read; the comments are drafts. */
export function composeRejection(place: ReviewPlace, reason: string, ids: readonly string[]): string {
  return rejectionText(reason, draftsNamed(readNotes(place), ids));
}

/** The drafts went with a rejection. */
export function markSent(place: ReviewPlace, ids: readonly string[], round: number): Promise<void> {
  const sent_at = systemClock.now().toISOString();
  return change(place, (notes) => {
    const going = notes.drafts.filter(({ id }) => ids.includes(id));
    const sent = going.map((draft) => {
      const number = ids.indexOf(draft.id) + 1;
      return { ...withoutTime(draft), round, number, sent_at, is_settled: false };
    });
    return ok({ ...notes, drafts: notes.drafts.filter(({ id }) => !ids.includes(id)), sent: [...notes.sent, ...sent] });
  });
}

/** What became of the lines: measured between the commit that was commented on and the work now. */
export async function followComments(
  open: OpenRun,
  all: readonly SentReviewComment[],
  rounds: Rounds,
): Promise<FollowedComment[]> {
  const sent = all.map(({ number, ...comment }) => ({ ...comment, reply: replyTo(comment.round, number, rounds) }));
  const { work } = open.state();
  const { git, repository } = open.services;
  const followed: FollowedComment[] = [];
  const hunksSince = new Map<string, ReturnType<typeof readHunks>>();
  for (const comment of sent) {
    const { commit, side, quote } = comment;
    if (side === 'brief') {
      const isThere = readText(open, 'briefing/refined.md').includes(quote);
      followed.push({ ...comment, fate: isThere ? 'unchanged' : 'changed', now: null });
      continue;
    }
    if (work === null || work.commit === commit) {
      followed.push({ ...comment, fate: 'pending', now: null });
      continue;
    }
    const known = hunksSince.get(commit) ?? readHunks(git, repository, { from: commit, to: work.commit });
    hunksSince.set(commit, known);
    const file = (await known).find(({ from }) => from === comment.path);
    if (file === undefined) followed.push({ ...comment, fate: 'unchanged', now: positionOf(comment, 0) });
    else if (file.to === null) followed.push({ ...comment, fate: 'gone', now: null });
    else if (side === 'before') followed.push({ ...comment, fate: 'changed', now: null });
    else followed.push({ ...comment, ...moved(comment, file.hunks, file.to) });
  }
  return followed;
}

function replyTo(round: number, number: number | undefined, rounds: Rounds): string | null {
  const next = rounds.find((one) => one.round > round);
  return next?.replies.find(({ comment }) => comment === number)?.text ?? null;
}

/** Hunks name new lines; where the old ones were follows from those before. */
function moved(comment: ReviewComment, hunks: readonly Hunk[], path: string): Pick<FollowedComment, 'fate' | 'now'> {
  const { first, last } = comment;
  let shift = 0;
  for (const { line, removed, added } of hunks) {
    // Without new lines, `line` is the one after which the old ones were; without old ones, they came before this one.
    const start = added.length > 0 ? line - shift : line - shift + 1;
    const end = start + removed.length - 1;
    if (start > last) break;
    const touches = removed.length > 0 ? end >= first : start > first;
    if (touches) {
      const isGone = removed.length > 0 && start <= first && end >= last && added.length === 0;
      return {
        fate: isGone ? 'gone' : 'changed',
        now: isGone ? null : { path, first: line, last: line + Math.max(0, added.length - 1) },
      };
    }
    shift += added.length - removed.length;
  }
  return { fate: 'unchanged', now: positionOf({ ...comment, path }, shift) };
}

function positionOf({ path, first, last }: ReviewComment, shift: number): FollowedComment['now'] {
  return { path, first: first + shift, last: last + shift };
}

function withoutTime(draft: ReviewDraft): ReviewComment {
  const { id, commit, path, side, first, last, quote, text, suggestion } = draft;
  return { id, commit, path, side, first, last, quote, text, suggestion };
}

function draftsNamed({ drafts }: ReviewNotes, ids: readonly string[]): ReviewDraft[] {
  return ids.map((id) => drafts.find((one) => one.id === id) ?? throwFailure('comment.unknown', { comment: id }));
}

function byPlace(a: ReviewComment, b: ReviewComment): number {
  return a.path === b.path ? a.first - b.first : a.path < b.path ? -1 : 1;
}

async function change(
  { own, run }: ReviewPlace,
  how: Parameters<typeof changeReviewNotes>[2]['change'],
): Promise<void> {
  const options = { disk: realDisk, command: 'review', onNotice: () => undefined, change: how };
  unwrap(await changeReviewNotes(own, run, options));
}
