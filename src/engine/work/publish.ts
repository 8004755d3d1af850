import { catchFailure, type Failure, unwrap } from '../../base/failure.ts';
import { openLink } from '../../forges/hosted-repository.ts';
import type { Forge } from '../../forges/forge.ts';
import { withMark } from '../../forges/own-text.ts';
import { commitTree, type Trailers } from '../../git/commit.ts';
import { pushCommit } from '../../git/exchange.ts';
import { outputText } from '../../git/git-output.ts';
import { moveOwnRef } from '../../git/ref.ts';
import { commitsBeyond } from '../../git/remote.ts';
import { resolveRevision } from '../../git/repository.ts';
import type { PullRequest } from '../../schema/pull-request.ts';
import type { PublishRefusal } from '../../schema/merge-refusals.ts';
import type { Proposal, Publication } from '../../workflows/delivery/proposal.ts';
import { toTrouble, type Trouble } from '../../workflows/delivery/trouble.ts';
import type { Step } from '../conductor/step.ts';
import { nameInRepository } from '../repository-names.ts';
import { answerRemarks } from './answer-remarks.ts';
import { fetchTips, openRemote, type OpenRemote, reachForge } from './remote.ts';

export interface WorkToPublish {
  readonly wants: Publication['kind'];
  readonly work: { readonly commit: string; readonly tree: string };
  /** The user's branch that it began on. */
  readonly base: string;
  /** How it was proved, for a commit on top of it; null: the work says it itself. */
  readonly proof: { readonly message: string; readonly trailers: Trailers } | null;
  readonly title: string;
  /** What the pull request says of the commit that is pushed. */
  readonly describe: (commit: string) => string;
  readonly isDraft: boolean;
  /** What was published of it before. */
  readonly before: Proposal | undefined;
}

export type PublishOutcome =
  | { readonly kind: 'published'; readonly publication: Publication; readonly answered: readonly string[] }
  /** Nothing was pushed. */
  | {
      readonly kind: 'refused';
      readonly why: PublishRefusal;
      readonly detail: readonly string[];
      readonly theirs: string | null;
    };

/**
 * Pushes finished work to the remote's branch of the same name, and opens or brings up to date the pull request for it.
 * What is there already is found, so that it can be begun again. A host that cannot be reached takes nothing back: the
 * branch is there, and a person can open the pull request.
 */
export async function publishWork(step: Step, wanted: WorkToPublish): Promise<PublishOutcome> {
  const { services, branch } = step;
  const remote = await openRemote(services, wanted.base);
  if (remote === undefined) return refused('no_remote', [wanted.base]);
  const { before } = wanted;
  if (before !== undefined && before.address !== remote.shown)
    return refused('remote_changed', [remote.name, before.address, remote.shown]);
  const commit = await commitToPush(step, wanted);
  const pushed = await services.git.withLock(() => pushCommit(services.git, remote, { commit, branch }));
  services.onPoint('work.pushed');
  if (pushed.kind === 'trouble') {
    if (pushed.why !== 'others_pushed') return refused(pushed.why, [remote.name, pushed.detail]);
    return othersPushed(step, remote, commit);
  }
  const made: Publication = {
    kind: wanted.wants,
    remote: remote.name,
    address: remote.shown,
    branch,
    base: wanted.base,
    commit,
    tree: wanted.work.tree,
    forge: null,
    number: null,
    url: null,
    link: remote.hosted === undefined ? null : openLink(remote.hosted, { branch, base: wanted.base }),
    draft: wanted.isDraft,
    trouble: null,
  };
  return wanted.wants === 'branch'
    ? { kind: 'published', publication: made, answered: [] }
    : { kind: 'published', ...(await proposeWork(step, { ...wanted, made, remote })) };
}

function refused(why: PublishRefusal, detail: readonly string[], theirs: string | null = null): PublishOutcome {
  return { kind: 'refused', why, detail: [...detail], theirs };
}

