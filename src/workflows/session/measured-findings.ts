import { formatEnding } from '../../base/run-ending.ts';
import { isReadable } from '../../languages/known-languages.ts';
import type { TestResult } from '../../schema/contracts/testing.ts';
import { casesRun } from '../proof/cases.ts';
import { type GreenRuns, isPass } from '../proof/new-tests.ts';
import { quoteProblem } from '../proof/quotes.ts';
import { classifyRed, type RedContext } from '../proof/red.ts';
import type { Scope } from '../proof/scope.ts';
import type { TestRun } from '../proof/test-run.ts';
import { treeFindings } from '../proof/tree-findings.ts';
import type { GateFinding } from './gate-findings.ts';

const MAX_FAILED = 20;
const MAX_REASON = 500;

/** Of new tests, run before their implementation. */
export function redFindings(run: TestRun, context: RedContext): GateFinding[] {
  const red = classifyRed(run, context);
  switch (red.kind) {
    case 'case': {
      const cases = casesRun(context.contract, run).map(({ id, status }) => ({ id, status }));
      return [ran(run), { code: 'red_by_case', cases }, ...(red.weak ? [{ code: 'weak_run' as const }] : [])];
    }
    case 'load':
      return [ran(run), { code: 'red_by_load', missing: [...red.missing] }];
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

export interface GreenContext {
  /** Undefined where there is none that can be read. */
  readonly claims: Pick<TestResult, 'execution'> | undefined;
  /** What the new tests name themselves, and cannot be loaded without. */
  readonly unloadable: readonly string[];
}

/** Of the runs with the implementation, and of what QA claims about them. */
export function greenFindings(green: GreenRuns, { claims, unloadable }: GreenContext): GateFinding[] {
  const { runs, whole, comparison, flaky } = green;
  const all = [...runs.map(({ proof }) => proof), ...(whole === null ? [] : [whole])];
  const last = runs.at(-1);
  return [
    ...claimFindings(claims, green),
    ...(last?.green === false
      ? [
          {
            code: 'new_tests_red' as const,
            cases: last.cases.filter(({ status }) => status !== 'passed').map(({ id, status }) => ({ id, status })),
            tail: last.proof.output_tail,
          },
        ]
      : []),
    ...(comparison === null ? [] : treeFindings(comparison)),
    ...(unloadable.length > 0 ? [{ code: 'tests_unloadable' as const, missing: [...unloadable] }] : []),
    ...(runs.some(({ weak }) => weak) ? [{ code: 'weak_run' as const }] : []),
    ...all.map(ran),
    ...(flaky.length > 0 ? [{ code: 'flaky' as const, names: [...flaky] }] : []),
    { code: 'failed_tests', tests: failedIn(all) },
  ];
}

function claimFindings(claims: GreenContext['claims'], green: GreenRuns): GateFinding[] {
  if (claims === undefined) return [{ code: 'test_result_missing' }];
  return claims.execution.result === 'pass' && !isPass(green) ? [{ code: 'false_pass' }] : [];
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
  /** False: its test contract has no cases. */
  readonly hasTests: boolean;
  /** Whether the scope is also said in prose that concerns these paths. */
  readonly hasRules: boolean;
}

/** Of where a change lies. That a subtask needs no tests was somebody's word; whether it changes code is seen. */
export function scopeFindings(
  { within, outOfScope, outside }: Scope,
  { frozen, hasTests, hasRules }: ScopeContext,
): GateFinding[] {
  const untested = hasTests ? [] : [...within, ...outside].filter(isReadable);
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
