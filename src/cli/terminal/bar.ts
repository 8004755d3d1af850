import type { Colours } from './colours.ts';

interface Progress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** A progress bar; something done is never drawn as nothing, something missing never as all. */
export function bar({ done, failed, total }: Progress, columns: number, colours: Colours): string {
  const all = Math.max(total, done + failed, 1);
  const open = all - done - failed;
  const cells = (part: number, room: number) =>
    part === 0 ? 0 : Math.min(room, Math.max(1, Math.floor((part / all) * columns)));
  const full = cells(done, columns - leastOf(failed) - leastOf(open));
  const red = open === 0 ? columns - full : cells(failed, columns - full - 1);
  return colours.green('█'.repeat(full)) + colours.red('▓'.repeat(red)) + colours.dim('░'.repeat(columns - full - red));
}

function leastOf(part: number): number {
  return part === 0 ? 0 : 1;
}
