import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Checkout, Git } from './git.ts';
import { outputFields, outputText } from './git-output.ts';
import type { GitFile } from './path-entry.ts';
import { withScratchIndex } from './scratch-index.ts';

/** Every file of a tree, with links and submodules. */
export async function listTree(git: Git, checkout: Checkout, tree: string): Promise<Map<string, GitFile>> {
  const listed = await git.read(checkout, ['ls-tree', '-r', '-z', '--full-tree', tree]);
  return new Map(
    outputFields(listed).map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
      return [line.slice(tab + 1), { mode, object }];
    }),
  );
}

/** What is to stand at these paths; null: nothing. */
export type TreeEdits = ReadonlyMap<string, GitFile | null>;

/** Another tree. Writes only objects. */
export async function editTree(
  git: Git,
  checkout: Checkout,
  { tree, edits }: { readonly tree: string; readonly edits: TreeEdits },
): Promise<string> {
  if (edits.size === 0) return tree;
  return withScratchIndex(checkout, async ({ file: index }) => {
    await git.record(checkout, ['read-tree', tree], { index });
    await git.record(checkout, ['update-index', '-z', '--index-info'], { index, stdin: lines(edits) });
    return outputText(await git.record(checkout, ['write-tree'], { index }));
  });
}

/** What goes first: a folder may take the place of a file. */
function lines(edits: TreeEdits): string {
  const gone = [...edits].flatMap(([path, file]) => (file === null ? [`0 ${'0'.repeat(40)}\t${path}\0`] : []));
  const there = [...edits].flatMap(([path, file]) => (file === null ? [] : [`${file.mode} ${file.object}\t${path}\0`]));
  return [...gone, ...there].join('');
}

/** Names of new objects with these contents, in their order. One process for all: git reads them as a pack. */
export async function writeBlobs(
  git: Git,
  checkout: Checkout,
  {
    contents,
    like,
  }: { readonly contents: readonly string[]; /** Any object of the repository. */ readonly like: string },
): Promise<string[]> {
  if (contents.length === 0) return [];
  const hash = like.length === 64 ? 'sha256' : 'sha1';
  const blobs = contents.map((content) => Buffer.from(content));
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(blobs.length, 8);
  const body = Buffer.concat([header, ...blobs.flatMap((blob) => [packHeader(blob.length), deflateSync(blob)])]);
  const pack = Buffer.concat([body, createHash(hash).update(body).digest()]);
  await git.record(checkout, ['unpack-objects', '-q'], { stdin: pack });
  return blobs.map((blob) => createHash(hash).update(`blob ${blob.length}\0`).update(blob).digest('hex'));
}

const BLOB = 3;

/** Type and size, seven bits at a time; the first byte has room for four. */
function packHeader(size: number): Buffer {
  const bytes = [(BLOB << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, rest & 127);
  }
  return Buffer.from(bytes);
}
