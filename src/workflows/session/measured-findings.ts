import { formatEnding } from '../../base/run-ending.ts';
import { isLoadableCode } from '../../languages/source-files.ts';
import type { TestResult } from '../../schema/contracts/testing.ts';
import { type CaseRun, casesRun } from '../proof/cases.ts';
import { newTestsIn } from '../proof/new-tests.ts';
import { quoteProblem } from '../proof/quotes.ts';
import { missingIn } from '../../languages/missing-names.ts';
import { classifyRed, type RedContext } from '../proof/red.ts';
import type { Scope } from '../proof/scope.ts';
import type { TestRun } from '../proof/test-run.ts';
import type { GateFinding } from './gate-findings.ts';

const MAX_FAILED = 20;
const MAX_REASON = 500;

export interface CasesContext extends RedContext {
  /** Ids of cases of what must not change. */
  readonly characterisation: readonly string[];
  /** Whether what is announced stands there hollow; otherwise that tests cannot be loaded is all there is to see. */
  readonly hasStubs: boolean;
}

/**
 * Of the tests of a contract, run before their implementation, on a tree in which what the design announces exists and
 * returns nothing. That something is missing shows nothing.
 */
export function redFindings(run: TestRun, { characterisation, hasStubs, ...context }: CasesContext): GateFinding[] {
  const { contract } = context;
  const isKept = ({ id }: { readonly id: string }): boolean => characterisation.includes(id);
  const kept = casesRun({ ...contract, test_cases: contract.test_cases.filter(isKept) }, run);
  const newCases = { ...contract, test_cases: contract.test_cases.filter((one) => !isKept(one)) };
  const failing = kept.filter(({ status }) => status !== 'passed').map(({ id }) => id);
  if (failing.length > 0) return [{ code: 'characterisation_fails', ids: failing }];
  const characterised: GateFinding[] =
    kept.length > 0 ? [{ code: 'characterised', ids: kept.map(({ id }) => id) }] : [];
  if (newCases.test_cases.length === 0) return [ran(run), ...characterised];
  return [...newFindings(run, { ...context, contract: newCases }, hasStubs), ...characterised];
}

function newFindings(run: TestRun, context: RedContext, hasStubs: boolean): GateFinding[] {
  const red = classifyRed(run, context);
  switch (red.kind) {
    case 'case': {
      const cases = casesRun(context.contract, run);
      const missing = missingNames(cases, run);
      if (missing.length > 0 && hasStubs) return [{ code: 'load_failure', missing, tail: run.output_tail }];
      const seen = cases.map(({ id, status }) => ({ id, status }));
      return [ran(run), { code: 'red_by_case', cases: seen }, ...(red.weak ? [{ code: 'weak_run' as const }] : [])];
    }
    case 'load':
      return hasStubs
        ? [{ code: 'load_failure', missing: [...red.missing], tail: run.output_tail }]
        : [ran(run), { code: 'weak_red_by_load', missing: [...red.missing] }];
    case 'passes':
      return [{ code: 'passes_before', ids: [...red.cases] }];
    case 'other_load_failure':
      return [{ code: 'load_failure', missing: [...red.missing], tail: red.tail }];
    case 'not_run':
      return [{ code: 'cases_not_run', ids: [...red.cases], tail: run.output_tail }];
    default:
      return red satisfies never;
  }
}

/** What the cases fail for that is not there: no assertion of theirs has failed. */
function missingNames(cases: readonly CaseRun[], { tests }: TestRun): string[] {
  const own = new Set(cases.flatMap((one) => one.tests));
  const found = tests.filter(({ id }) => own.has(id)).flatMap(({ reason = '' }) => missingIn(reason));
  return [...new Set(found.map((one) => ('path' in one ? one.path : 'module' in one ? one.module : one.symbol)))];
}

export interface GreenContext {
  readonly contract: RedContext['contract'];
  /** Undefined where there is none that can be read. */
  readonly claims: Pick<TestResult, 'execution' | 'summary'> | undefined;
  /** What the new tests name themselves, and cannot be loaded without. */
  readonly unloadable: readonly string[];
  /** Tests that pass in parts and fail together. */
  readonly together: readonly string[];
  /** Whether the proof of the change found failures. */
  readonly isRed: boolean;
  readonly runsTests: (command: string) => boolean;
  /** Whether the tests can have been run then; `now` for whoever reads that they cannot. */
  readonly times: { readonly fits: (timestamp: string) => boolean; readonly now: string };
}

/** Of a run of all tests with the implementation, and of what QA claims about one. */
export function greenFindings(whole: TestRun, context: GreenContext): GateFinding[] {
  const { contract, unloadable, together } = context;
  const hasCases = contract.test_cases.length > 0 && whole.command !== null;
  const own = newTestsIn(whole, contract);
  const isGreen = !hasCases || own.green;
  return [
    ...claimFindings(whole, context, isGreen && together.length === 0 && !context.isRed),
    ...(isGreen
      ? []
      : [
          {
            code: 'new_tests_red' as const,
            cases: own.cases.filter(({ status }) => status !== 'passed').map(({ id, status }) => ({ id, status })),
            tail: whole.output_tail,
          },
        ]),
    ...(together.length > 0 ? [{ code: 'fails_together' as const, tests: [...together] }] : []),
    ...(unloadable.length > 0 ? [{ code: 'tests_unloadable' as const, missing: [...unloadable] }] : []),
    ...(hasCases && own.weak ? [{ code: 'weak_run' as const }] : []),
    ran(whole),
    { code: 'failed_tests', tests: failedIn([whole]) },
  ];
}

