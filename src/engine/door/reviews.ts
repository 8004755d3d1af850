import { catchFailure, type Failure, unwrap } from '../../base/failure.ts';
import path from 'node:path';
import type { Result } from '../../base/result.ts';
import { privateFolder } from '../../store/private-folder.ts';
import type { ReviewNotes } from '../../store/review-notes.ts';
import type { OpenRun } from '../descriptors/run.ts';
import type { FollowedComment, ReviewComment, ReviewDraft, ViewedMark } from '../operations/runs/comments.ts';
import { type DoorContext, within } from './context.ts';

/** What a person notes while they review a run: drafts of comments, what they have looked at. Kept from agents. */
export interface ReviewsApi {
  comments(
    run: string,
  ): Promise<Result<{ readonly drafts: readonly ReviewDraft[]; readonly sent: readonly FollowedComment[] }, Failure>>;
  saveDraft(run: string, comment: ReviewComment): Promise<Result<ReviewDraft, Failure>>;
  deleteDraft(run: string, comment: string): Promise<Result<void, Failure>>;
  settle(run: string, comment: string, isSettled: boolean): Promise<Result<void, Failure>>;
  viewed(run: string): Promise<Result<ReviewNotes['viewed'], Failure>>;
  markViewed(run: string, mark: ViewedMark): Promise<Result<void, Failure>>;
  /** Exactly what the Builder will read. */
  rejectionText(run: string, reason: string, comments: readonly string[]): Promise<Result<string, Failure>>;
  /** They went with the rejection of this round. */
  markSent(run: string, comments: readonly string[], round: number): Promise<Result<void, Failure>>;
}

/** @internal */
export function reviewsApi(
  { project, options, histories }: Pick<DoorContext, 'project' | 'options' | 'histories'>,
  open: (id: string) => Promise<OpenRun>,
): ReviewsApi {
  const operations = () => import('../operations/runs/comments.ts');
  const place = (run: string) => ({ own: path.join(unwrap(privateFolder(options.env)), project.hash), run });
  return {
    comments: async (run) => {
      const { followComments, readNotes } = await operations();
      return within(
        () => open(run),
        async (opened) => {
          const { drafts, sent } = readNotes(place(run));
          return { drafts, sent: await followComments(opened, sent, (await (await histories()).run(run)).rounds) };
        },
      );
    },
    saveDraft: (run, comment) => catchFailure(async () => (await operations()).saveDraft(place(run), comment)),
    deleteDraft: (run, comment) => catchFailure(async () => (await operations()).deleteDraft(place(run), comment)),
    settle: (run, comment, isSettled) =>
      catchFailure(async () => (await operations()).settleComment(place(run), comment, isSettled)),
    viewed: (run) => catchFailure(async () => (await operations()).readNotes(place(run)).viewed),
    markViewed: (run, mark) => catchFailure(async () => (await operations()).markViewed(place(run), mark)),
    rejectionText: (run, reason, comments) =>
      catchFailure(async () => (await operations()).composeRejection(place(run), reason, comments)),
    markSent: (run, comments, round) =>
      catchFailure(async () => (await operations()).markSent(place(run), comments, round)),
  };
}
