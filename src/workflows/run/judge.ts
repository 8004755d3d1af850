import type { ProofFinding } from '../../schema/proof-finding.ts';
import type { Crp } from '../../schema/run/consultation.ts';
import { type ChangeJudgement, judgeChange, type JudgeContext } from '../proof/judge-change.ts';
import { isProvenEnough } from '../proof/hunk-outcome.ts';
import { judgeFindings, type Policy } from '../proof/judge.ts';
import { ACCEPT, SEND_BACK, type Settled } from './consultation.ts';
import type { Criteria } from './criteria.ts';
import type { Evidence } from './evidence.ts';
import type { EarlierCode, Judgement, RunFinding } from './judgement.ts';

/** What the Gatekeeper answered. */
export interface Opinion extends Pick<Judgement, 'reason' | 'issues' | 'triggers'> {
  readonly verdict: Judgement['verdict'];
}

/** The others are only in logs from before there were proofs. */
type OwnFinding = Exclude<RunFinding, { code: EarlierCode }>;

/** What a run makes of each finding: sent back to the Builder, or asked of a person. */
const POLICY: Policy<OwnFinding> = {
  proof: 'reject',
  coverage_low: 'reject',
  hunks_unproven: 'reject',
  empty_diff: 'reject',
  rejected_before: 'reject',
  critical_issues: 'reject',
  attacks_succeeded: 'reject',
  file_too_long: 'reject',
  types_missing: 'reject',
  library_avoided: 'reject',
  trigger: 'ask',
  agent_failed_it: 'reject',
  human_rejected: 'reject',
};

export interface Case {
  /** Null when there was nothing to have an opinion on. */
  readonly opinion: Opinion | null;
  /** Null when nothing was built. */
  readonly evidence: Evidence | null;
  readonly criteria: Criteria;
  readonly iteration: number;
  readonly settled: Settled;
  /** What a person allowed. */
  readonly allowed: Pick<JudgeContext, 'allowed' | 'letPass'>;
  /** Trees that a person rejected. */
  readonly rejected: readonly string[];
}

/** The evidence first, then what people said, then the Gatekeeper: no opinion beats what was measured. */
export function judge({ opinion, evidence, criteria, iteration, settled, allowed, rejected }: Case): Judgement {
  const said = opinion?.verdict ?? null;
  const facts = {
    said,
    reason: opinion?.reason ?? '',
    issues: opinion?.issues ?? [],
    triggers: triggersOf(opinion, evidence, criteria),
  };
  if (evidence === null) return { verdict: 'FAIL', ...facts, findings: [{ code: 'empty_diff' }] };
  const isOpen = (one: OwnFinding): boolean => !settled.accepted.has(keyOf(one, iteration));
  const change = judgeProof(evidence, { allowed, criteria });
  const findings: OwnFinding[] = [
    ...unproven(change, evidence, criteria),
    ...(rejected.includes(evidence.tree) ? [{ code: 'rejected_before' } as const] : []),
    ...criticalIssues(opinion, criteria),
    ...attacks(evidence),
    ...refusals(settled),
    ...(said === 'FAIL' ? [{ code: 'agent_failed_it' } as const] : []),
    ...questions(evidence, opinion, criteria).filter(isOpen),
  ];
  const { verdict, reasons } = judgeFindings(findings, POLICY);
  if (verdict === 'reject') return { verdict: 'FAIL', ...facts, findings: [...reasons] };
  const agrees = said === 'PASS' || (said === 'NEEDS_HUMAN' && settled.accepted.has(opinionOf(iteration)));
  const to_allow = change.verdict === 'ask' ? { to_allow: [...change.reasons] } : {};
  const passes = verdict === 'accept' && agrees;
  return { verdict: passes ? 'PASS' : 'NEEDS_HUMAN', ...facts, findings: [...reasons], ...to_allow };
}

/** What the proof of the change comes to. What only a person may allow is asked when the pack is approved. */
function judgeProof({ proof }: Evidence, { allowed, criteria }: Pick<Case, 'allowed' | 'criteria'>): ChangeJudgement {
  const counts = ({ code }: ProofFinding): boolean => criteria.testsPassing || code !== 'new_failures';
  return judgeRunChange((proof?.findings ?? []).filter(counts), allowed);
}

export function judgeRunChange(findings: readonly ProofFinding[], allowed: Case['allowed']): ChangeJudgement {
  const nothing = new Set<string>();
  return judgeChange(findings, {
    workflow: 'run',
    named: nothing,
    sentBack: nothing,
    hasAcceptance: false,
    ...allowed,
  });
}

function unproven({ verdict, reasons }: ChangeJudgement, evidence: Evidence, criteria: Criteria): OwnFinding[] {
  const refused = verdict === 'reject' ? reasons.map((finding) => ({ code: 'proof' as const, finding })) : [];
  return [...refused, ...criteriaFindings(evidence, criteria)];
}

/** What a question is recorded under, so that its answer settles it. A concern of one round says nothing of the next. */
function keyOf(finding: RunFinding, iteration: number): string {
  if (finding.code !== 'trigger') return finding.code;
  return finding.name === DEPENDENCY ? `${finding.name}:${finding.detail}` : `${finding.name}#${iteration}`;
}

