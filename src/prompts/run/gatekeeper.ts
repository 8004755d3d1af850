import embedded from '../../../templates/run/gatekeeper.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ConfigGatekeeper } from '../../schema/config/settings.ts';
import { inline, quoted, quotedList, type SomeNames, someText } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import {
  type ChangedFileSummary,
  changedText,
  type AnsweredQuestion,
  decisionsText,
  type FailedTest,
  failuresText,
  type Patch,
  patchText,
  type Round,
  roundText,
} from './parts.ts';

export interface GatekeeperBrief extends Round {
  readonly refined: string;
  readonly config: ConfigGatekeeper;
  /** Per cent: the higher of the configured bars. */
  readonly coverageNeeded: number;
  readonly decisions: readonly AnsweredQuestion[];
  readonly precedents: readonly AnsweredQuestion[];
  readonly changed: readonly ChangedFileSummary[];
  readonly patch: Patch;
  readonly evidence: Evidence;
  /** Sentences about what Orchestral found. */
  readonly findings: readonly string[];
  /** What the proof of the change lists: what tests no longer demand first. */
  readonly proof: readonly string[];
  /** Tests of the base that the work changed. */
  readonly changedTests: SomeNames;
  readonly dependencies: readonly { readonly manifest: string; readonly name: string }[];
}

export function gatekeeperPrompt(brief: GatekeeperBrief, template = embedded): Result<string, Failure> {
  const { config, findings, dependencies } = brief;
  return fillTemplate(
    { name: 'run/gatekeeper', text: template },
    {
      criteria: criteria(brief),
      triggers: config.auto_crp_triggers.length === 0 ? 'None.' : config.auto_crp_triggers.map(trigger).join('\n'),
      precedents: decisionsText(brief.precedents),
      refined: quoted(brief.refined),
      decisions: decisionsText(brief.decisions),
      round: roundText(brief),
      changed: changedText(brief.changed),
      changed_tests: someText(brief.changedTests),
      dependencies: someText({ names: dependencies.map(({ manifest, name }) => `${name} (${manifest})`), more: 0 }),
      patch: patchText(brief.patch),
      evidence: evidenceText(brief.evidence),
      findings: [
        findings.length === 0
          ? 'Nothing against this work.'
          : `Each of these stands, whatever you say:\n\n${quotedList(findings)}`,
        ...(brief.proof.length === 0
          ? []
          : [
              'What comparing the tests and running old tests against new code, and new tests without it, has shown. The person who approves the work sees each: say of each whether the brief asks for it, or whether it hides a fault.',
              quotedList(brief.proof),
            ]),
      ].join('\n\n'),
    },
  );
}

function criteria({ config, coverageNeeded }: GatekeeperBrief): string {
  const { tests_passing, no_critical_issues } = config.pass_criteria;
  const lines = ['- The change is not empty, and every acceptance criterion of the brief holds.'];
  if (tests_passing) lines.push('- All tests pass.');
  if (no_critical_issues) lines.push('- There is no critical issue.');
  lines.push(`- Coverage is at least ${coverageNeeded} % (waived where it was not measured).`);
  return lines.join('\n');
}

const meanings: Partial<Record<string, string>> = {
  security_concern:
    'the change touches authentication, authorisation, secrets, cryptography or the handling of untrusted input in a way that could do harm',
  breaking_change:
    'something that others use (an interface, a file format, a command, a stored state) stops working as before',
  external_dependency_addition:
    'the project depends on something new from outside; Orchestral looks at the manifests itself',
};

function trigger(name: string): string {
  const meaning = meanings[name];
  return meaning === undefined ? `- ${inline(name)}` : `- ${inline(name)}: ${meaning}.`;
}

/** What Orchestral measured on the tree that is judged. */
interface Evidence {
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
  readonly edge_cases_tested: readonly string[];
  readonly adversarial_findings: readonly string[];
}

function evidenceText(evidence: Evidence): string {
  const { tree, build, failures, newly_red, gone } = evidence;
  const lines = [`- Tree: ${inline(tree)}`];
  if (build !== null) lines.push(`- Build: ${inline(build.command)}, exit code ${build.exit_code ?? 'none'}`);
  lines.push(...testLines(evidence), `- Coverage: ${coverageText(evidence)}`);
  const parts = [lines.join('\n')];
  if (failures.length > 0) parts.push(`Failing tests (${failures.length}):`, failuresText(failures));
  if (newly_red.names.length > 0) parts.push('Green before this work, red now:', someText(newly_red));
  if (gone.names.length > 0) parts.push('Tests of the base that no longer run:', someText(gone));
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
