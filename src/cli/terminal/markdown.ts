import type { Colours } from './colours.ts';
import { visible } from './visible.ts';
import { padTo, widthOf, wrap } from './width.ts';

interface Screen {
  readonly columns: number;
  readonly colours: Colours;
}

/** The Markdown that Orchestral writes, for a terminal: headings stand out, tables line up, marks are gone. */
export function markdownLines(text: string, screen: Screen): string[] {
  const lines = text.trimEnd().split('\n');
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const rows = lines.slice(at).findIndex((line) => !line.startsWith('|'));
    const count = rows === -1 ? lines.length - at : rows;
    if (count > 0) {
      shown.push(...tableLines(lines.slice(at, at + count)));
      at += count - 1;
    } else shown.push(...oneLine(lines[at] ?? '', screen));
  }
  return shown;
}

function oneLine(line: string, { columns, colours }: Screen): string[] {
  const heading = /^#+ (.*)$/.exec(line)?.[1];
  if (heading !== undefined) return wrap(plain(heading), columns).map(colours.bold);
  const quoted = /^>( ?)(.*)$/.exec(line)?.[2];
  if (quoted !== undefined)
    return wrap(visible(entities(quoted)), columns - 2).map((part) => `${colours.dim('│')} ${part}`.trimEnd());
  const [, margin = '', mark = '', rest = line] = /^( *)(- )?(.*)$/.exec(line) ?? [];
  const hang = `${margin}${' '.repeat(mark.length)}`;
  const [first = '', ...others] = wrap(plain(rest), Math.max(10, columns - hang.length));
  return [`${margin}${mark}${first}`, ...others.map((part) => hang + part)];
}

function tableLines(lines: readonly string[]): string[] {
  const rows = lines.filter((line) => !/^\|[ :|-]+$/.test(line)).map(cellsOf);
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => widthOf(row[n] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, n) => padTo(cell, widths[n] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\| ?/, '')
    .replace(/ ?\|$/, '')
    .split(/(?<!\\) \| /)
    .map((cell) => plain(cell.trim()));
}

/** Without marks: code as it is, emphasis and escapes undone. */
function plain(text: string): string {
  const undone = text.replaceAll(/(`+)( ?)(.*?)\2\1|\\([!-/:-@[-`{-~])|\*\*?/g, (_all, _fence, _space, code, escaped) =>
    typeof code === 'string' ? code : typeof escaped === 'string' ? escaped : '',
  );
  return visible(entities(undone));
}

function entities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&#33;', '!').replaceAll('&amp;', '&');
}
