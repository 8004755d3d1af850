import { clip } from '../base/clip.ts';
import { withoutEscapes } from '../base/escapes.ts';
import { isId } from '../base/ids.ts';

/** The line that begins a task, whatever its dialect. */
export type TaskLine =
  | {
      readonly kind: 'task';
      readonly id: string;
      readonly title: string;
      /** Of the line itself: `Phase 1, T1.2: Name`. */
      readonly phase: string | null;
      /** Null: there is no checkbox to tick (`[]`). */
      readonly isTicked: boolean | null;
      /** `[P]` and `[US1]`. */
      readonly tags: readonly string[];
      /** `:` or a dash between id and title. */
      readonly hasSeparator: boolean;
    }
  | { readonly kind: 'bad_id'; readonly id: string }
  | { readonly kind: 'bad_checkbox'; readonly id: string; readonly mark: string };

/** Null: no checkbox, or one that bears no id. */
export function taskLine(line: string): TaskLine | null {
  const box = /^\[(.?)\](?:\s+|(?=[*_`~]*T\d))(.*)$/su.exec(line);
  if (box === null) return null;
  const [, mark = '', rest = ''] = box;
  const { phase, decoration, named } = withoutPhase(rest);
  if (!LOOKS_LIKE_ID.test(named)) return null;
  const token = idToken(named);
  if (!isId('graph-task-id', token))
    return { kind: 'bad_id', id: visibleText((/^\S*/.exec(named)?.[0] ?? '').replace(/[:：*`]+$/, '')) };
  if (!/^[ xX]?$/.test(mark)) return { kind: 'bad_checkbox', id: token, mark: visibleText(mark) };
  const { title, tags, hasSeparator } = parseTitle(named.slice(token.length), decoration);
  const isTicked = mark === '' ? null : mark !== ' ';
  return { kind: 'task', id: token, title: title === '' ? token : title, phase, isTicked, tags, hasSeparator };
}

/** The text of a checkbox that is none of a task. */
export function parseCondition(line: string): string | null {
  return /^\[[ xX]?\]\s+(.*)$/s.exec(line)?.[1]?.trim() ?? null;
}

/** `Phase 2: Login` and `2단계 — 로그인`; the number as digits. */
export function phaseHeading(text: string): { phase: string; title: string | null } | null {
  const found = PHASE.exec(text.replace(/^[^\p{L}\p{N}]+/u, ''));
  if (found === null) return null;
  const title = plainText((found[3] ?? '').replace(/^[\s:：.,—–-]+/, ''));
  return { phase: found[1] ?? found[2] ?? '', title: title === '' ? null : title };
}

/** For one line of a screen. */
export function plainText(text: string): string {
  return withoutEscapes(text)
    .replaceAll(/\*\*|~~/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What a problem shows of a text that may hold anything. */
export function visibleText(text: string): string {
  return clip(withoutEscapes(text), 40);
}

const PHASE = /^(?:(?:phase|페이즈|단계)\s*(\d+)(?:\.\d+)*|(\d+)\s*(?:단계|페이즈))(?![\p{L}\p{N}])(.*)$/isu;

/** A `T` before a digit, in any script that has one. */
const LOOKS_LIKE_ID = /^[TtТтΤτＴｔ]\p{Nd}/u;

function withoutPhase(rest: string): { phase: string | null; decoration: string; named: string } {
  const { decoration, plain } = undecorated(rest);
  const found = PHASE.exec(plain);
  if (found === null) return { phase: null, decoration, named: plain };
  const after = undecorated((found[3] ?? '').replace(/^[\s*_~`\])]*[,:：;·|/—–-]*\s*/, ''));
  return { phase: found[1] ?? found[2] ?? null, decoration: decoration + after.decoration, named: after.plain };
}

function undecorated(text: string): { decoration: string; plain: string } {
  const decoration = /^[\s*_~`[(]*/.exec(text)?.[0] ?? '';
  return { decoration, plain: text.slice(decoration.length) };
}

/** Up to what may follow an id; whatever else clings to it makes it none. */
function idToken(named: string): string {
  const token = /^[^\s:：)(\][*~`—–]+/.exec(named)?.[0] ?? '';
  return token.replace(/_+$/, '').replace(/\.$/, '');
}

function parseTitle(rest: string, decoration: string): { title: string; tags: string[]; hasSeparator: boolean } {
  const tags: string[] = [];
  let hasSeparator = false;
  const linked = rest.replace(/^\]\([^)]*\)/, '');
  const closing = /^[\])*_~`.]*/.exec(linked)?.[0] ?? '';
  let text = linked.slice(closing.length);
  for (;;) {
    const found = /^\s*(?:\[(P|US\d{1,6})\]|[:：—–]|-(?=\s))/u.exec(text);
    if (found === null || (found[1] === undefined && hasSeparator)) break;
    if (found[1] !== undefined) tags.push(found[1]);
    else hasSeparator = true;
    text = text.slice(found[0].length);
  }
  for (const mark of ['**', '__', '~~', '`']) {
    if (decoration.includes(mark) && !closing.includes(mark)) text = text.replace(mark, '');
  }
  return { title: withoutEscapes(text).replaceAll(/\s+/g, ' ').trim(), tags, hasSeparator };
}