function claimFindings(whole: TestRun, { claims, ...context }: GreenContext, isPass: boolean): GateFinding[] {
  if (claims === undefined) return [{ code: 'test_result_missing' }];
  if (claims.execution.result === 'pass' && !isPass) return [{ code: 'false_pass' }];
  return numberFindings(whole, { ...context, claims });
}

/** What a test result says is compared with a run of ours: of all tests, or of the contract's file. */
function numberFindings(
  whole: TestRun,
  { claims, contract, runsTests, times }: GreenContext & { readonly claims: NonNullable<GreenContext['claims']> },
): GateFinding[] {
  const { command, timestamp } = claims.execution;
  const inFile = countsOf(whole.tests.filter(({ file }) => file === contract.test_file_path));
  const isCounted = whole.tests.length === 0 || [whole.counts, inFile].some((counts) => isSame(counts, claims.summary));
  const measured = whole.command ?? 'no tests';
  return [
    ...(whole.command === null || runsTests(command)
      ? []
      : [{ code: 'false_numbers' as const, field: 'command', said: command, measured }]),
    ...(isCounted
      ? []
      : [
          { code: 'false_numbers' as const, field: 'counts', said: sums(claims.summary), measured: sums(whole.counts) },
        ]),
    ...(times.fits(timestamp)
      ? []
      : [{ code: 'false_numbers' as const, field: 'timestamp', said: timestamp, measured: times.now }]),
  ];
}

type Counts = TestRun['counts'];

function countsOf(tests: TestRun['tests']): Counts {
  const count = (wanted: string): number => tests.filter(({ status }) => status === wanted).length;
  return { total: tests.length, passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

function isSame(a: Counts, b: Counts): boolean {
  return a.total === b.total && a.passed === b.passed && a.failed === b.failed && a.skipped === b.skipped;
}

function sums({ total, passed, failed, skipped }: Counts): string {
  return `${total} (${passed} passed, ${failed} failed, ${skipped} skipped)`;
}

function failedIn(runs: readonly TestRun[]): { name: string; reason: string }[] {
  return runs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'failed')
    .slice(0, MAX_FAILED)
    .map(({ id, reason = '' }) => ({ name: id, reason: reason.slice(0, MAX_REASON) }));
}

function ran({ command, counts, ...ended }: TestRun): GateFinding {
  const { passed, total, failed } = counts;
  return { code: 'ran', command: command ?? '', ending: formatEnding(ended), passed, total, failed };
}

export interface ScopeContext {
  readonly frozen: readonly { readonly path: string; readonly kind: string }[];
  /** What was deleted needs no test. */
  readonly isThere: (path: string) => boolean;
  /** False: its test contract has no cases. */
  readonly hasTests: boolean;
  /** Whether the scope is also said in prose that concerns these paths. */
  readonly hasRules: boolean;
}

/** Of where a change lies. That a subtask needs no tests was somebody's word; whether it changes code is seen. */
export function scopeFindings(
  { within, outOfScope, outside }: Scope,
  { frozen, isThere, hasTests, hasRules }: ScopeContext,
): GateFinding[] {
  const untested = hasTests ? [] : [...within, ...outside].filter((path) => isLoadableCode(path) && isThere(path));
  return [
    ...(untested.length > 0 ? [{ code: 'untested_code' as const, paths: untested }] : []),
    ...(outOfScope.length > 0 ? [{ code: 'out_of_scope' as const, files: [...outOfScope] }] : []),
    ...(frozen.length > 0 ? [{ code: 'frozen_changed' as const, files: [...frozen] }] : []),
    ...(outside.length > 0 ? [{ code: 'outside_scope' as const, paths: [...outside] }] : []),
    { code: 'within_scope', paths: [...within] },
    ...(hasRules ? [{ code: 'scope_unjudged' as const }] : []),
  ];
}

export interface RuleJudgement {
  readonly invariant: string;
  readonly holds: boolean;
  readonly file: string;
  readonly quote: string;
  readonly reason: string;
}

/** Of an agent's judgement of rules, by the texts of the files that it quotes. `scope`: ids of those that are about it. */
export function ruleFindings(
  judgements: readonly RuleJudgement[],
  { texts, scope }: { readonly texts: ReadonlyMap<string, string>; readonly scope: readonly string[] },
): GateFinding[] {
  const quoted: GateFinding[] = [];
  const unquoted: GateFinding[] = [];
  for (const { invariant: rule, holds, file, quote, reason } of judgements) {
    const about = scope.includes(rule) ? 'scope' : 'invariant';
    const why = quoteProblem({ file, quote }, texts);
    if (why !== undefined) unquoted.push({ code: 'rule_unquoted', about, rule, why, file });
    else if (holds) quoted.push({ code: 'rule_holds', about, rule, file, quote });
    else quoted.push({ code: 'rule_broken', about, rule, reason });
  }
  return [...quoted, ...unquoted];
}
