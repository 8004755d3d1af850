import picocolors from 'picocolors';
import type { Output } from '../io.ts';

export type Colours = ReturnType<typeof picocolors.createColors>;

interface Wish {
  readonly color: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly output: Pick<Output, 'isTTY'>;
}

export function coloursFor({ color, env, output }: Wish): Colours {
  return picocolors.createColors(wanted());

  function wanted(): boolean {
    if (!color || env['NO_COLOR']) return false;
    if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false';
    return output.isTTY && env['TERM'] !== 'dumb';
  }
}
