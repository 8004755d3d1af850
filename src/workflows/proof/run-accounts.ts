import type { ChangePart } from '../../languages/change-class.ts';
import type { FindingItem, ProofFinding } from '../../schema/proof-finding.ts';
import type { TestRun } from './test-run.ts';

/** What a run of tests tells besides the tests themselves. */
export interface RunAccounts extends Pick<TestRun, 'exit_code' | 'counts'> {
  readonly printed?: TestRun['counts'] | null | undefined;
  readonly streamed?: { readonly planned: number; readonly done: number } | null | undefined;
  /** In which ways report, exit code and printed sums contradict each other. */
  readonly disagreement?: readonly string[] | undefined;
  /** Null: not measured. */
  readonly loaded?: readonly string[] | null | undefined;
  readonly tracked_changes?:
    | readonly { readonly path: string; readonly by: string; readonly kind: 'changed' | 'rewritten' }[]
    | undefined;
}

/** The baseline's, and those of the candidate: as a whole, or in parts. */
export interface BothAccounts {
  readonly baseline: RunAccounts;
  readonly candidate: readonly RunAccounts[];
}

/** A contradiction that the baseline does not have. */
export function disagreementFindings({ baseline, candidate }: BothAccounts): ProofFinding[] {
  const usual = new Set(baseline.disagreement);
  const found = candidate.find(({ disagreement = [] }) => disagreement.some((one) => !usual.has(one)));
  if (found === undefined) return [];
  const { counts, printed, exit_code, streamed, disagreement = [] } = found;
  const others = disagreement.filter((one) => !usual.has(one));
  const said = printed === null || printed === undefined ? [] : [sumsOf(printed)];
  const executed =
    streamed === null || streamed === undefined || !others.includes('fewer_executed')
      ? []
      : [`${streamed.done} of ${streamed.planned} executed`];
  const text = [`exit ${exit_code ?? '–'}`, ...said, ...executed, others.join(', ')].join('; ');
  return [{ code: 'report_disagrees', report: sumsOf(counts), printed: text }];
}

function sumsOf({ passed, failed, skipped }: TestRun['counts']): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** `fails`: the candidate has failures of its own. */
export function changedFileFindings({ candidate }: Pick<BothAccounts, 'candidate'>, fails: boolean): ProofFinding[] {
  const changes = candidate.flatMap(({ tracked_changes = [] }) => tracked_changes);
  const changed = changes.filter(({ kind }) => kind === 'changed');
  const beforeTests = changed.filter(({ by }) => by !== 'tests' && by !== 'posttest');
  const paths = (some: typeof changed): string[] => [...new Set(some.map(({ path }) => path))];
  if (fails && beforeTests.length > 0) return [{ code: 'needs_changed_files', files: paths(beforeTests) }];
  return changed.length === 0 ? [] : [{ code: 'restored_files', files: paths(changed) }];
}

/** Files that both trees have, that were changed and that only the baseline's tests load. */
export function unreachedFindings(
  { baseline, candidate }: BothAccounts,
  parts: readonly ChangePart[],
  isLoadable: (path: string) => boolean,
): ProofFinding[] {
  const changed = parts.filter((part) => part.class === 'product' && part.kind === 'modified' && isLoadable(part.path));
  if (changed.length === 0) return [];
  const loaded = candidate.map((run) => run.loaded);
  if (
    baseline.loaded === null ||
    baseline.loaded === undefined ||
    loaded.some((one) => one === null || one === undefined)
  )
    return [{ code: 'not_measured', what: 'loaded_files' }];
  const [was, is] = [new Set(baseline.loaded), new Set(loaded.flatMap((one) => one ?? []))];
  const items = changed
    .filter(({ path }) => was.has(path) && !is.has(path))
    .map(({ path, before, after }): FindingItem => ({ key: path, file: path, before, after }));
  return items.length === 0 ? [] : [{ code: 'unreached', items }];
}
