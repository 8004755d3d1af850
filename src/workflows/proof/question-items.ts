import { type FindingCode, isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';

/** One thing that a person decides on: what a finding says of a test or a file, or a finding that names none. */
export interface QuestionItem {
  /** From 1: what people name it by. */
  readonly number: number;
  readonly code: FindingCode;
  /** Null for a finding without items. */
  readonly key: string | null;
  readonly file: string | null;
  /** The old demand and the new one; null where there is none. */
  readonly was: string | null;
  readonly now: string | null;
}

export interface ItemDecision {
  readonly allow: readonly number[] | 'all';
  /** What is not allowed is refused; otherwise it stays open. */
  readonly refuse: boolean;
  readonly reason: string;
}

export interface ItemAnswer extends Pick<QuestionItem, 'code' | 'key'> {
  readonly allow: boolean;
  readonly quote: string;
  readonly reason: string;
}

/** What is asked, in the order of its numbers. Several demands of one test are one item: they are allowed together. */
export function questionItems(findings: readonly ProofFinding[]): QuestionItem[] {
  const items = findings.flatMap((finding): Omit<QuestionItem, 'number'>[] => {
    const { code } = finding;
    if (!isAllowable(finding)) return [{ code, key: null, file: null, was: null, now: null }];
    const keys = [...new Set(finding.items.map(({ key }) => key))];
    return keys.map((key) => {
      const same = finding.items.filter((item) => item.key === key);
      const [first] = same;
      return {
        code,
        key,
        file: first?.file ?? null,
        was: joined(same.map(({ was }) => was)),
        now: joined(same.map(({ now }) => now)),
      };
    });
  });
  return items.map((item, n) => ({ number: n + 1, ...item }));
}

function joined(texts: readonly (string | undefined)[]): string | null {
  const some = [...new Set(texts.filter((text) => text !== undefined))];
  return some.length === 0 ? null : some.join('\n');
}

/** What a decision says of each item; nothing of those that stay open. */
export function answersTo(items: readonly QuestionItem[], { allow, refuse, reason }: ItemDecision): ItemAnswer[] {
  return items.flatMap(({ number, code, key }): ItemAnswer[] => {
    const isAllowed = allow === 'all' || allow.includes(number);
    return isAllowed || refuse ? [{ code, key, allow: isAllowed, quote: '', reason }] : [];
  });
}
