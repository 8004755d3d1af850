import { outputText } from './git-output.ts';
import type { Checkout, Git } from './git.ts';
import { withScratchIndex } from './scratch-index.ts';

export interface TreePath {
  readonly tree: string;
  readonly path: string;
}

/** The bytes of a regular file in a tree; null where there is none. */
export async function readTreeFile(git: Git, checkout: Checkout, { tree, path }: TreePath): Promise<Buffer | null> {
  const entry = await readTreeEntry(git, checkout, { tree, path });
  if (entry === null) return null;
  return (await git.read(checkout, ['cat-file', 'blob', entry.object])).stdout;
}

/** The tree with new content in one of its files. Writes only objects. */
export async function writeTreeFile(
  git: Git,
  checkout: Checkout,
  { tree, path, content }: TreePath & { readonly content: Uint8Array },
): Promise<string> {
  const entry = await readTreeEntry(git, checkout, { tree, path });
  const mode = entry?.mode ?? '100644';
  const blob = await git.record(checkout, ['hash-object', '-w', '--stdin'], { stdin: content });
  return withScratchIndex(checkout, async ({ file: index }) => {
    await git.record(checkout, ['read-tree', tree], { index });
    const named = ['update-index', '--add', '--cacheinfo', `${mode},${outputText(blob)},${path}`];
    await git.record(checkout, named, { index });
    return outputText(await git.record(checkout, ['write-tree'], { index }));
  });
}

async function readTreeEntry(
  git: Git,
  checkout: Checkout,
  { tree, path }: TreePath,
): Promise<{ readonly mode: string; readonly object: string } | null> {
  const listed = await git.read(checkout, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  const [, mode, object] = /^(100644|100755) blob ([0-9a-f]+)\t/.exec(listed.stdout.toString('utf8')) ?? [];
  return mode === undefined || object === undefined ? null : { mode, object };
}

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