/** Of a Gatekeeper that needs a person and does not say what for. */
function opinionOf(iteration: number): string {
  return `opinion#${iteration}`;
}

/** The question that Orchestral asks about its own findings; agents and people read it alike. */
export function questionAbout(
  { findings, reason }: Judgement,
  { iteration, words }: { readonly iteration: number; readonly words: QuestionWords },
): { readonly crp: Pick<Crp, 'type' | 'question' | 'context' | 'options' | 'recommendation'>; about: string[] } {
  const trigger = findings.find((finding) => finding.code === 'trigger');
  return {
    crp: {
      type: trigger === undefined ? 'other' : typeOf(trigger.name),
      question: words.question(findings),
      context: words.context(findings, reason),
      options: [
        { id: ACCEPT, ...words.accept },
        { id: SEND_BACK, ...words.sendBack },
      ],
      recommendation: null,
    },
    about: findings.length > 0 ? findings.map((one) => keyOf(one, iteration)) : [opinionOf(iteration)],
  };
}

export interface QuestionWords {
  question(findings: readonly RunFinding[]): string;
  context(findings: readonly RunFinding[], reason: string): string;
  readonly accept: { readonly label: string; readonly description: string; readonly risk: string };
  readonly sendBack: { readonly label: string; readonly description: string; readonly risk: string };
}

function typeOf(trigger: string): Crp['type'] {
  switch (trigger) {
    case 'security_concern':
    case 'breaking_change':
    case 'external_dependency_addition':
      return trigger;
    default:
      return 'other';
  }
}

function criteriaFindings({ coverage, rule_breaks, hunks }: Evidence, criteria: Criteria): OwnFinding[] {
  const needed = criteria.minCoverage;
  const low = coverage !== null && coverage < needed ? [{ code: 'coverage_low' as const, coverage, needed }] : [];
  return [...low, ...unprovenHunks(hunks), ...rule_breaks.map((rule) => broken(rule, criteria))];
}

const MOST_PLACES = 20;

function unprovenHunks(check: Evidence['hunks']): OwnFinding[] {
  if (check === undefined || isProvenEnough(check)) return [];
  const { hunks, percent, wanted } = check;
  const open = hunks.filter(({ outcome }) => outcome !== 'noticed').slice(0, MOST_PLACES);
  const places = open.map(({ path, line }) => `${path}:${line}`);
  return [{ code: 'hunks_unproven', percent: percent ?? 0, wanted: wanted ?? 0, places }];
}

function broken({ rule, file, line, detail }: Evidence['rule_breaks'][number], { maxFileLines }: Criteria): OwnFinding {
  switch (rule) {
    case 'file_too_long':
      return { code: rule, file, lines: Number(detail), limit: maxFileLines };
    case 'types_missing':
      return { code: rule, file, line };
    case 'library_avoided':
      return { code: rule, file, library: String(detail) };
    default:
      return rule satisfies never;
  }
}

function criticalIssues(opinion: Opinion | null, { noCriticalIssues }: Criteria): OwnFinding[] {
  const count = opinion?.issues.filter(({ severity }) => severity === 'critical').length ?? 0;
  return noCriticalIssues && count > 0 && opinion?.verdict === 'PASS' ? [{ code: 'critical_issues', count }] : [];
}

function refusals({ refused }: Settled): OwnFinding[] {
  return [...new Set(refused.values())].map((vcr) => ({
    code: 'human_rejected',
    decision: vcr.additional_notes.trim() === '' ? vcr.rationale : vcr.additional_notes,
  }));
}

/** Nobody measured them, and nobody shrugs them off: what an attack got through is put right, or tried again. */
function attacks({ attacks_succeeded = [] }: Evidence): OwnFinding[] {
  return attacks_succeeded.length === 0 ? [] : [{ code: 'attacks_succeeded', attacks: [...attacks_succeeded] }];
}

/** Those that the Gatekeeper named, and the one that is told from the manifests. */
function triggersOf(opinion: Opinion | null, evidence: Evidence | null, criteria: Criteria): string[] {
  const isDetected = (evidence?.dependencies.length ?? 0) > 0 && criteria.triggers.includes(DEPENDENCY);
  return [...new Set([...(opinion?.triggers ?? []), ...(isDetected ? [DEPENDENCY] : [])])];
}

/** What only a person may let pass. */
function questions({ dependencies }: Evidence, opinion: Opinion | null, criteria: Criteria): OwnFinding[] {
  const wanted = new Set(criteria.triggers);
  const findings: OwnFinding[] = [];
  if (wanted.has(DEPENDENCY)) {
    for (const { manifest, name } of dependencies)
      findings.push({ code: 'trigger', name: DEPENDENCY, detail: `${name} (${manifest})` });
  }
  for (const name of new Set(opinion?.triggers))
    if (wanted.has(name) && name !== DEPENDENCY)
      findings.push({ code: 'trigger', name, detail: opinion?.reason ?? '' });
  return findings;
}

/** Told from the manifests, never from an agent's word. */
const DEPENDENCY = 'external_dependency_addition';
