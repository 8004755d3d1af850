import type * as z from 'zod/mini';
import { amount, choice, flag, group, list, matching, maybe, orNull, text, texts, time, whole } from '../field.ts';
import { proofDocument } from '../run/proof-document.ts';
import { evidenceDocument, verdictDocument } from '../run/reports.ts';
import { changes } from './diff.ts';
import { ofRun, nothing, route } from './route.ts';
import { requested } from './work.ts';

/** What a person decides on; numbers are what `allow` names. */
export const questionItem = group(
  {
    number: whole('What `allow` names it by.', { min: 1 }),
    code: text('What kind of finding it is.'),
    also: texts('What else was found of the same test.'),
    key: orNull(text('The test, or the path; null for a finding that names none.')),
    keys: texts('All tests that are one here.'),
    file: orNull(text('The file.')),
    was: orNull(text('The old demand.')),
    now: orNull(text('The new demand.')),
    says: text('The finding in a sentence, in the asked language.'),
  },
  'One thing to decide on.',
);

const commentId = matching('comment-id', 'Made by the page: lower-case letters, digits, hyphens.');

const place = {
  commit: text('The commit that was shown.'),
  path: text('A changed file; or `briefing/refined.md` for the brief.'),
  side: choice(['before', 'after', 'brief'], 'Which text the lines are of.'),
  first: whole('The first line.', { min: 1 }),
  last: whole('The last line.', { min: 1 }),
  quote: text('These lines as they were shown.'),
  text: text('What the person says.'),
  suggestion: orNull(text('What could stand there instead: a suggestion, never applied by itself.')),
};

const draft = group(
  { id: commentId, ...place, saved_at: time('When it was last saved.') },
  'A comment that was not sent.',
);

const sent = group(
  {
    id: commentId,
    ...place,
    round: whole('The round that it was said of.'),
    sent_at: time('When it was sent.'),
    fate: choice(
      ['pending', 'changed', 'unchanged', 'gone'],
      'Measured: no newer work yet; its lines changed; they are as they were; they are no more.',
    ),
    now: orNull(
      group(
        { path: text('Where.'), first: whole('First line.'), last: whole('Last line.') },
        'Where its lines are now.',
      ),
    ),
    reply: orNull(text('What the Builder said to it: a claim.')),
    is_settled: flag('Whether the person is content.'),
  },
  'A comment that was sent with a rejection.',
);

export type Draft = z.output<typeof draft>;
export type SentComment = z.output<typeof sent>;

const comments = group(
  { drafts: list(draft, 'In the order of path and line.'), sent: list(sent, 'Those of earlier rounds.') },
  'Comments on lines.',
);

const pack = group(
  {
    run_id: text('The run.'),
    title: text('The first line of the briefing.'),
    phase: text('What the run is at.'),
    can_decide: flag('Whether it waits for approval.'),
    commit: text('Exactly what approving merges.'),
    tree: text('Its tree.'),
    base: group({ branch: orNull(text('Its branch.')), commit: text('Its commit.') }, 'What the work began with.'),
    branch: orNull(text('The branch of the run.')),
    round: whole('The round.'),
    max_rounds: whole('How many there may be.'),
    summary: text('Markdown, of Orchestral.'),
    brief: orNull(text('The refined briefing, Markdown, by an agent.')),
    evidence: evidenceDocument,
    proof: orNull(proofDocument),
    checks_hunks: flag('Whether it is still being found out which parts the tests notice.'),
    unproven: list(
      group(
        { path: text('The file.'), line: whole('Where it begins.'), lines: whole('How many lines it has.') },
        'A part of the change without which all tests pass.',
      ),
      'The same parts that the proof has as `unnoticed`.',
    ),
    issues: verdictDocument.shape.issues,
    findings: texts('What Orchestral found and a person let pass.'),
    to_allow: list(questionItem, 'What whoever approves it has to allow.'),
    quotes: texts('Sentences of the request that speak of it.'),
    allowed: list(
      group({ code: text('The kind of finding.'), key: text('What.') }, 'One thing.'),
      'What was allowed before.',
    ),
    decisions: list(
      group(
        {
          crp_id: text('The consultation.'),
          question: text('What was asked.'),
          decision: text('What was decided.'),
          rationale: text('Why.'),
          additional_notes: text('More.'),
          by_precedent: flag('Whether an earlier run had the answer.'),
        },
        'One decision.',
      ),
      'What people decided on the way.',
    ),
    refusal: orNull(
      group(
        { why: text('What was in the way.'), detail: texts('Paths, tests or the branch.') },
        'Why an approved pack was not merged.',
      ),
    ),
    changes,
    copy: orNull(
      group(
        {
          written: texts('Files.'),
          deleted: texts('Files.'),
          conflicts: texts('Files that the person changed since.'),
        },
        'What approving does to a folder without git; null where there is git.',
      ),
    ),
    tests: orNull(
      group(
        { passed: whole('Passed.'), total: whole('All.'), coverage: orNull(amount('Percent.')) },
        'Measured on the tree.',
      ),
    ),
  },
  'What a person is asked to approve.',
);

export type ApiPack = z.output<typeof pack>;

const rejection = group(
  {
    commit: text('The commit that was shown.'),
    reason: text('What is wrong in all; may be empty where there are comments.'),
    comments: list(commentId, 'The drafts that go with it.'),
  },
  'Why it goes back.',
);

export const reviewRoutes = {
  'review.read': route('The pack of a run.', pack, { params: group(ofRun, 'Which run.') }),
  'review.comments': route('Drafts, and what became of comments that were sent.', comments, {
    params: group(ofRun, 'Which run.'),
  }),
  'review.saveComment': route('Saves a draft, new or known.', draft, {
    params: group({ ...ofRun, comment: commentId }, 'Which comment.'),
    body: group(place, 'The comment.'),
  }),
  'review.deleteComment': route('Deletes a draft.', nothing, {
    params: group({ ...ofRun, comment: commentId }, 'Which comment.'),
  }),
  'review.settleComment': route('Says whether the person is content with what became of a comment.', nothing, {
    params: group({ ...ofRun, comment: commentId }, 'Which comment.'),
    body: group({ is_settled: flag('Whether.') }, 'Whether.'),
  }),
  'review.viewed': route(
    'The files that were marked as viewed.',
    list(group({ path: text('The file.'), content: text('The content that was viewed.') }, 'One mark.'), 'All marks.'),
    { params: group(ofRun, 'Which run.') },
  ),
  'review.markViewed': route('Marks a file as viewed, or not.', nothing, {
    params: group(ofRun, 'Which run.'),
    body: group(
      {
        path: text('The file.'),
        content: text('`content` of the changed file; empty where it is gone.'),
        is_viewed: flag('Whether.'),
      },
      'One mark.',
    ),
  }),
  'review.approve': route('Lets exactly the commit that was shown be merged.', requested, {
    params: group(ofRun, 'Which run.'),
    body: group(
      {
        commit: text('The commit that was shown.'),
        allow: maybe(list(whole('A number of `to_allow`.', { min: 1 }), 'What is allowed with it.')),
      },
      'The approval.',
    ),
  }),
  'review.reject': route('Sends the work back: the next round begins with the reason and the comments.', requested, {
    params: group(ofRun, 'Which run.'),
    body: rejection,
  }),
  'review.previewRejection': route(
    'Exactly what the Builder will read.',
    group({ text: text('Markdown.') }, 'The text.'),
    { params: group(ofRun, 'Which run.'), body: rejection },
  ),
};
