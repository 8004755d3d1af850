/**
 * The command that a condition is: `` `npm run lint` passes `` is one; `` `GET /users` returns 200 `` and
 * `` `rm -rf /` is refused `` are none. Nor is `` `npm run dev` works ``: it must say that the command ends well.
 */
export function acceptanceCommand(condition: string): string | null {
  const [, , span = '', after = ''] = /^(`{1,3})([^`]{1,1000})\1(?!`)([^`]*)$/.exec(condition.trim()) ?? [];
  const command = span.trim();
  return isProgram(command) && saysItSucceeds(after) ? command : null;
}

/** A few words that say that it succeeds; a command alone says nothing. */
function saysItSucceeds(after: string): boolean {
  const words = after.replaceAll(/[.,;:!()✓✅\s]+/gu, ' ').trim();
  if (words.split(' ').length > MOST_WORDS) return false;
  const rest = words.replaceAll(NO_TROUBLE, ' ');
  return !TROUBLE.test(rest) && (rest !== words || SUCCESS.test(rest));
}

const MOST_WORDS = 8;
const NO_TROUBLE =
  /\b(?:no|without|zero|0) (?:any )?(?:error|failure|warning|issue)s?\b|(?:오류|에러|경고|실패)(?:가|는)? ?(?:없이|없음|없다|없어야|0)/giu;
const TROUBLE =
  /\b(?:not|never|no|fails?|failed|failing|failures?|errors?|reject\w*|refus\w*|den(?:y|ies|ied)|instead|until|unless)\b|n't\b|실패|거부|거절|않|못|금지|오류|에러/iu;
const SUCCESS =
  /\b(?:pass(?:es|ed|ing)?|succeeds?|succeeded|success\w*|green|clean(?:ly)?|completes?|finish(?:es)?|exits? (?:with )?(?:(?:code|status) )?0|returns? 0)\b|통과|성공|완료|정상(?:적으로)? ?종료|종료 ?코드 ?0/iu;

/** Programs begin with a small letter, a number or a path; a single word with a dot or a slash is a file or a member. */
function isProgram(command: string): boolean {
  if (/[\r\n\0]/.test(command)) return false;
  const words = command.replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)*/, '').split(/\s+/);
  const [program = ''] = words;
  if (!/^(?:\.{0,2}\/)?[a-z0-9][\w.+@/-]*$/.test(program)) return false;
  return words.length > 1 || program.startsWith('./') || /\.(?:sh|bash)$/.test(program) || !/[./]/.test(program);
}
