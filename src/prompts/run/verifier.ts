import embedded from '../../../templates/run/verifier.md';
import type { Failure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ConfigVerifier } from '../../schema/config/settings.ts';
import type { CaseKind } from '../../schema/run/answers.ts';
import { inline, quoted, type SomeNames, someText } from '../quoted.ts';
import { fillTemplate } from '../template.ts';
import {
  type ChangedFileSummary,
  changedText,
  type AnsweredQuestion,
  decisionsText,
  type PromptFeedback,
  feedbackText,
  type Patch,
  patchText,
  type Round,
  roundText,
} from './parts.ts';

export interface VerifierBrief extends Round {
  readonly refined: string;
  readonly config: ConfigVerifier;
  readonly decisions: readonly AnsweredQuestion[];
  /** Per cent: the higher of the configured bars. */
  readonly coverageNeeded: number;
  readonly testCommand: string | null;
  /** Test files that the project has. */
  readonly testFiles: SomeNames;
  /** Those that the Verifier wrote in earlier rounds. */
  readonly ownTests: SomeNames;
  readonly changed: readonly ChangedFileSummary[];
  readonly patch: Patch;
  readonly feedback: PromptFeedback | null;
  /** Files that its last try in this round changed and may not. */
  readonly strayed: readonly string[];
  /** What its tests of this round lack: it goes on from what it has. */
  readonly missing: readonly CaseKind[];
}

export function verifierPrompt(brief: VerifierBrief, template = embedded): Result<string, Failure> {
  return fillTemplate(
    { name: 'run/verifier', text: template },
    {
      demands: demands(brief),
      tests: tests(brief),
      refined: quoted(brief.refined),
      decisions: decisionsText(brief.decisions),
      round: [roundText(brief), ...strayedText(brief.strayed), ...missingText(brief.missing)].join('\n\n'),
      feedback: lastRound(brief.feedback),
      changed: changedText(brief.changed),
      patch: patchText(brief.patch),
    },
  );
}

function strayedText(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  return [
    `You worked on this round before, and nothing of it was kept, because you changed files that are not tests. Write your tests again and leave these files alone; if they are changed once more, the step has failed:`,
    someText({ names: files.slice(0, 50), more: Math.max(0, files.length - 50) }),
  ];
}

function missingText(missing: readonly CaseKind[]): string[] {
  if (missing.length === 0) return [];
  return [
    `You worked on this round before; the tests you wrote are in this folder. These are required, and \`cases\` named no test of them that stands in your files. Write what is missing, or name the tests that you have, by the titles that stand in their files:`,
    missing.map((kind) => `- ${CASES[kind]} (\`${kind}\`)`).join('\n'),
  ];
}

const CASES = { edge: 'an edge case', error: 'an error case', attack: 'an attack on the change' } as const;

function demands({ config, coverageNeeded }: VerifierBrief): string {
  const { test_coverage, adversarial } = config;
  const lines = [`- At least ${coverageNeeded} % of the changed lines must be run by tests. Orchestral measures this.`];
  if (test_coverage.require_edge_cases)
    lines.push(
      '- Edge cases are required: empty, one, many; limits and just beyond; unusual characters; order; repetition.',
    );
  if (test_coverage.require_error_cases)
    lines.push(
      '- Error cases are required: invalid input, what is missing or refused, failures of what it depends on.',
    );
  if (adversarial.enabled && adversarial.max_attack_vectors > 0)
    lines.push(
      `- Attack the change, with tests, in up to ${adversarial.max_attack_vectors} different ways that fit what it does (injection, traversal, overflow, races, hostile encodings, exhausted resources …).`,
    );
  return lines.join('\n');
}

function tests({ testCommand, testFiles, ownTests }: VerifierBrief): string {
  const parts = [
    testCommand === null
      ? 'No command that runs tests was found. Write the tests so that the usual command of such a project runs them.'
      : `They run with: ${inline(testCommand)}`,
    testFiles.names.length === 0 ? 'There are no test files yet.' : `Test files:\n\n${someText(testFiles)}`,
  ];
  if (ownTests.names.length > 0) parts.push(`Tests that you wrote in earlier rounds:\n\n${someText(ownTests)}`);
  return parts.join('\n\n');
}

/** The Builder's feedback, told to somebody who only writes tests. */
function lastRound(feedback: PromptFeedback | null): string {
  if (feedback === null) return 'None: this is the first round.';
  return `The Builder was told what follows, and has worked on it since. Of your own tests, correct those that were wrong; test what was missed.\n\n${feedbackText(feedback)}`;
}
