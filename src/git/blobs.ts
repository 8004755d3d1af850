import type { Git, Checkout } from './git.ts';
import { outputText } from './git-output.ts';

/** Bytes that are requested at once, to bound the memory. */
const AT_ONCE = 32 * 2 ** 20;

/** Hands the content of each object to `take`, in order. */
export async function readBlobs<Wanted extends { readonly object: string }>(
  git: Git,
  checkout: Checkout,
  wanted: readonly Wanted[],
  take: (one: Wanted, bytes: Buffer) => void,
): Promise<void> {
  if (wanted.length === 0) return;
  const sizes = await git.read(checkout, ['cat-file', '--batch-check=%(objectsize)'], { stdin: namesOf(wanted) });
  for (const group of groupsOf(wanted, outputText(sizes).split('\n').map(Number))) {
    const { stdout } = await git.read(checkout, ['cat-file', '--batch=%(objectsize)'], { stdin: namesOf(group) });
    let at = 0;
    for (const one of group) {
      const begin = stdout.indexOf(0x0a, at) + 1;
      const size = Number(stdout.toString('latin1', at, begin - 1));
      take(one, stdout.subarray(begin, begin + size));
      at = begin + size + 1;
    }
  }
}

function namesOf(wanted: readonly { readonly object: string }[]): string {
  return wanted.map(({ object }) => `${object}\n`).join('');
}

function groupsOf<Wanted>(wanted: readonly Wanted[], sizes: readonly number[]): Wanted[][] {
  const groups: Wanted[][] = [];
  let room = 0;
  for (const [n, one] of wanted.entries()) {
    room -= sizes[n] ?? 0;
    if (room < 0 || groups.length === 0) {
      groups.push([]);
      room = AT_ONCE - (sizes[n] ?? 0);
    }
    groups.at(-1)?.push(one);
  }
  return groups;
}
