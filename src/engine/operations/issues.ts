import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Forge, HostedRepository } from '../../forges/forge.ts';
import { issueNumber, parseAddress } from '../../forges/hosted-repository.ts';
import { openForge } from '../../forges/open-forge.ts';
import { findRemote, withoutSecret } from '../../git/remote.ts';
import { openRepository } from '../../git/repository.ts';
import type { HostIssue } from '../../schema/pull-request.ts';
import { unrecordedGit, unrecordedSpawner } from '../ask-program.ts';
import type { OperationContext } from '../conductor/services.ts';

type Asking = Pick<OperationContext, 'project' | 'env'>;

/** An issue of the project's host, by its number or address. One of somebody who may not write is refused. */
export async function readIssue(asking: Asking, named: string): Promise<HostIssue> {
  const { forge, hosted } = await hostOf(asking);
  const number = issueNumber(named, hosted);
  if (number === undefined) return throwFailure('pull_request.not_an_issue', { named, repository: hosted.path });
  const issue = await forge.issue(number);
  if (!issue.canWrite) throwFailure('pull_request.stranger', { issue: `#${number}`, author: issue.author });
  return issue;
}

/** Open issues with a label; `others`: of people who may not write, which are no tasks. */
export async function readIssues(
  asking: Asking,
  label: string,
): Promise<{ readonly issues: readonly HostIssue[]; readonly others: readonly HostIssue[] }> {
  const { forge } = await hostOf(asking);
  const all = await forge.issues(label);
  const issues = all.filter(({ canWrite }) => canWrite);
  if (issues.length === 0) throwFailure('pull_request.no_issues', { label });
  return { issues, others: all.filter(({ canWrite }) => !canWrite) };
}

async function hostOf({ project, env }: Asking): Promise<{ readonly forge: Forge; readonly hosted: HostedRepository }> {
  const git = unrecordedGit(env);
  const repository = unwrap(await openRepository(git, project.root));
  const remote = await findRemote(git, repository, '');
  if (remote === undefined) return throwFailure('pull_request.no_remote', {});
  const hosted = parseAddress(remote.address);
  if (hosted === undefined) return throwFailure('pull_request.no_host', { address: withoutSecret(remote.address) });
  const forge = await openForge(hosted, { run: (command) => unrecordedSpawner().run(command), env });
  return { forge, hosted };
}

/** What the Refiner is given of an issue. */
export function briefingOf({ title, body, number, url, author }: HostIssue): string {
  return `# ${title}\n\n${body.trim()}\n\n(#${number}, ${author}: ${url})\n`;
}
