import type { Source } from '../read-source.ts';

/** Where a name stands on its own: not as part of another, and not as a member of something. */
export function usesOf({ bare }: Source, name: string): number[] {
  const found: number[] = [];
  for (let at = bare.indexOf(name); at !== -1 && found.length < MOST; at = bare.indexOf(name, at + name.length)) {
    const [before, after] = [bare.slice(Math.max(0, at - 2), at), bare.slice(at + name.length, at + name.length + 2)];
    if (!/[\p{L}\p{N}_$.]$/u.test(before) && !/^[\p{L}\p{N}_$]/u.test(after)) found.push(at);
  }
  return found;
}

const MOST = 100;
