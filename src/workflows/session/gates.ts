import { judgeFindings, type Policy } from '../proof/judge.ts';
import type { EventData } from './events.ts';
import type { GateFinding } from './gate-findings.ts';
import type { Gate, GateNote, Subtask, Task } from './session-state.ts';

type Code = GateFinding['code'];

/** What a session makes of each finding. Nothing is reviewed or asked: what is wrong goes back to an agent. */
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
  within_scope: 'accept',
  scope_unjudged: 'accept',
  out_of_scope: 'reject',
  frozen_changed: 'reject',
  outside_scope: 'reject',
  untested_code: 'reject',
  test_result_missing: 'reject',
  false_pass: 'reject',
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

/** Whose a rejected finding is to put right, where that is not the Implementer. `scope`: see `retryTarget`. */
const BACK_TO: Partial<Record<Code, 'write' | 'design' | 'scope'>> = {
  test_file_missing: 'write',
  cases_missing: 'write',
  passes_before: 'write',
  load_failure: 'write',
  cases_not_run: 'write',
  untested_code: 'write',
  tests_unloadable: 'write',
  out_of_scope: 'scope',
  frozen_changed: 'scope',
  outside_scope: 'scope',
  boundaries_crossed: 'design',
  interfaces_missing: 'design',
};

const RULE_TO = { invariant: 'design', scope: 'scope' } as const;

/** How strong the proof is, where a finding says so. */
const STRENGTH: Partial<Record<Code, string>> = {
  red_by_case: 'case',
  red_by_load: 'load',
  weak_run: 'weak',
  flaky: 'flaky',
  scope_unjudged: 'unjudged',
  rule_holds: 'judged',
  rule_broken: 'judged',
  rule_unquoted: 'judged',
};

const MAX_LINES = 40;
const MAX_LINE = 2_000;

export type RetryTarget = 'write' | 'implement' | 'design';

/** What a measurement comes to. */
export interface GateVerdict {
  readonly notes: Partial<Record<Gate, Omit<GateNote, 'at'>>>;
  /** Who is to put right what failed; null when all passed. */
  readonly back_to: RetryTarget | null;
  /** Tests that failed on the way. */
  readonly failed: EventData<'gated'>['failed'];
}

type Measured = Pick<EventData<'gate_measured'>, 'gate' | 'findings' | 'tree' | 'strayed'>;

/** Which gates passed, how strong the proof is, and where the subtask goes back to when one did not. */
export function judgeGate(
  { gate, findings: all, tree, strayed }: Measured,
  earlier: Subtask['notes'] = {},
): GateVerdict {
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
  const strength = new Set(findings.flatMap(({ code }) => STRENGTH[code] ?? []));
  // Of a scope that was left there is nothing to be judged any more.
  if (state === 'failed') strength.delete('unjudged');
  const lines = state === 'failed' ? reasons.flatMap(linesOf) : [...before, ...findings.flatMap(linesOf)];
  const said = lines.filter((line) => line.trim() !== '').slice(0, MAX_LINES);
  return { state, strength: [...strength], lines: said.map((line) => line.slice(0, MAX_LINE)) };
}

/** A design that does not hold is mended first: the scope may be another one then, and so may be the tests. */
function retryTarget(reasons: readonly GateFinding[], strayed: number): RetryTarget {
  const targets = new Set(
    reasons.map((reason) => {
      const target = 'about' in reason ? RULE_TO[reason.about] : (BACK_TO[reason.code] ?? 'implement');
      // Once it may have been a slip; twice, the design may have to name more.
      return target !== 'scope' ? target : strayed === 0 ? 'implement' : 'design';
    }),
  );
  return (['design', 'write', 'implement'] as const).find((target) => targets.has(target)) ?? 'implement';
}

/** Interfaces may come with a later subtask; with the last one they have to be there. */
export function isLastOfTask({ subtask_order }: Pick<Task, 'subtask_order'>, subtask: string): boolean {
  return subtask_order.at(-1) === subtask;
}

/** What agents and people read of a finding. */
function linesOf(finding: GateFinding): string[] {
  switch (finding.code) {
    case 'ran': {
      const { command, ending, passed, total, failed } = finding;
      return [`${command} (${ending}): ${passed} of ${total} passed${failed > 0 ? `, ${failed} failed` : ''}`];
    }
    case 'no_cases':
      return ['no test cases: no code changes'];
    case 'test_file_missing':
      return [`${finding.file} is not there`];
    case 'cases_missing':
      return finding.ids.map((id) => `${id} is not in ${finding.file}`);
    case 'red_by_case':
      return finding.cases.map(({ id, status }) => `${id}: ${status}`);
    case 'red_by_load':
      return [`cannot be loaded before these are there: ${finding.missing.join(', ')}`];
    case 'passes_before':
      return finding.ids.map((id) => `${id} passes before anything is implemented, and so proves nothing`);
    case 'load_failure':
      return [
        `the test file cannot be loaded, and no implementation would mend that: ${finding.missing.join(', ')}`,
        finding.tail,
      ];
    case 'cases_not_run':
      return [...finding.ids.map((id) => `${id} did not run`), finding.tail];
    case 'within_scope':
      return finding.paths;
    case 'out_of_scope':
      return finding.files.map(({ path, named }) => `${path} is out of scope (${named})`);
    case 'frozen_changed':
      return finding.files.map(({ path, kind }) => `${path} may not be changed (${kind})`);
    case 'outside_scope':
      return finding.paths.map((path) => `${path} is named by neither the brief nor the design`);
    case 'untested_code':
      return finding.paths.map((path) => `${path} is code, and there is no test for it`);
    case 'test_result_missing':
      return ['there is no valid test result'];
    case 'false_pass':
      return ['the test result says pass, and the tests fail'];
    case 'new_tests_red':
      return [...finding.cases.map(({ id, status }) => `${id}: ${status}`), finding.tail];
    case 'flaky':
      return finding.names.map((name) => `flaky: ${name}`);
    case 'tests_red':
      return finding.names.map((name) => `newly red: ${name}`);
    case 'tests_gone':
      return finding.names.map((name) => `no longer run: ${name}`);
    case 'tests_skipped':
      return finding.names.map((name) => `skipped now: ${name}`);
    case 'tests_broke_off':
      return ['the tests ended in a way that no red test explains'];
    case 'fewer_tests':
      return [`fewer tests ran: ${finding.now} instead of ${finding.before}`];
    case 'boundaries_crossed':
      return finding.imports.map(
        ({ file, line, import: name, from, to }) => `${file}:${line} imports ${name}: ${from} may not depend on ${to}`,
      );
    case 'interfaces_missing':
      return finding.names.map((name) => `${name} is nowhere`);
    case 'rule_holds':
      return [`${finding.rule}: ${finding.file}: ${finding.quote}`];
    case 'rule_broken':
      return [`${finding.rule}: ${finding.reason}`];
    case 'rule_unquoted':
      return [`${finding.rule}: the judgement quotes nothing that is there (${finding.why}, ${finding.file})`];
    case 'weak_run':
    case 'scope_unjudged':
    case 'tests_unloadable':
    case 'failed_tests':
      return [];
    default:
      return finding satisfies never;
  }
}
