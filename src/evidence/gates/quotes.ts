import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { normalPath } from '../../base/normal-path.ts';
import type { TreeFiles } from './tree-files.ts';

/** What an agent says of an invariant, with the code that it says so for. */
export interface Judgement {
  readonly invariant: string;
  readonly holds: boolean;
  readonly quotes: readonly { readonly file: string; readonly text: string }[];
}

export interface QuoteCheck<J extends Judgement> {
  /** Every quote of these stands where they say. */
  readonly given: readonly J[];
  /** The others count as not given. */
  readonly notGiven: readonly { readonly invariant: string; readonly why: Reason; readonly file: string | null }[];
}

type Reason = 'no_quote' | 'too_short' | 'no_file' | 'not_found';

/** In the tree that is judged; blanks and line breaks count for nothing. */
export async function quotesHold<J extends Judgement>(
  judgements: readonly J[],
  tree: TreeFiles,
): Promise<Result<QuoteCheck<J>, Failure>> {
  const files = judgements.flatMap(({ quotes }) => quotes.map(({ file }) => normalPath(file)));
  const texts = await tree.texts(files);
  if (!texts.ok) return texts;
  const folded = new Map([...texts.value].map(([file, text]) => [file, withoutBlanks(text)]));
  const given: J[] = [];
  const notGiven: QuoteCheck<J>['notGiven'][number][] = [];
  for (const judgement of judgements) {
    const fault = faultOf(judgement, folded);
    if (fault === undefined) given.push(judgement);
    else notGiven.push({ invariant: judgement.invariant, ...fault });
  }
  return ok({ given, notGiven });
}

/** What any file has proves nothing: `});` */
const SHORTEST = 8;

function faultOf(
  { quotes }: Judgement,
  texts: ReadonlyMap<string, string>,
): { why: Reason; file: string | null } | undefined {
  if (quotes.length === 0) return { why: 'no_quote', file: null };
  for (const { file, text } of quotes) {
    const [found, wanted] = [texts.get(normalPath(file)), withoutBlanks(text)];
    if (found === undefined) return { why: 'no_file', file };
    if (wanted.length < SHORTEST || !/\p{L}{2}/u.test(wanted)) return { why: 'too_short', file };
    if (!found.includes(wanted)) return { why: 'not_found', file };
  }
  return undefined;
}

function withoutBlanks(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, '');
}
