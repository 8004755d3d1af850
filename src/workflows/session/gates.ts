import type { ProofFinding } from '../../schema/proof-finding.ts';
import { judgeFindings, type Policy } from '../proof/judge.ts';
import { backToOf, changeLines, judgeSubtaskChange } from './change-verdict.ts';
import type { EventData } from './events.ts';
import type { GateFinding } from './gate-findings.ts';
import type { Gate, GateNote, Subtask, Task } from './session-state.ts';

type Code = GateFinding['code'];

/** What a session makes of each finding. What only a person can allow is a finding of the change: see `change-verdict.ts`. */
const POLICY: Policy<GateFinding> = {
  ran: 'accept',
  weak_run: 'accept',
  no_cases: 'accept',
  test_file_missing: 'reject',
  cases_missing: 'reject',
  red_by_case: 'accept',
  red_by_load: 'accept',
  passes_before: 'reject',
  load_failure: 'reject',
  cases_not_run: 'reject',
  weak_red_by_load: 'accept',
  characterised: 'accept',
  characterisation_fails: 'reject',
  superseded_wrong: 'reject',
  within_scope: 'accept',
  scope_unjudged: 'accept',
  out_of_scope: 'reject',
  frozen_changed: 'reject',
  outside_scope: 'reject',
  untested_code: 'reject',
  test_result_missing: 'reject',
  false_pass: 'reject',
  false_numbers: 'reject',
  fails_together: 'reject',
  new_tests_red: 'reject',
  tests_unloadable: 'reject',
  flaky: 'accept',
  failed_tests: 'accept',
  tests_red: 'reject',
  tests_broke_off: 'reject',
  tests_gone: 'reject',
  tests_skipped: 'reject',
  fewer_tests: 'reject',
  boundaries_crossed: 'reject',
  interfaces_missing: 'reject',
  rule_holds: 'accept',
  rule_broken: 'reject',
  rule_unquoted: 'reject',
};

type Findings = { readonly [C in Code]: Extract<GateFinding, { code: C }> };

interface Meaning<F> {
  /** Whose it is to put right, where that is not the Implementer. `scope`: see `retryTarget`. */
  readonly backTo?: 'write' | 'design' | 'scope' | 'verify';
  /** How strong the proof is. */
  readonly strength?: string;
  /** What agents and people read of it. */
  readonly lines?: (finding: F) => readonly string[];
}

