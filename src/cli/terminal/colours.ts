import type { Output } from '../io.ts';

/** What every terminal has, as what to write before a text and behind it. */
const CODES = {
  bold: ['\u001b[1m', '\u001b[22m'],
  dim: ['\u001b[2m', '\u001b[22m'],
  red: ['\u001b[31m', '\u001b[39m'],
  green: ['\u001b[32m', '\u001b[39m'],
  yellow: ['\u001b[33m', '\u001b[39m'],
  cyan: ['\u001b[36m', '\u001b[39m'],
} as const;

export type Colours = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

interface Wish {
  readonly color: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Pick<Output, 'isTTY'>;
}

export function coloursFor({ color, env, output }: Wish): Colours {
  return wanted() ? colours : plain;

  function wanted(): boolean {
    if (!color || env['NO_COLOR']) return false;
    if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
    return output.isTTY && env['TERM'] !== 'dumb';
  }
}

const colours = eachOf(([open, close]) => {
  // Inside, another may end in the same way: then this one goes on.
  return (text) => open + text.replaceAll(close, `${close}${open}`) + close;
});

const plain = eachOf(() => (text) => text);

function eachOf(made: (code: readonly [open: string, close: string]) => (text: string) => string): Colours {
  const { bold, dim, red, green, yellow, cyan } = CODES;
  return {
    bold: made(bold),
    dim: made(dim),
    red: made(red),
    green: made(green),
    yellow: made(yellow),
    cyan: made(cyan),
  };
}
