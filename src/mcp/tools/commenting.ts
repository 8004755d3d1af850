import { randomUUID } from 'node:crypto';
import { throwFailure, unwrap } from '../../base/failure.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import { tool } from '../tool.ts';

/** What an agent left for the person is told from what they wrote themselves by this. */
const BY_AGENT = 'mcp-';
const MOST_COMMENTS = 50;
const LONGEST_TEXT = 10_000;
const WHOLE_FILE = 1000;

/** A draft for the person who reviews the run: whether it goes to the Builder is theirs to say. */
export const comment = tool({
  name: 'comment',
  does: 'note',
  input: inputs.commentInput,
  output: outputs.commented,
  call: async ({ run, path, line, last = line, text, suggestion = null }, { session, client }) => {
    const { runs } = session.project;
    if (text.length > LONGEST_TEXT || (suggestion ?? '').length > LONGEST_TEXT)
      throwFailure('http.too_large', { limit: LONGEST_TEXT });
    // Opening a run makes its folder: only one that was begun is opened.
    const { run_id } = unwrap(await runs.view(run));
    const { commit } = unwrap(await runs.review(run_id));
    const { drafts } = unwrap(await runs.reviews.comments(run_id));
    if (drafts.filter(({ id }) => id.startsWith(BY_AGENT)).length >= MOST_COMMENTS)
      throwFailure('http.too_large', { limit: MOST_COMMENTS });
    const range = { from: undefined, to: undefined };
    const { hunks } = unwrap(await runs.compareFile(run_id, { ...range, path, context: WHOLE_FILE }));
    const meant = hunks
      .flatMap(({ lines }) => lines)
      .filter(({ after }) => after !== null && after >= line && after <= last);
    if (meant.length !== last - line + 1) throwFailure('http.unknown', { name: `${path}:${line}-${last}` });
    const quote = meant.map((one) => one.text).join('\n');
    const draft = {
      id: `${BY_AGENT}${randomUUID()}`,
      commit,
      path,
      side: 'after' as const,
      first: line,
      last,
      quote,
      text: `[${client}] ${session.clean(text)}`,
      suggestion,
    };
    const { id } = unwrap(await runs.reviews.saveDraft(run_id, draft));
    return { comment: id, quote };
  },
});
