import { catchFailure } from '../../base/failure.ts';
import { mergeCommits } from '../../git/merge.ts';
import type { PullRequestNews, Remark } from '../../schema/pull-request.ts';
import { newRemarks, type Proposal, type ProposalNews, type Publication } from '../../workflows/delivery/proposal.ts';
import type { Trouble } from '../../workflows/delivery/trouble.ts';
import type { Step } from '../conductor/step.ts';
import { answerRemarks } from './answer-remarks.ts';
import { findLanded } from './find-landed.ts';
import { type Proposing, proposeWork, troubleOf } from './publish.ts';
import { fetchTips, openRemote, reachForge } from './remote.ts';

export interface Followed extends Pick<Proposing, 'title' | 'describe' | 'isDraft'> {
  readonly proposal: Proposal;
  /** The work as it is here; its tree is what may have been squashed. */
  readonly work: { readonly commit: string; readonly tree: string };
  /** Where its base was when it began. */
  readonly from: string;
}

/** Looks what became of published work: on the remote, and on its host. A pull request that could not be opened is now. */
export async function followProposal(step: Step, followed: Followed): Promise<ProposalNews> {
  const { services, owner } = step;
  const { proposal, work, from } = followed;
  const { base, branch } = proposal;
  const nothing = newsOf(proposal);
  const remote = await openRemote(services, base);
  if (remote === undefined || remote.shown !== proposal.address)
    return withTrouble(nothing, notFetched(proposal, remote?.shown ?? ''));
  const fetched = await fetchTips(services, remote, { owner, branches: [base, branch] });
  if (fetched.kind === 'trouble') return withTrouble(nothing, notFetched(proposal, fetched.detail));
  const base_commit = fetched.tips.get(base) ?? null;
  const tip = fetched.tips.get(branch) ?? null;
  const landed = base_commit === null ? null : await findLanded(services, { work, from, to: base_commit });
  const known = {
    ...nothing,
    base_commit,
    landed,
    theirs: tip === null ? null : await theirTip(step, { tip, commit: proposal.commit }),
    conflicts: landed === null && base_commit !== null ? await conflictsWith(step, { base: base_commit, work }) : [],
  };
  if (proposal.kind === 'branch') return known;
  if (proposal.number === null) {
    if (landed !== null) return known;
    const made = publicationOf(proposal);
    const { publication, answered } = await proposeWork(step, { ...followed, made, remote, before: proposal });
    return { ...known, publication, answered: [...answered] };
  }
  const { number } = proposal;
  const opened = await reachForge(services, remote, step.signal);
  if (!opened.ok) return withTrouble(known, troubleOf(opened.error));
  const forge = opened.value;
  const read = await catchFailure(() => forge.read(number));
  if (!read.ok) return withTrouble(known, troubleOf(read.error));
  // A repository that was made anew under the same name counts from the start: that number is somebody else's.
  if (read.value.branch !== branch) return withTrouble(known, notThere(proposal, remote.hosted?.host ?? remote.name));
  const answered = await answerRemarks(step, { forge, number, commit: proposal.commit, before: overdue(proposal) });
  const news = { ...known, ...fromHost(step, proposal, read.value), ...landing(known, read.value) };
  return withTrouble({ ...news, answered: [...answered.ids] }, answered.trouble);
}

/** Replies that could not be written when the commit that answers them was published. */
function overdue(proposal: Proposal): Proposal {
  return { ...proposal, handed: proposal.handed.filter(({ published }) => published) };
}

function newsOf(proposal: Proposal): ProposalNews {
  const { state, theirs, others, checks } = proposal;
  return {
    publication: publicationOf(proposal),
    state,
    landed: null,
    base_commit: null,
    theirs,
    conflicts: [],
    remarks: [],
    others,
    checks,
    answered: [],
  };
}

function publicationOf(proposal: Proposal): Publication {
  const { kind, remote, address, branch, base, commit, tree, forge, number, url, link, draft } = proposal;
  return { kind, remote, address, branch, base, commit, tree, forge, number, url, link, draft, trouble: null };
}

function withTrouble(news: ProposalNews, trouble: Trouble | null): ProposalNews {
  return { ...news, publication: { ...news.publication, trouble } };
}

function notFetched({ remote }: Proposal, detail: string): Trouble {
  return { why: 'not_fetched', host: remote, program: null, detail, seconds: null };
}

function notThere({ number, branch }: Proposal, host: string): Trouble {
  return { why: 'not_found', host, program: null, detail: `#${number} ${branch}`, seconds: null };
}

function landing({ landed }: ProposalNews, { state, merge }: PullRequestNews): Pick<ProposalNews, 'landed'> {
  return { landed: landed ?? (state === 'merged' ? merge : null) };
}

const MOST_OTHERS = 50;
const LONGEST_OTHER = 200;

function fromHost({ services }: Step, proposal: Proposal, news: PullRequestNews) {
  const { redact } = services;
  const shown = ({ id, author, text, url }: Remark) => ({
    id,
    author,
    text: redact(text).slice(0, LONGEST_OTHER),
    url,
  });
  // What a check says of another commit is about another state of the work.
  const current = news.remarks.filter(({ kind }) => kind !== 'check' || news.head === proposal.commit);
  return {
    state: news.state,
    publication: { ...publicationOf(proposal), url: news.url, draft: news.isDraft },
    remarks: newRemarks(proposal, current).map((one) => ({ ...one, text: redact(one.text) })),
    others: news.others.slice(0, MOST_OTHERS).map(shown),
    checks: news.checks,
  };
}

/** Null where all that is there is ours. */
async function theirTip(
  { services: { git, repository } }: Step,
  { tip, commit }: { readonly tip: string; readonly commit: string },
): Promise<string | null> {
  const inside = await git.read(repository, ['merge-base', '--is-ancestor', tip, commit], { exits: [0, 1] });
  return inside.exit === 0 ? null : tip;
}

async function conflictsWith(
  { services: { git, repository } }: Step,
  { base, work }: { readonly base: string; readonly work: Followed['work'] },
): Promise<string[]> {
  const merged = await mergeCommits(git, repository, { ours: base, theirs: work.commit });
  return merged.kind === 'conflict' ? [...merged.paths] : [];
}
