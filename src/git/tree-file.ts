import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Checkout } from './git.ts';
import { outputText } from './git-output.ts';
import { withScratchIndex } from './scratch-index.ts';

export interface TreePath {
  readonly tree: string;
  readonly path: string;
}

/** The bytes of a regular file in a tree; null where there is none. */
export async function readTreeFile(
  git: Git,
  checkout: Checkout,
  { tree, path }: TreePath,
): Promise<Result<Buffer | null, Failure>> {
  const entry = await readTreeEntry(git, checkout, { tree, path });
  if (!entry.ok || entry.value === null) return entry.ok ? ok(null) : entry;
  const content = await git.read(checkout, ['cat-file', 'blob', entry.value.object]);
  return content.ok ? ok(content.value.stdout) : content;
}

/** The tree with new content in one of its files. Writes only objects. */
export async function writeTreeFile(
  git: Git,
  checkout: Checkout,
  { tree, path, content }: TreePath & { readonly content: Uint8Array },
): Promise<Result<string, Failure>> {
  const entry = await readTreeEntry(git, checkout, { tree, path });
  if (!entry.ok) return entry;
  const mode = entry.value?.mode ?? '100644';
  const blob = await git.record(checkout, ['hash-object', '-w', '--stdin'], { stdin: content });
  if (!blob.ok) return blob;
  return withScratchIndex(checkout, async ({ file: index }) => {
    const read = await git.record(checkout, ['read-tree', tree], { index });
    if (!read.ok) return read;
    const named = ['update-index', '--add', '--cacheinfo', `${mode},${outputText(blob.value)},${path}`];
    const updated = await git.record(checkout, named, { index });
    if (!updated.ok) return updated;
    const written = await git.record(checkout, ['write-tree'], { index });
    return written.ok ? ok(outputText(written.value)) : written;
  });
}

async function readTreeEntry(
  git: Git,
  checkout: Checkout,
  { tree, path }: TreePath,
): Promise<Result<{ readonly mode: string; readonly object: string } | null, Failure>> {
  const listed = await git.read(checkout, ['ls-tree', '-z', '--full-tree', tree, '--', path]);
  if (!listed.ok) return listed;
  const [, mode, object] = /^(100644|100755) blob ([0-9a-f]+)\t/.exec(listed.value.stdout.toString('utf8')) ?? [];
  return ok(mode === undefined || object === undefined ? null : { mode, object });
}
