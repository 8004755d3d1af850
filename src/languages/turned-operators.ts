import { readSource } from './known-languages.ts';

/**
 * The same code, in which what functions return is computed with other operators: `return a - b` becomes
 * `return a + b`. Undefined where nothing can be turned. Loops stay as they are, so that they end.
 */
export function turnOperators(path: string, text: string): string | undefined {
  const bare = readSource(path, text)?.bare;
  if (bare === undefined || bare.length !== text.length) return undefined;
  let turned = '';
  let at = 0;
  for (const line of bare.split('\n')) {
    const original = text.slice(at, at + line.length);
    turned += RETURNS.test(line) && !LOOP.test(line) ? turnedLine(line, original) : original;
    at += line.length + 1;
    if (at <= text.length) turned += '\n';
  }
  return turned === text ? undefined : turned;
}

const RETURNS = /\b(?:return|yield|lambda)\b|=>/;
const LOOP = /\b(?:while|for)\b/;

/** Operators are looked for where no strings and comments are. */
function turnedLine(line: string, original: string): string {
  let turned = '';
  let at = 0;
  for (const { 0: operator, index } of line.slice(0, MAX_LINE).matchAll(OPERATOR)) {
    turned += `${original.slice(at, index)}${TURNED[operator] ?? operator}`;
    at = index + operator.length;
  }
  return `${turned}${original.slice(at)}`;
}

const MAX_LINE = 1_000;
const OPERATOR = /(?<= )(?:[=!]==?|[<>]=?|&&|\|\||[-+*/%]|and|or)(?= )/g;
const TURNED: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
  '%': '+',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  and: 'or',
  or: 'and',
};
