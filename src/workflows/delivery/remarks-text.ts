import type { Remark } from '../../schema/pull-request.ts';

/** The longest line of marks in a text, so that a block around it can be longer. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([marks]) => marks.length));
  return '`'.repeat(longest + 1);
}

/** Numbered, each with its place, the code that it speaks of, and what was said: whoever is given it quotes it as a whole. */
export function remarksText(remarks: readonly Remark[]): string {
  return remarks.map((one, n) => `${n + 1}. ${headOf(one)}\n\n${bodyOf(one)}`).join('\n\n');
}

/** `src/a.ts:3-5 (ann)`, `check: unit tests`, `ann` */
function headOf({ kind, author, place }: Remark): string {
  if (kind === 'check') return `check: ${author}`;
  if (place === null) return author;
  const { path, first, last } = place;
  const lines = last === null ? '' : first === null || first === last ? `:${last}` : `:${first}-${last}`;
  return `${path}${lines} (${author})`;
}

function bodyOf({ place, text, kind }: Remark): string {
  const code = place?.code ?? '';
  const parts = [
    code === '' ? '' : block(code, 'diff'),
    kind === 'check' && text !== '' ? block(text.trim(), '') : text.trim(),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function block(text: string, kind: string): string {
  const fence = fenceFor(text);
  return `${fence}${kind}\n${text}\n${fence}`;
}