async function othersPushed(
  { services, owner, branch }: Step,
  remote: OpenRemote,
  commit: string,
): Promise<PublishOutcome> {
  const { git, repository } = services;
  const fetched = await fetchTips(services, remote, { owner, branches: [branch] });
  const tip = fetched.kind === 'fetched' ? (fetched.tips.get(branch) ?? null) : null;
  const commits = tip === null ? [] : await commitsBeyond(git, repository, { tip, commit });
  return refused('others_pushed', [`${remote.name}/${branch}`, ...commits], tip);
}

/**
 * The work, with a commit on top that says how it was proved. One that was made before and perhaps pushed is used again,
 * and the next one follows it: nothing that was pushed is ever taken back.
 */
async function commitToPush({ services, owner, id }: Step, { work, proof }: WorkToPublish): Promise<string> {
  if (proof === null) return work.commit;
  const { git, repository, project } = services;
  const ref = `refs/orchestral/rescue/${nameInRepository(project, owner)}/published`;
  const standing = await resolveRevision(git, repository, `${ref}^{commit}`);
  if (standing !== null) {
    const parents = outputText(await git.read(repository, ['rev-parse', `${standing}^@`])).split('\n');
    const tree = await resolveRevision(git, repository, `${standing}^{tree}`);
    if (tree === work.tree && parents.includes(work.commit)) return standing;
  }
  const parents = standing === null ? [work.commit] : [standing, work.commit];
  const { message, trailers } = proof;
  const commit = await commitTree(git, repository, { tree: work.tree, parents, message, trailers });
  await moveOwnRef(git, repository, { ref, to: commit, expected: standing, message: `orchestral ${id}: published` });
  return commit;
}

export interface Proposing extends Pick<WorkToPublish, 'title' | 'describe' | 'isDraft' | 'before'> {
  readonly made: Publication;
  readonly remote: OpenRemote;
}

/** Opens the pull request of a branch that is there, or brings it up to date, and answers what the commit answers. */
export async function proposeWork(
  step: Step,
  { made, remote, title, describe, isDraft, before }: Proposing,
): Promise<{ readonly publication: Publication; readonly answered: readonly string[] }> {
  const opened = await reachForge(step.services, remote, step.signal);
  if (!opened.ok) return { publication: withTrouble(made, opened.error), answered: [] };
  const forge = opened.value;
  const content = { title, body: withMark(step.services.redact(describe(made.commit)), step.owner), isDraft };
  const written = await catchFailure(() => writePullRequest(forge, made, content));
  step.services.onPoint('pull_request.written');
  if (!written.ok) return { publication: withTrouble(made, written.error), answered: [] };
  const { number, url, isDraft: draft } = written.value;
  const publication = { ...made, forge: forge.kind, number, url, draft };
  const answered = await answerRemarks(step, { forge, number, commit: made.commit, before });
  return answered.trouble === null
    ? { publication, answered: answered.ids }
    : { publication: { ...publication, trouble: answered.trouble }, answered: answered.ids };
}

/** Looked for by its branch first: whoever was killed may have opened it. One that was closed stays so. */
async function writePullRequest(
  forge: Forge,
  { branch, base }: Publication,
  content: Omit<Parameters<Forge['open']>[0], 'branch' | 'base'>,
): Promise<PullRequest> {
  const found = await forge.find(branch);
  if (found?.state === 'open') return forge.update(found.number, content);
  const opened = await catchFailure(() => forge.open({ branch, base, ...content }));
  if (opened.ok || opened.error.code !== 'forge.refused') return unwrap(opened);
  const raced = await forge.find(branch);
  return raced?.state === 'open' ? forge.update(raced.number, content) : unwrap(opened);
}

function withTrouble(made: Publication, failed: Failure): Publication {
  return { ...made, trouble: troubleOf(failed) };
}

/** What is no trouble with the host is thrown. */
export function troubleOf(failed: Failure): Trouble {
  return toTrouble(failed) ?? unwrap({ ok: false, error: failed });
}
