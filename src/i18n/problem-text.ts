import type { Problem } from '../schema/problem.ts';
import type { Catalogue } from './catalogue.ts';

/** `expected …, got …` */
export function problemText({ expected, got }: Problem, words: Catalogue): string {
  if (expected.kind === 'missing') return words.validate.problem(words.expected(expected), words.validate.absent);
  const nothing = expected.kind === 'syntax' && got === '""';
  return words.validate.problem(words.expected(expected), nothing ? '' : got);
}
