import embedded from '../../../templates/run/gatekeeper.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ConfigGatekeeper } from '../../schema/config/gatekeeper.ts';
import { inline, quoted, quotedList } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import { type ChangedFile, changedText, type Patch, patchText, type SomeNames, someText } from './change.ts';
import { type Decision, decisionsText } from './decisions.ts';
import { type Evidence, evidenceText } from './evidence.ts';
import { type Round, roundText } from './round.ts';

export interface GatekeeperBrief extends Round {
  readonly refined: string;
  readonly config: ConfigGatekeeper;
  /** Per cent: the higher of the configured bars. */
  readonly coverageNeeded: number;
  readonly decisions: readonly Decision[];
  readonly precedents: readonly Decision[];
  readonly changed: readonly ChangedFile[];
  readonly patch: Patch;
  readonly evidence: Evidence;
  /** Sentences about what Orchestral found. */
  readonly findings: readonly string[];
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
      findings:
        findings.length === 0
          ? 'Nothing against this work.'
          : `Each of these stands, whatever you say:\n\n${quotedList(findings)}`,
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
