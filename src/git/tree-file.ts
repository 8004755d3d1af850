import type { Git, Checkout } from './git.ts';
import { outputText } from './git-output.ts';
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
