import type { Io, Output } from '../io.ts';
import { type Colours, coloursFor } from './colours.ts';
import { fit, widthOf } from './width.ts';

/** What a person watches: lines that stay, and below them a few that change in place. */
export interface Live {
  /** A line that stays. */
  print(line: string): void;
  /** What the lines below show from now on; none gives the terminal back for a while, to ask something say. */
  set(lines: readonly string[]): void;
  close(): void;
}

interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Without a terminal there are only the lines that stay. */
export function createLive(output: Output, { env }: Surroundings): Live {
  return output.isTTY && env['TERM'] !== 'dumb' ? new Region(output) : plain(output);
}

function plain(output: Output): Live {
  return { print: (line) => output.write(`${line}\n`), set: () => undefined, close: () => undefined };
}

/** What goes to stderr, for whoever looks on: lines that stay, and in a terminal a few that change. */
export interface StderrView extends Live {
  readonly colours: Colours;
  /** Of the terminal as it is now; without one lines are as long as they are. */
  readonly columns: number;
  readonly rows: number;
  readonly isLive: boolean;
}

export function openStderrView({ stderr, env }: Io, { color }: { readonly color: boolean }): StderrView {
  const live = createLive(stderr, { env });
  return {
    colours: coloursFor({ color, env, output: stderr }),
    isLive: stderr.isTTY && env['TERM'] !== 'dumb',
    get columns() {
      return stderr.isTTY ? Math.max(20, columnsOf(stderr)) : Infinity;
    },
    get rows() {
      return rowsOf(stderr);
    },
    print: (line) => live.print(line),
    set: (lines) => live.set(lines),
    close: () => live.close(),
  };
}

/** A terminal that nobody told its size says 0. */
function columnsOf({ columns }: Output): number {
  return columns || 80;
}

function rowsOf({ rows }: Output): number {
  return rows || 24;
}

const SHORTEST_PAUSE_MS = 100;

/** Room for the `^C` that the terminal itself writes behind the last line: on a line of its own it would move them all. */
const ECHO = 2;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
// Terminals disagree about the width of some letters; a line that is too long after all is cut instead of breaking.
const NO_WRAP = '\u001b[?7l';
const WRAP = '\u001b[?7h';
const ERASE_LINE = '\u001b[2K';
const UP = '\u001b[1A';

class Region implements Live {
  readonly #output: Output;
  #wanted: readonly string[] = [];
  /** Lines that stay and are not on the screen yet. */
  #printed = '';
  /** The width of each line of the region that is on the screen; the cursor is behind the last. */
  #drawn: readonly number[] = [];
  #drawnAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  readonly #onResize = (): void => this.#soon();
  readonly #onExit = (): void => this.close();

  constructor(output: Output) {
    this.#output = output;
    process.on('SIGWINCH', this.#onResize);
    process.on('exit', this.#onExit);
  }

  print(line: string): void {
    this.#printed += `${line}\n`;
    this.#soon();
  }

  set(lines: readonly string[]): void {
    this.#wanted = lines.flatMap((line) => line.normalize('NFC').split('\n'));
    this.#soon();
  }

  close(): void {
    process.off('SIGWINCH', this.#onResize);
    process.off('exit', this.#onExit);
    this.#wanted = [];
    this.#draw();
  }

  #soon(): void {
    // With nothing to redraw there is nothing to wait for, and whoever asks next must not be overtaken.
    const isBusy = this.#drawn.length > 0 && this.#wanted.length > 0;
    const left = isBusy ? this.#drawnAt + SHORTEST_PAUSE_MS - performance.now() : 0;
    if (left <= 0) this.#draw();
    else this.#timer ??= setTimeout(() => this.#draw(), left);
  }

  #draw(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drawnAt = performance.now();
    const columns = columnsOf(this.#output);
    const shown = this.#wanted.slice(0, rowsOf(this.#output) - 1);
    const lines = shown.map((line, n) => fit(line, columns - 1 - (n === shown.length - 1 ? ECHO : 0)));
    const text = this.#erase(columns) + this.#printed + region(lines) + this.#cursor(lines.length);
    this.#printed = '';
    this.#drawn = lines.map(widthOf);
    if (text !== '') this.#output.write(text);
  }

  /** A terminal that was made narrower has broken the lines that no longer fit. */
  #erase(columns: number): string {
    if (this.#drawn.length === 0) return '';
    const rows = this.#drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columns)), 0);
    // Line by line: of a screen that is erased at once some terminals keep a copy above it.
    return `\r${ERASE_LINE}${(UP + ERASE_LINE).repeat(rows - 1)}`;
  }

  #cursor(lines: number): string {
    if (lines > 0) return this.#drawn.length === 0 ? HIDE_CURSOR : '';
    return this.#drawn.length === 0 ? '' : SHOW_CURSOR;
  }
}

function region(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${NO_WRAP}${lines.join('\n')}${WRAP}`;
}
