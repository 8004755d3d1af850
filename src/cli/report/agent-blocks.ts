import { jsonValue } from '../../schema/codec.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Colours } from '../terminal/colours.ts';
import { indentedAsIs } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';
import { fit } from '../terminal/width.ts';
import { type AgentEvent, eventLine } from './agent-output.ts';

interface BlockScreen {
  readonly words: Catalogue;
  readonly colours: Colours;
  readonly columns: number;
  /** All lines of what a tool took and gave, not only the first. */
  readonly isWhole: boolean;
}

/** As many lines of a tool's input or output are shown. */
const MOST_LINES = 12;

/** An event of a call for a reader who has time: text in paragraphs, a tool with what it took and gave below it. */
export function eventBlock(event: AgentEvent, screen: BlockScreen): string[] {
  const { words, colours, columns } = screen;
  if (event.type === 'text') return indentedAsIs(visible(event.text.trim()), columns, 0);
  if (event.type === 'thought') return indentedAsIs(visible(event.text.trim()), columns, 0).map(colours.dim);
  if (event.type === 'tool_use')
    return [colours.cyan(`▸ ${visible(event.tool)}`), ...shortened(inputLines(event.input), screen)];
  if (event.type !== 'tool_result') return [colours.dim(eventLine(event, { words, columns, redact: (one) => one }))];
  const label = event.ok ? colours.green('✓') : colours.red('✗');
  const [only = '', ...more] = event.output.trim().split('\n');
  return more.length === 0 && only.length < columns - 6
    ? [`  ${label} ${colours.dim(visible(only))}`]
    : [`  ${label}`, ...shortened([only, ...more], screen)];
}

/** The fields of a call, each with its lines; what an edit takes away and adds looks like a diff. */
function inputLines(input: string): string[] {
  const parsed = jsonValue(input);
  const fields = parsed.ok ? parsed.value : undefined;
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return input.trim() === '' ? [] : input.trim().split('\n');
  return Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    const lines = (typeof value === 'string' ? value : JSON.stringify(value)).split('\n');
    if (name === 'old_string') return lines.map((line) => `- ${line}`);
    if (name === 'new_string') return lines.map((line) => `+ ${line}`);
    return lines.length === 1 ? [`${name}: ${lines[0] ?? ''}`] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}

function shortened(lines: readonly string[], { words, colours, columns, isWhole }: BlockScreen): string[] {
  const shown = isWhole || lines.length <= MOST_LINES + 1 ? lines : lines.slice(0, MOST_LINES);
  const hidden = lines.length - shown.length;
  const isDiff = lines.some((line) => /^@@ |^diff --git |^[-+] /.test(line));
  return [
    // Cut instead of broken: what is indented stays so.
    ...shown.map((line) => `    ${colourOf(line, isDiff, colours)(fit(visible(line), columns - 4))}`),
    ...(hidden > 0 ? [`    ${colours.dim(words.status.andMore(hidden))}`] : []),
  ];
}

function colourOf(line: string, isDiff: boolean, { green, red, dim }: Colours): (text: string) => string {
  if (isDiff && line.startsWith('+')) return green;
  return isDiff && line.startsWith('-') ? red : dim;
}
