import type { ReviewComment } from '../../../store/review-notes.ts';

/** The longest line of marks in a text, so that a block of code can be longer. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length));
  return '`'.repeat(longest + 1);
}

/**
 * What the Builder reads of a rejection: the person's reason, then each comment with its place, the lines it speaks of
 * and what could stand there instead. Nothing in it but what the person wrote and saw.
 */
export function rejectionText(reason: string, comments: readonly ReviewComment[]): string {
  const blocks = comments.map((comment, n) => `${n + 1}. ${placeText(comment)}\n\n${bodyOf(comment)}`);
  return [reason.trim(), ...blocks].filter((block) => block !== '').join('\n\n');
}

/** `src/a.ts:3-5 @ fd66aab` */
function placeText({ path, first, last, commit, side }: ReviewComment): string {
  const lines = first === last ? String(first) : `${first}-${last}`;
  const at = side === 'brief' ? '' : ` @ ${commit.slice(0, 7)}${side === 'before' ? '^' : ''}`;
  return `${path}:${lines}${at}`;
}

function bodyOf({ quote, text, suggestion }: ReviewComment): string {
  const parts = [
    quote === '' ? '' : block(quote, ''),
    text.trim(),
    suggestion === null ? '' : block(suggestion, 'suggestion'),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function block(code: string, kind: string): string {
  const fence = fenceFor(code);
  return `${fence}${kind}\n${code}\n${fence}`;
}
