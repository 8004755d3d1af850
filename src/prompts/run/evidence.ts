import { inline } from '../quoted.ts';
import { type SomeNames, someText } from './change.ts';
import { failuresText, type FailedTest } from './feedback.ts';

/** What Orchestral measured on the tree that is judged. */
export interface Evidence {
  readonly tree: string;
  /** Null where there is nothing that runs tests. */
  readonly command: string | null;
  /** Where the numbers are from. */
  readonly source: string;
  readonly ending: string;
  readonly exit_code: number | null;
  readonly build: { readonly command: string; readonly exit_code: number | null } | null;
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Null when it was not measured. */
  readonly coverage: number | null;
  readonly coverage_of: 'change' | 'total' | null;
  readonly failures: readonly FailedTest[];
  /** Against the untouched base. */
  readonly newly_red: SomeNames;
  readonly gone: SomeNames;
  readonly now_skipped: SomeNames;
  readonly edge_cases_tested: readonly string[];
  readonly adversarial_findings: readonly string[];
}

export function evidenceText(evidence: Evidence): string {
  const { tree, build, failures, newly_red, gone, now_skipped } = evidence;
  const lines = [`- Tree: ${inline(tree)}`];
  if (build !== null) lines.push(`- Build: ${inline(build.command)}, exit code ${build.exit_code ?? 'none'}`);
  lines.push(...testLines(evidence), `- Coverage: ${coverageText(evidence)}`);
  const parts = [lines.join('\n')];
  if (failures.length > 0) parts.push(`Failing tests (${failures.length}):`, failuresText(failures));
  if (newly_red.names.length > 0) parts.push('Green before this work, red now:', someText(newly_red));
  if (gone.names.length > 0) parts.push('Tests of the base that no longer run:', someText(gone));
  if (now_skipped.names.length > 0) parts.push('Tests of the base that are skipped now:', someText(now_skipped));
  return [...parts, ...claims(evidence)].join('\n\n');
}

function testLines({ command, source, ending, exit_code, total, passed, failed, skipped }: Evidence): string[] {
  if (command === null) return ['- Tests: there is no command that runs tests in this project.'];
  const end = ending === 'exited' ? `exit code ${exit_code ?? 'none'}` : `ended: ${inline(ending)}`;
  return [
    `- Tests: ${inline(command)}, ${end}`,
    `- Counts: ${total} in all, ${passed} passed, ${failed} failed, ${skipped} skipped (read from: ${inline(source)})`,
  ];
}

function coverageText({ coverage, coverage_of }: Evidence): string {
  if (coverage === null) return 'not measured; its criterion is waived.';
  return `${Math.floor(coverage * 10) / 10} % of ${coverage_of === 'change' ? 'the changed lines' : 'all lines'}.`;
}

/** What the Verifier says of its tests is not measured, and says so. */
function claims({ edge_cases_tested, adversarial_findings }: Evidence): string[] {
  const parts: string[] = [];
  if (adversarial_findings.length > 0)
    parts.push('What the Verifier says its attacks found (its word, not measured):', listOf(adversarial_findings));
  if (edge_cases_tested.length > 0)
    parts.push('Edge cases the Verifier says it tests (its word, not measured):', listOf(edge_cases_tested));
  return parts;
}

function listOf(entries: readonly string[]): string {
  return someText({ names: entries.slice(0, 50), more: Math.max(0, entries.length - 50) });
}
