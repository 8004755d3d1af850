import type { ProvedChange } from '../../engine/door/proofs.ts';
import type { Screen } from '../context.ts';
import { indented, oneLine } from '../terminal/layout.ts';
import { wrap } from '../terminal/width.ts';

type Hunk = ProvedChange['hunks'][number];

/** `src/price.mjs:2 (3 lines): noticed by test/price.test.mjs > rounds prices`. */
export function hunkLine({ path, line, lines, outcome, test }: Hunk, { words }: Pick<Screen, 'words'>): string {
  const said = words.prove;
  const what = outcome === 'noticed' && test !== null ? said.noticedBy(oneLine(test)) : said.outcomes[outcome];
  return `${oneLine(path)}:${line} (${said.lines(lines)}): ${what}`;
}

/** What nobody notices comes first; then what was left out and what there was no time for. */
export function provedLines(proved: ProvedChange, screen: Screen): string[] {
  const { words, colours, columns } = screen;
  const said = words.prove;
  const { name, hunks, skipped, left_out: leftOut, percent, stopped } = proved;
  const of = (outcome: Hunk['outcome']): Hunk[] => hunks.filter((hunk) => hunk.outcome === outcome);
  const list = (some: readonly Hunk[]): string[] => some.flatMap((hunk) => indented(hunkLine(hunk, screen), columns));
  const files = [...new Set(leftOut.map(({ path, why }) => said.leftOut(oneLine(path), why)))];
  return [
    ...wrap(oneLine(said.title(name, of('noticed').length, hunks.length, percent)), columns).map(colours.bold),
    ...list(of('unnoticed')).map(colours.red),
    ...list(of('load')).map(colours.yellow),
    ...list(of('noticed')),
    ...(hunks.length === 0 && skipped.length === 0 ? indented(said.nothing, columns) : []),
    ...files.flatMap((line) => indented(line, columns)).map(colours.dim),
    ...(stopped === null ? [] : indented(said.stopped[stopped](skipped.length), columns).map(colours.yellow)),
    ...skipped.flatMap(({ path, line, lines }) =>
      indented(`${path}:${line} (${said.lines(lines)}): ${said.notTried}`, columns),
    ),
  ];
}
