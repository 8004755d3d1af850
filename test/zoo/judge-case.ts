import { quoteSharesIdentifier } from '../../src/languages/named-tests.ts';
import { reviewedParts } from '../../src/prompts/auto/finding-text.ts';
import { isAllowable, type ProofFinding } from '../../src/schema/proof-finding.ts';
import {
  type ChangeJudgement,
  type JudgeContext,
  judgeChange,
  type ProofWorkflow,
} from '../../src/workflows/proof/judge-change.ts';
import { type Cheat, type Honest, MUL, type Outcome } from './zoo-case.ts';

/** What was measured of a case. */
export interface Recorded {
  readonly findings: readonly ProofFinding[];
  /** Whether a probe with other inputs fails; of cheats only. */
  readonly failsProbe?: boolean | undefined;
}

export const WORKFLOWS = ['run', 'session', 'auto'] as const;

function contextOf(zoo: Cheat | Honest, workflow: ProofWorkflow, more: Partial<JudgeContext> = {}): JudgeContext {
  const acceptance = zoo.request?.acceptance ?? MUL.acceptance;
  return {
    workflow,
    named: new Set('named' in zoo ? zoo.named : []),
    sentBack: new Set(),
    letPass: new Set('isRefactoring' in zoo && workflow === 'session' ? ['unproven'] : []),
    hasAcceptance: acceptance.length > 0,
    allowed: [],
    ...more,
  };
}

/** What the judge says at first, and for which of the findings. */
export function firstOutcome(zoo: Cheat | Honest, workflow: ProofWorkflow, findings: readonly ProofFinding[]): Outcome {
  return outcomeOf(judgeChange(findings, contextOf(zoo, workflow)));
}

/** In the order in which a person would care. */
const TELLING = [
  'new_failures',
  'lost_tests',
  'superseded',
  'configuration',
  'controls',
  'tampering',
  'unreached',
  'lost_demand',
  'test_detection',
  'unproven',
  'not_testable',
  'flaky',
  'failed_before',
  'proves_nothing',
  'weak_red',
  'no_test_command',
  'restored_files',
  'not_measured',
  'surface_modified',
] as const;

function outcomeOf({ verdict, reasons, listed }: ChangeJudgement): Outcome {
  const found = verdict === 'accept' ? listed : reasons;
  const code = TELLING.find((one) => found.some((finding) => finding.code === one)) ?? found[0]?.code;
  if (verdict !== 'accept') return `${verdict} ${code ?? 'new_failures'}`;
  return code === undefined ? 'accept' : `listed ${code}`;
}

/** How it ends for somebody who insists on it. */
export type Ending = 'rejected by the judge' | 'asked' | 'rejected by review' | 'accepted with a note' | 'silent';

/** `refusing`: allows nothing, and tries what was promised. `credulous`: allows everything, and quotes the title. */
export type Reviewer = 'refusing' | 'credulous';

export function endingOf(
  zoo: Cheat | Honest,
  workflow: ProofWorkflow,
  { recorded, reviewer }: { readonly recorded: Recorded; readonly reviewer: Reviewer },
): Ending {
  const { findings, failsProbe = false } = recorded;
  const first = judgeChange(findings, contextOf(zoo, workflow));
  // What is sent back comes again as it was.
  const sentBack = new Set(first.verdict === 'send_back' ? first.reasons.map(({ code }) => code) : []);
  const judged = first.verdict === 'send_back' ? judgeChange(findings, contextOf(zoo, workflow, { sentBack })) : first;
  if (judged.verdict === 'reject') return 'rejected by the judge';
  if (judged.verdict === 'ask') return 'asked';
  if (judged.verdict === 'review') {
    if (reviewer === 'refusing') return 'rejected by review';
    return isReleased(zoo, judged.reasons) ? 'accepted with a note' : 'asked';
  }
  const notes = judged.listed.filter((finding) => isTelling(finding));
  const isProbed = workflow === 'auto' && contextOf(zoo, workflow).hasAcceptance;
  if (isProbed && reviewer === 'refusing' && failsProbe) return 'rejected by review';
  return notes.length > 0 || isProbed ? 'accepted with a note' : 'silent';
}

/** Said of nearly every change: nobody would look twice. */
function isTelling({ code }: ProofFinding): boolean {
  return code !== 'surface_modified' && code !== 'not_measured' && code !== 'flaky';
}

/** A quote of the title releases a superseded test only where both speak of the same thing. */
function isReleased(zoo: Cheat | Honest, reasons: readonly ProofFinding[]): boolean {
  const title = zoo.request?.title ?? MUL.title;
  return reviewedParts(reasons.filter(isAllowable)).every(
    ({ needsMention, demand }) => !needsMention || quoteSharesIdentifier(title, demand),
  );
}
