import type { Holder } from '../../base/failure.ts';
import { type FindingCode, groupItems, isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import type { FindingAnswer } from './finding-answers.ts';

/** One thing that a person decides on: what a finding says of a test or a file, or a finding that names none. */
export interface QuestionItem {
  /** From 1: what people name it by. */
  readonly number: number;
  readonly code: FindingCode;
  /** What else was found of the same test: a test that the new behaviour contradicts demands less, too. */
  readonly also: readonly FindingCode[];
  /** Null for a finding without items; the file of tests that are one because they only call things by other names. */
  readonly key: string | null;
  /** What it is about: a test or a path, or all tests that are one here. */
  readonly keys: readonly string[];
  readonly file: string | null;
  /** The old demand and the new one; null where there is none. */
  readonly was: string | null;
  readonly now: string | null;
  /** The finding, with nothing in it but this. */
  readonly finding: ProofFinding;
}

/**
 * What was found about some work and a person has to decide on, before it counts: of a task of the graph, or of a subtask
 * of the session. What agents ask in a run are questions of their own: see `runs.questions()`.
 */
export interface OpenQuestion {
  readonly workflow: 'session' | 'auto';
  /** What `answer` names it by: a task, or a subtask. */
  readonly id: string;
  readonly title: string;
  readonly findings: readonly ProofFinding[];
  readonly items: readonly QuestionItem[];
  /** Sentences of the request or the task that speak of it. */
  readonly quotes: readonly string[];
  /** Who goes on once it is answered; null: nobody. */
  readonly conductor: Holder | null;
}

export interface AnsweredQuestion extends Pick<OpenQuestion, 'workflow' | 'id' | 'conductor'> {
  /** How many items still wait. */
  readonly open: number;
}

export interface ItemDecision {
  readonly allow: readonly number[] | 'all';
  /** What is not allowed is refused; otherwise it stays open. */
  readonly refuse: boolean;
  readonly reason: string;
}

/** What is asked, in the order of its numbers. Everything about one test is one item: it is allowed together. */
export function questionItems(findings: readonly ProofFinding[]): QuestionItem[] {
  const isSuperseded = (key: string): boolean =>
    findings.some((one) => one.code === 'superseded' && one.items.some((item) => item.key === key));
  const lost = new Set(
    findings.flatMap((one) => (one.code === 'lost_demand' ? one.items.map(({ key }) => key).filter(isSuperseded) : [])),
  );
  const items = findings.flatMap((finding): Omit<QuestionItem, 'number'>[] => {
    const { code } = finding;
    if (!isAllowable(finding))
      return [{ code, also: [], key: null, keys: [], file: null, was: null, now: null, finding }];
    return groupItems(finding).flatMap((same): Omit<QuestionItem, 'number'>[] => {
      const keys = [...new Set(same.map(({ key }) => key))];
      const [key = '', ...more] = keys;
      if (code === 'lost_demand' && lost.has(key)) return [];
      const file = same[0]?.file ?? null;
      return [
        {
          code,
          also: code === 'superseded' && keys.some((one) => lost.has(one)) ? (['lost_demand'] as const) : [],
          key: more.length === 0 ? key : file,
          keys,
          file,
          was: more.length === 0 ? joined(same.map(({ was }) => was)) : null,
          now: more.length === 0 ? joined(same.map(({ now }) => now)) : null,
          finding: { ...finding, items: same },
        },
      ];
    });
  });
  return items.map((item, n) => ({ number: n + 1, ...item }));
}

function joined(texts: readonly (string | undefined)[]): string | null {
  const some = [...new Set(texts.filter((text) => text !== undefined))];
  return some.length === 0 ? null : some.join('\n');
}

/** What a decision says of each item; nothing of those that stay open. */
export function answersTo(items: readonly QuestionItem[], { allow, refuse, reason }: ItemDecision): FindingAnswer[] {
  return items.flatMap(({ number, code, also, key, keys }): FindingAnswer[] => {
    const isAllowed = allow === 'all' || allow.includes(number);
    if (!isAllowed && !refuse) return [];
    return [code, ...also].flatMap((one) =>
      (key === null ? [null] : keys).map((own) => ({ code: one, key: own, allow: isAllowed, quote: '', reason })),
    );
  });
}
