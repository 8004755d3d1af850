import type { Need } from '../schema/api/home.ts';
import type { ProposalView } from '../schema/views/proposal-view.ts';

type PublishedNeed = Extract<Need, { kind: 'published' }>;

interface Published {
  readonly proposal: ProposalView | null;
  /** Nothing of it is worked on: what it waits for is a person. */
  readonly isAtRest: boolean;
}

type Work = Omit<PublishedNeed, 'kind' | 'key' | 'number' | 'url' | 'why'>;

/** Published work that somebody has to do something about; undefined while it goes on without one. */
export function publishedNeed({ proposal, isAtRest }: Published, work: Work): PublishedNeed | undefined {
  const why = proposal === null ? undefined : whyNeeded(proposal, isAtRest);
  if (proposal === null || why === undefined) return undefined;
  const { number, url, link, read_at } = proposal;
  const key = `${work.project} ${work.id} published ${why}`;
  return { kind: 'published', key, ...work, since: read_at ?? work.since, number, url: url ?? link, why };
}

function whyNeeded({ state, trouble, number, checks, others }: ProposalView, isAtRest: boolean) {
  if (state === 'merged') return undefined;
  if (state === 'closed') return 'closed';
  if (trouble !== null) return 'trouble';
  if (!isAtRest) return undefined;
  if (number === null) return 'by_hand';
  if (checks !== null && checks.failed > 0) return 'checks';
  if (others.length > 0) return 'others';
  return checks !== null && checks.pending > 0 ? undefined : 'review';
}
