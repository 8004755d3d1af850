import { troubleIn } from '../engine/door/proposal-view.ts';
import { type Catalogue, formatFailure } from '../i18n/catalogue.ts';
import type { PullRequest } from '../schema/api/pull-request.ts';
import type { ProposalView } from '../schema/views/proposal-view.ts';

/** Published work as pages show it: what was in the way is said as the command line says it. */
export function pullRequestView(proposal: ProposalView | null, words: Catalogue): PullRequest | null {
  if (proposal === null) return null;
  const { trouble } = proposal;
  if (trouble === null) return { ...proposal, says: null };
  const { message, hint } = formatFailure(words, troubleIn(trouble));
  return { ...proposal, says: { message, hint } };
}
