import { catchFailure, type Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { HostIssue } from '../../schema/pull-request.ts';
import type { DoorContext } from './context.ts';

/** Issues of the host that the project's repository is on. Only those of people with write access are given to agents. */
export interface IssuesApi {
  /** By its number or address; with the briefing that a run would begin with. */
  readIssue(named: string): Promise<Result<{ readonly issue: HostIssue; readonly briefing: string }, Failure>>;
  /** Open ones with the label, and those that are left out. */
  readIssues(
    label: string,
  ): Promise<Result<{ readonly issues: readonly HostIssue[]; readonly others: readonly HostIssue[] }, Failure>>;
}

/** @internal */
export function issuesApi({ operation }: DoorContext): IssuesApi {
  return {
    readIssue: (named) =>
      catchFailure(async () => {
        const { briefingOf, readIssue } = await import('../operations/issues.ts');
        const issue = await readIssue(await operation(), named);
        return { issue, briefing: briefingOf(issue) };
      }),
    readIssues: (label) =>
      catchFailure(async () => (await import('../operations/issues.ts')).readIssues(await operation(), label)),
  };
}
