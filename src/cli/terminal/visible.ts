import { hiddenCharacters } from '../../base/escapes.ts';

/**
 * Text from files, names and agents is not trusted with the terminal: what would move the cursor, hide, reorder or
 * break a line is shown as an escape instead.
 */
export function visible(text: string): string {
  return text.replace(unsafe, escaped);
}

/** JSON for programs that is also safe to look at. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unsafeInJson, inJson);
}

/** The same on one line, for programs that read line by line. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(unsafeInJson, inJson);
}

const unsafe = new RegExp(String.raw`[\u0000-\u001f${hiddenCharacters}]`, 'gu');
const unsafeInJson = new RegExp(`[${hiddenCharacters}]`, 'gu');

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return short[character] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
}

function inJson(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('');
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
