import { isId } from '../base/ids.ts';
import { visibleText } from './task-line.ts';

/** Tasks as a text names them. `unknown` looks as if it named one; it may hold anything. */
export type TaskMention =
  | { readonly kind: 'task'; readonly id: string }
  /** `T1.1~T1.4` */
  | { readonly kind: 'range'; readonly from: string; readonly to: string }
  | { readonly kind: 'unknown'; readonly text: string };

/** In a list in brackets every entry names a task; elsewhere ids stand among words of any language. */
export function parseMentions(text: string): TaskMention[] {
  if (NONE.test(text.trim())) return [];
  const list = /^\[([^\]]*)\]/.exec(text.trim())?.[1];
  if (list === undefined) return amongWords(text);
  return list.split(/[,，;、]/).flatMap((entry) => {
    const plain = entry.replaceAll(/["'`*\s]+/g, ' ').trim();
    const found = amongWords(plain);
    return found.length > 0 || NOTHING.test(plain) ? found : [{ kind: 'unknown' as const, text: visibleText(plain) }];
  });
}

/** `(depends on T012, T013)` at the end of a line. */
export function parseMentionsInParentheses(title: string): TaskMention[] {
  const found =
    /[(（](?:depends on|deps?|needs|requires|blocked by|의존성?|선행)[:：]?\s+([^()（）]{1,2000})[)）]/i.exec(title);
  return found === null ? [] : amongWords(found[1] ?? '');
}

/** The ids of a range that exist; its ends always. */
export function idsBetween(from: string, to: string, exists: (id: string) => boolean): string[] {
  const [first, last] = [lastNumber(from), lastNumber(to)];
  const span = Number(last.digits) - Number(first.digits);
  if (first.before !== last.before || span < 1 || span > LONGEST_RANGE) return [from, to];
  const between = Array.from({ length: span - 1 }, (_, step) => {
    const digits = String(Number(first.digits) + step + 1);
    return first.before + (first.digits.startsWith('0') ? digits.padStart(first.digits.length, '0') : digits);
  });
  return [from, ...between.filter((id) => exists(id)), to];
}

const NOTHING = /^(?:none|no|nothing|n\/a|-|—|없음|없다|무|)$/i;
/** `none (can run beside T1.1)`: what follows is a remark. */
const NONE = /^(?:none|nothing|n\/a|없음)(?![\p{L}\p{N}])/iu;
const LONGEST_RANGE = 1000;

/** What would be an id, with whatever clings to it in Latin letters. */
const CANDIDATE = /(?<![\w./-])[Tt]\d[\w.-]*/g;
const RANGE_WORD = /^\s*(?:~|〜|–|—|-|…|\.{2,3}|to|through|부터)\s*$/;

function amongWords(text: string): TaskMention[] {
  const found: TaskMention[] = [];
  let end = -1;
  for (const match of text.matchAll(CANDIDATE)) {
    const word = match[0].replace(/[.-]+$/, '');
    const before = found.at(-1);
    const next = one(word);
    const isRange = end !== -1 && RANGE_WORD.test(text.slice(end, match.index));
    end = match.index + word.length;
    if (isRange && before?.kind === 'task' && next.kind === 'task') {
      found[found.length - 1] = { kind: 'range', from: before.id, to: next.id };
    } else found.push(next);
  }
  return found;
}

function one(word: string): TaskMention {
  if (isId('graph-task-id', word)) return { kind: 'task', id: word };
  const [from = '', to = '', ...more] = word.split(/\.{2,3}|-/);
  if (more.length === 0 && isId('graph-task-id', from) && isId('graph-task-id', to)) return { kind: 'range', from, to };
  return { kind: 'unknown', text: visibleText(word) };
}

function lastNumber(id: string): { before: string; digits: string } {
  const digits = /\d+$/.exec(id)?.[0] ?? '';
  return { before: id.slice(0, id.length - digits.length), digits };
}