const MEANINGS: { readonly [C in Code]: Meaning<Findings[C]> } = {
  ran: {
    lines: ({ command, ending, passed, total, failed }) => [
      `${command} (${ending}): ${passed} of ${total} passed${failed > 0 ? `, ${failed} failed` : ''}`,
    ],
  },
  weak_run: { strength: 'weak' },
  no_cases: { lines: () => ['no test cases: no code changes'] },
  test_file_missing: { backTo: 'write', lines: ({ file }) => [`${file} is not there`] },
  cases_missing: { backTo: 'write', lines: ({ file, ids }) => ids.map((id) => `${id} is not in ${file}`) },
  red_by_case: { strength: 'case', lines: ({ cases }) => cases.map(({ id, status }) => `${id}: ${status}`) },
  red_by_load: {
    strength: 'load',
    lines: ({ missing }) => [`cannot be loaded before these are there: ${missing.join(', ')}`],
  },
  passes_before: {
    backTo: 'write',
    lines: ({ ids }) => ids.map((id) => `${id} passes before anything is implemented, and so proves nothing`),
  },
  load_failure: {
    backTo: 'write',
    lines: ({ missing, tail }) => [
      `the test file cannot be loaded, and no implementation would mend that: ${missing.join(', ')}`,
      tail,
    ],
  },
  cases_not_run: { backTo: 'write', lines: ({ ids, tail }) => [...ids.map((id) => `${id} did not run`), tail] },
  weak_red_by_load: {
    strength: 'weak',
    lines: ({ missing }) => [`cannot be compiled before these are there: ${missing.join(', ')}`],
  },
  characterised: {
    strength: 'characterisation',
    lines: ({ ids }) => ids.map((id) => `${id}: passes before the implementation, as it must after it`),
  },
  characterisation_fails: {
    backTo: 'write',
    lines: ({ ids }) => ids.map((id) => `${id} is to show what must not change, and does not pass today`),
  },
  superseded_wrong: {
    backTo: 'write',
    lines: ({ tests }) =>
      tests.map(
        (test) => `named as superseded, but there is no such test that passes, or it was left as it is: ${test}`,
      ),
  },
  within_scope: { lines: ({ paths }) => paths },
  scope_unjudged: { strength: 'unjudged' },
  out_of_scope: {
    backTo: 'scope',
    lines: ({ files }) => files.map(({ path, named }) => `${path} is out of scope (${named})`),
  },
  frozen_changed: {
    backTo: 'scope',
    lines: ({ files }) => files.map(({ path, kind }) => `${path} may not be changed (${kind})`),
  },
  outside_scope: {
    backTo: 'scope',
    lines: ({ paths }) => paths.map((path) => `${path} is named by neither the brief nor the design`),
  },
  untested_code: {
    backTo: 'write',
    lines: ({ paths }) => paths.map((path) => `${path} is code, and there is no test for it`),
  },
  test_result_missing: { lines: () => ['there is no valid test result'] },
  false_pass: { lines: () => ['the test result says pass, and the tests fail'] },
  false_numbers: {
    backTo: 'verify',
    lines: ({ field, said, measured }) => [
      `the test result says ${field} ${said}, and our own run says ${measured}: report what you saw`,
    ],
  },
  fails_together: {
    backTo: 'write',
    lines: ({ tests }) =>
      tests.map((test) => `passes, but not together with the new tests, which change something for others: ${test}`),
  },
  new_tests_red: { lines: ({ cases, tail }) => [...cases.map(({ id, status }) => `${id}: ${status}`), tail] },
  tests_unloadable: { backTo: 'write' },
  flaky: { strength: 'flaky', lines: ({ names }) => names.map((name) => `flaky: ${name}`) },
  failed_tests: {},
  tests_red: { lines: ({ names }) => names.map((name) => `newly red: ${name}`) },
  tests_gone: { lines: ({ names }) => names.map((name) => `no longer run: ${name}`) },
  tests_skipped: { lines: ({ names }) => names.map((name) => `skipped now: ${name}`) },
  tests_broke_off: { lines: () => ['the tests ended in a way that no red test explains'] },
  fewer_tests: { lines: ({ before, now }) => [`fewer tests ran: ${now} instead of ${before}`] },
  boundaries_crossed: {
    backTo: 'design',
    lines: ({ imports }) =>
      imports.map(
        ({ file, line, import: name, from, to }) => `${file}:${line} imports ${name}: ${from} may not depend on ${to}`,
      ),
  },
  interfaces_missing: { backTo: 'design', lines: ({ names }) => names.map((name) => `${name} is nowhere`) },
  rule_holds: { strength: 'judged', lines: ({ rule, file, quote }) => [`${rule}: ${file}: ${quote}`] },
  rule_broken: { strength: 'judged', lines: ({ rule, reason }) => [`${rule}: ${reason}`] },
  rule_unquoted: {
    strength: 'judged',
    lines: ({ rule, why, file }) => [`${rule}: the judgement quotes nothing that is there (${why}, ${file})`],
  },
};

const RULE_TO = { invariant: 'design', scope: 'scope' } as const;

const MAX_LINES = 40;
const MAX_LINE = 2_000;

export type RetryTarget = 'write' | 'implement' | 'design' | 'verify';

/** What a measurement comes to. */
export interface GateVerdict {
  readonly notes: Partial<Record<Gate, Omit<GateNote, 'at'>>>;
  /** Who is to put right what failed; null when all passed. */
  readonly back_to: RetryTarget | null;
  /** Tests that failed on the way. */
  readonly failed: EventData<'gated'>['failed'];
  /** What a person has to allow before it counts. */
  readonly ask?: readonly ProofFinding[];
  /** Codes of what QA is told for the first time. */
  readonly sentBack?: readonly string[];
  /** What is taken with a note, and how many tests prove the change. */
  readonly accepted?: { readonly listed: readonly ProofFinding[]; readonly proven: number };
}

type Measured = Pick<EventData<'gate_measured'>, 'gate' | 'findings' | 'tree' | 'strayed' | 'change'>;

/** Which gates passed, how strong the proof is, and where the subtask goes back to when one did not. */
export function judgeGate(measured: Measured, earlier: Subtask['notes'] = {}): GateVerdict {
  const verdict = judgeMeasured(measured, earlier);
  return measured.change === undefined ? verdict : withChange(verdict, measured.gate, measured.change);
}

