import { formatEnding } from '../../base/run-ending.ts';
import { compareRuns, type Rename } from '../proof/compare.ts';
import { judgeFindings } from '../proof/judge.ts';
import { TREE_POLICY, testsIn, type TreeFinding, treeFindings, withoutNamed } from '../proof/tree-findings.ts';
import type { TestRun } from '../proof/test-run.ts';

/** What the tests say of a tree and of the one before it. */
export interface MeasuredTrees {
  readonly before: TestRun;
  readonly now: TestRun;
  readonly renames: readonly Rename[];
}

/** Why work is not taken, for whoever tries again. */
export interface AttemptProblem {
  /** `tests_red`, `no_change`, `conflict`, or how the agent failed. */
  readonly kind: string;
  readonly message: string;
  readonly evidence?: string;
}

export interface TreeUse {
  readonly as: 'task' | 'phase' | 'delivery';
  /** What the task says: tests that it names may go. */
  readonly text?: string;
}

const MAX_NAMES = 20;

/** Why a tree is not taken; null when it is. Red before is forgiven. */
export function treeProblem(
  { before, now, renames }: MeasuredTrees,
  { as, text = '' }: TreeUse,
): AttemptProblem | null {
  const findings = withoutNamed(treeFindings(compareRuns(before, now, renames)), text);
  const { verdict, reasons } = judgeFindings(findings, TREE_POLICY[`auto ${as}`]);
  return verdict === 'reject' ? problemOf(reasons, now) : null;
}

/** A tree that cannot be set up, where the one before it can. */
export function setupProblem({ command, ending, tail }: Record<'command' | 'ending' | 'tail', string>): AttemptProblem {
  return { kind: 'setup_red', message: `${command}: ${ending}`, evidence: tail };
}

function problemOf(reasons: readonly TreeFinding[], now: TestRun): AttemptProblem {
  const red = reasons.filter(({ code }) => code === 'tests_red' || code === 'tests_broke_off');
  if (red.length > 0) return redProblem(now, testsIn(red));
  const lost = testsIn(reasons);
  if (lost.length > 0) return { kind: 'tests_gone', message: firstOf(lost) };
  const fewer = reasons.find(({ code }) => code === 'fewer_tests');
  return { kind: 'tests_gone', message: fewer?.code === 'fewer_tests' ? `${fewer.before} → ${fewer.now}` : '' };
}

function redProblem(run: TestRun, names: readonly string[]): AttemptProblem {
  const reasons = run.tests
    .filter(({ id }) => names.includes(id))
    .slice(0, MAX_NAMES)
    .map(({ id, reason = '' }) => `${id}\n${reason.slice(0, 500)}`);
  const build = run.build !== null && run.build.exit_code !== 0 ? run.build.command : null;
  const message = names.length > 0 ? firstOf(names) : `${build ?? run.command ?? ''}: ${formatEnding(run)}`;
  const kind = build === null ? 'tests_red' : 'build_red';
  return { kind, message, evidence: [...reasons, run.output_tail].join('\n\n') };
}

function firstOf(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${more > 0 ? ` … +${more}` : ''}`;
}
