import type { Failure } from '../../base/failure.ts';
import type { ProposalView } from '../../schema/views/proposal-view.ts';
import type { Proposal } from '../../workflows/delivery/proposal.ts';
import { trouble as troubleSchema, troubleFailure } from '../../workflows/delivery/trouble.ts';

export { secondsToNextLook } from '../../workflows/delivery/proposal.ts';

/** Published work as faces see it. */
export function toProposalView(proposal: Proposal | undefined): ProposalView | null {
  if (proposal === undefined) return null;
  const { kind, state, remote, branch, base, commit, number, url, link, draft, checks, others, read_at } = proposal;
  const { handed, trouble } = proposal;
  return {
    kind,
    state,
    remote,
    branch,
    base,
    commit,
    number,
    url,
    link,
    draft,
    read_at,
    checks: checks === null ? null : { ...checks },
    others: others.map((one) => ({ ...one })),
    remarks: { given: handed.length, answered: handed.filter(({ answered }) => answered).length },
    trouble: trouble === null ? null : { ...trouble },
  };
}

/** What was in the way, as a failure of the command that was to do it. */
export function troubleIn(trouble: NonNullable<ProposalView['trouble']>): Failure {
  return troubleFailure(troubleSchema.parse(trouble));
}