/** What the proof of the change comes to beside what else was measured. */
function withChange(verdict: GateVerdict, gate: Gate, change: NonNullable<Measured['change']>): GateVerdict {
  const { notes, back_to } = verdict;
  const judged = judgeSubtaskChange(change);
  const note = notes[gate];
  if (note === undefined) return verdict;
  const isRefused = judged.verdict === 'reject' || judged.verdict === 'send_back';
  if (!isRefused) {
    const proven = change.proven > 0 ? [`without the change: ${change.proven} failing`] : [];
    const lines = bounded([...note.lines, ...proven, ...judged.listed.flatMap(changeLines)]);
    const told = note.state === 'failed' ? note : { ...note, lines };
    const accepted = { listed: [...judged.listed, ...judged.reasons], proven: change.proven };
    const ask = back_to === null && judged.verdict === 'ask' ? { ask: judged.reasons } : {};
    return { ...verdict, notes: { ...notes, [gate]: told }, accepted, ...ask };
  }
  // Where nothing is proven the tests were not good enough: that is GATE-1's.
  const isUnproven = judged.reasons.every(({ code }) => code === 'unproven');
  const failing = isUnproven && note.state !== 'failed' ? 'GATE-1' : gate;
  const before = notes[failing]?.state === 'failed' ? notes[failing].lines : [];
  const lines = bounded([...before, ...judged.reasons.flatMap(changeLines)]);
  const { strength, tree } = note;
  return {
    ...verdict,
    notes: { ...(failing === gate ? notes : {}), [failing]: { state: 'failed', strength, tree, lines } },
    back_to: firstOf(
      new Set([...(back_to === null ? [] : [back_to]), ...judged.reasons.map((one) => targetOf(one, gate))]),
    ),
    ...(judged.verdict === 'send_back' && { sentBack: judged.reasons.map(({ code }) => code) }),
  };
}

/** Before anything is implemented, only QA can have broken set-up. */
function targetOf(finding: ProofFinding, gate: Gate): ReturnType<typeof backToOf> {
  return finding.code === 'setup_failed' && gate === 'GATE-1' ? 'write' : backToOf(finding);
}

function judgeMeasured({ gate, findings: all, tree, strayed }: Measured, earlier: Subtask['notes']): GateVerdict {
  // Code without a test goes back to QA before anybody looks at its scope.
  const untested = all.filter(({ code }) => code === 'untested_code');
  const findings = untested.length > 0 ? untested : all;
  const gateOf = (finding: GateFinding): Gate => {
    if (finding.code === 'untested_code') return 'GATE-1';
    return 'about' in finding && finding.about === 'scope' ? 'GATE-3' : gate;
  };
  const gates = new Set([...(untested.length > 0 ? [] : [gate]), ...findings.map(gateOf)]);
  const notes: GateVerdict['notes'] = {};
  for (const name of gates) {
    // What an agent judged of the scope comes to what was measured of it.
    const before = name === gate ? [] : earlier[name]?.lines;
    const own = findings.filter((one) => gateOf(one) === name);
    notes[name] = { ...noteOn(own, before), tree };
  }
  const { reasons } = judgeFindings(findings, POLICY);
  const failed = findings.flatMap((one) => (one.code === 'failed_tests' ? one.tests : []));
  if (reasons.length === 0) return { notes, back_to: null, failed: [] };
  return { notes, back_to: retryTarget(reasons, strayed), failed };
}

function noteOn(findings: readonly GateFinding[], before: readonly string[] = []): Omit<GateNote, 'at' | 'tree'> {
  const { verdict, reasons } = judgeFindings(findings, POLICY);
  const isWaived = findings.some(({ code }) => code === 'no_cases');
  const state = verdict === 'reject' ? 'failed' : isWaived ? 'waived' : 'passed';
  const strength = new Set(findings.flatMap(({ code }) => MEANINGS[code].strength ?? []));
  // Of a scope that was left there is nothing to be judged any more.
  if (state === 'failed') strength.delete('unjudged');
  const told = (state === 'failed' ? reasons : findings).flatMap((one) => linesOf(one.code, one));
  const lines = state === 'failed' ? told : [...before, ...told];
  return { state, strength: [...strength], lines: bounded(lines) };
}

function bounded(lines: readonly string[]): string[] {
  const said = lines.filter((line) => line.trim() !== '').slice(0, MAX_LINES);
  return said.map((line) => line.slice(0, MAX_LINE));
}

/** A design that does not hold is mended first: the scope may be another one then, and so may be the tests. */
function retryTarget(reasons: readonly GateFinding[], strayed: number): RetryTarget {
  const targets = new Set(
    reasons.map((reason) => {
      const target = 'about' in reason ? RULE_TO[reason.about] : (MEANINGS[reason.code].backTo ?? 'implement');
      // Once it may have been a slip; twice, the design may have to name more.
      return target !== 'scope' ? target : strayed === 0 ? 'implement' : 'design';
    }),
  );
  return firstOf(targets);
}

function firstOf(targets: ReadonlySet<RetryTarget>): RetryTarget {
  return (['design', 'write', 'implement', 'verify'] as const).find((target) => targets.has(target)) ?? 'implement';
}

/** Interfaces may come with a later subtask; with the last one they have to be there. */
export function isLastOfTask({ subtask_order }: Pick<Task, 'subtask_order'>, subtask: string): boolean {
  return subtask_order.at(-1) === subtask;
}

function linesOf<C extends Code>(code: C, finding: Findings[C]): readonly string[] {
  return MEANINGS[code].lines?.(finding) ?? [];
}
