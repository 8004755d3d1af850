import { catchFailure, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { editTree, writeBlobs } from '../../git/edit-tree.ts';
import { type Hunk, readHunks } from '../../git/hunks.ts';
import { isProduct } from '../../languages/change-class.ts';
import { isLockFile } from '../../languages/manifests.ts';
import { isBalanced, isGenerated, isSameCode, splitBlocks, withMissingNames } from '../../languages/reverted-code.ts';
import type { ChangeTrees } from './change-trees.ts';

/** A change of some lines of the product that can be taken back on its own. */
export interface ProductHunk extends Hunk {
  readonly path: string;
}

export interface ProductHunks {
  /** The largest first. */
  readonly hunks: readonly ProductHunk[];
  readonly leftOut: readonly {
    readonly path: string;
    readonly why: 'lock' | 'generated' | 'prose' | 'no_meaning' | 'removed';
  }[];
}

/** What the hunk check takes back. */
export async function hunksOf(trees: ChangeTrees): Promise<Result<ProductHunks, Failure>> {
  const { baseline, candidate, parts } = trees;
  const { git, checkout } = trees.place;
  const files = await catchFailure(() => readHunks(git, checkout, { from: baseline.id, to: candidate.id }));
  if (!files.ok) return files;
  const product = new Set(
    parts.filter((one) => isProduct(one) && one.dependency === undefined).map(({ path }) => path),
  );
  const wanted = files.value.filter(({ from, to }) => product.has(to ?? from ?? ''));
  const loaded = await candidate.load(wanted.flatMap(({ to }) => to ?? []));
  if (!loaded.ok) return loaded;
  const hunks: ProductHunk[] = [];
  const leftOut: ProductHunks['leftOut'][number][] = [];
  for (const { from, to, hunks: own } of wanted) {
    const path = to ?? from ?? '';
    const text = candidate.text(path);
    if (to === null || text === undefined) leftOut.push({ path, why: 'removed' });
    else if (isLockFile(path)) leftOut.push({ path, why: 'lock' });
    else if (isGenerated(path, text)) leftOut.push({ path, why: 'generated' });
    else if (/\.(?:md|mdx|rst|adoc|txt)$|(?:^|\/)LICENSE$/i.test(path)) leftOut.push({ path, why: 'prose' });
    else {
      const found = own.flatMap((hunk) => piecesOf(path, text, hunk)).map((hunk) => ({ ...hunk, path }));
      const meant = found.filter((hunk) => !isSameCode(path, text, textWithout(text, hunk)));
      if (meant.length < found.length) leftOut.push({ path, why: 'no_meaning' });
      hunks.push(...meant);
    }
  }
  const sizeOf = ({ added, removed }: ProductHunk): number => added.length + removed.length;
  return ok({ hunks: hunks.toSorted((a, b) => sizeOf(b) - sizeOf(a)), leftOut });
}

/** A hunk stays whole where it does not consist of whole statements. */
function piecesOf(path: string, text: string, hunk: Hunk): Hunk[] {
  const pieces = splitBlocks(hunk);
  return pieces.every((one) => isBalanced(path, textWithout(text, one))) ? pieces : [hunk];
}

/** The candidate without one hunk. Names that go with it exist, and return nothing. */
export async function withoutHunk(trees: ChangeTrees, hunk: ProductHunk): Promise<Result<string, Failure>> {
  const { candidate, place } = trees;
  const { path } = hunk;
  const loaded = await candidate.load([path]);
  if (!loaded.ok) return loaded;
  const text = candidate.text(path) ?? '';
  const file = candidate.files.get(path);
  if (file === undefined) throw new Error(`not in the candidate: ${path}`);
  const { git, checkout } = place;
  const contents = [withMissingNames({ path, text, reverted: textWithout(text, hunk) })];
  return catchFailure(async () => {
    const [object = ''] = writeBlobs(checkout, { contents, like: candidate.id });
    const edits = new Map([[path, { mode: file.mode, object }]]);
    return editTree(git, checkout, { tree: candidate.id, edits });
  });
}

function textWithout(text: string, { line, added, removed }: Hunk): string {
  const lines = text.split('\n');
  lines.splice(added.length === 0 ? line : line - 1, added.length, ...removed);
  return lines.join('\n');
}
