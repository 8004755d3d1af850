import { applyEdits, modify } from 'jsonc-parser';

/** The text with another value at a path, or none; everything else stays as it is written. */
export function editJson(text: string, path: readonly string[], value: unknown): string {
  const [, indent = '  '] = /\n([ \t]+)\S/.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}
