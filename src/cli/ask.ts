import type { Key } from 'node:readline';
import { Writable } from 'node:stream';
import type { Context } from './context.ts';
import { indentedText, type ListedOption, optionLines } from './terminal/layout.ts';
import { visible } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

/** Without a terminal nothing ever asks. */
export function canAsk({ io }: Context): boolean {
  return io.stdin.isTTY && io.stderr.isTTY;
}

/** Nor where nobody wants to be spoken to. */
export function mayAsk(context: Context): boolean {
  return canAsk(context) && !context.flags.json && !context.flags.quiet;
}

/** A question that only a clear yes answers with yes. `settled`: aborted when it is decided in another way. */
export async function ask(question: string, context: Context, settled?: AbortSignal): Promise<boolean> {
  const { words } = context;
  const answer = await readLine(words.ask.prompt(question), context, { signal: settled });
  return answer !== undefined && words.ask.yes.includes(answer.toLowerCase());
}

export interface Choice {
  readonly question: string;
  readonly options: readonly ListedOption[];
  /** The id that an empty answer stands for. */
  readonly preselected?: string | undefined;
  /** Aborted when the question is settled in another way. */
  readonly signal?: AbortSignal;
}

/** The id of an option, named by itself or by its place. Undefined: Ctrl-C, Ctrl-D or aborted. */
export async function askChoice(context: Context, choice: Choice): Promise<string | undefined> {
  const { words, io } = context;
  const ids = choice.options.map(({ id }) => id);
  const preselected = ids.find((id) => id === choice.preselected);
  const lines = [
    ...indentedText(choice.question, context.columns, 0),
    ...optionLines(choice.options, choice.preselected, { words, columns: context.columns, indent: 2 }),
  ];
  let shown: readonly string[] = lines;
  for (;;) {
    const prompt = words.ask.choose(visible(ids.join(', ')), preselected === undefined ? null : visible(preselected));
    const answer = await readLine(prompt, context, { signal: choice.signal, lines: shown });
    shown = [];
    if (answer === undefined) return undefined;
    const chosen = answer === '' ? preselected : optionNamed(answer, ids);
    if (chosen !== undefined) return chosen;
    if (answer !== '')
      io.stderr.write(`${wrap(words.ask.noSuchOption(visible(answer)), context.columns).join('\n')}\n`);
  }
}

/** What was typed, without spaces around it; may be empty. Undefined: Ctrl-C, Ctrl-D or aborted. */
export async function askLine(
  context: Context,
  { question, signal }: Pick<Choice, 'question' | 'signal'>,
): Promise<string | undefined> {
  const lines = indentedText(question, context.columns, 0);
  return readLine('> ', context, { signal, lines });
}

/** A number from 1 to `most`. Undefined: Ctrl-C or Ctrl-D. */
export async function askNumber(
  context: Context,
  { most, question }: { readonly most: number; readonly question: readonly string[] },
): Promise<number | undefined> {
  let lines = question;
  for (;;) {
    const answer = await readLine('> ', context, { lines });
    lines = [];
    if (answer === undefined) return undefined;
    const number = /^\d+$/.test(answer) ? Number(answer) : 0;
    if (number >= 1 && number <= most) return number;
    context.io.stderr.write(`${context.words.session.noSuchNumber(most)}\n`);
  }
}

function optionNamed(answer: string, ids: readonly string[]): string | undefined {
  const same = (id: string) => id.normalize('NFC').toLowerCase() === answer.normalize('NFC').toLowerCase();
  return ids.find(same) ?? (/^\d+$/.test(answer) ? ids[Number(answer) - 1] : undefined);
}

interface Asked {
  /** Aborted when the question is settled in another way. */
  readonly signal?: AbortSignal | undefined;
  /** The question, above the prompt. */
  readonly lines?: readonly string[];
}

/** One line, edited by readline, which unlike the terminal itself knows how wide letters are. */
async function readLine(
  question: string,
  { io, columns }: Context,
  { signal: settled, lines: above = [] }: Asked = {},
): Promise<string | undefined> {
  const lines = [...above, ...wrap(question.trimEnd(), columns - 1)];
  const prompt = `${lines.pop() ?? ''} `;
  const { createInterface } = await import('node:readline');
  const signal = settled === undefined ? io.signal : AbortSignal.any([io.signal, settled]);
  const answer = await io.keyboard.ask(async () => {
    if (signal.aborted) return undefined;
    // Shown when what was typed before is dropped: what is typed from here on is meant for it.
    if (lines.length > 0) io.stderr.write(`${lines.join('\n')}\n`);
    const output = Object.defineProperty(written(io.stderr), 'columns', { get: () => io.stderr.columns });
    const terminal = createInterface({ input: io.stdin, output, terminal: true, historySize: 0, prompt });
    const closed = new AbortController();
    return new Promise<string | undefined>((resolve) => {
      signal.addEventListener('abort', () => terminal.close(), { signal: closed.signal });
      terminal.once('line', (line) => {
        resolve(line);
        terminal.close();
      });
      terminal.once('close', () => {
        closed.abort();
        // In one piece with the answer.
        io.stdin.on('keypress', interruptBy);
        resolve(undefined);
      });
      terminal.once('SIGINT', () => {
        terminal.removeAllListeners('line');
        interrupt();
      });
      terminal.prompt();
    });
  });
  io.stdin.off('keypress', interruptBy);
  if (answer === undefined) io.stderr.write('\n');
  return answer?.trim();
}

function interruptBy(_text: string | undefined, key: Key): void {
  if (key.ctrl === true && key.name === 'c') interrupt();
}

/** Whoever presses Ctrl-C wants to stop more than the question; without raw input the terminal would have said so. */
function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}

function written(stderr: Context['io']['stderr']): Writable {
  return new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      stderr.write(text);
      done();
    },
  });
}
