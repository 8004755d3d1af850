import { normalPath } from '../../base/normal-path.ts';

/** Code that an agent quotes for what it says. */
export interface Quote {
  readonly file: string;
  readonly quote: string;
}

/** What any file has proves nothing: `});` */
const MIN_LENGTH = 8;

/** Why a quote shows nothing; undefined when it stands in its file, whatever its blanks and line breaks. */
export function quoteProblem(
  { file, quote }: Quote,
  texts: ReadonlyMap<string, string>,
): 'no_file' | 'too_short' | 'not_found' | undefined {
  const [text, wanted] = [texts.get(normalPath(file)), withoutBlanks(quote)];
  if (text === undefined) return 'no_file';
  if (wanted.length < MIN_LENGTH || !/\p{L}{2}/u.test(wanted)) return 'too_short';
  return withoutBlanks(text).includes(wanted) ? undefined : 'not_found';
}

function withoutBlanks(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, '');
}
