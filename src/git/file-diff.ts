import path from 'node:path';
import type { RevisionRange } from './diff.ts';
import { type Checkout, type Git, outsideFiles } from './git.ts';

interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  /** From 1; null on the side that it is not on. */
  readonly before: number | null;
  readonly after: number | null;
  readonly text: string;
}

interface DiffHunk {
  readonly before: { readonly start: number; readonly lines: number };
  readonly after: { readonly start: number; readonly lines: number };
  readonly heading: string;
  readonly lines: readonly DiffLine[];
}

export interface FilePatch {
  readonly hunks: readonly DiffHunk[];
  readonly is_binary: boolean;
  readonly is_cut: boolean;
}

const PATCH = (
  '-r --find-renames -l1000 --no-ext-diff --no-textconv --no-color --submodule=short ' +
  '--patch --src-prefix=a/ --dst-prefix=b/'
).split(' ');
const MOST_BYTES = 8 * 1024 * 1024;

/** The difference of one file between two trees, with lines around it. `paths`: what it is called, and was. */
export async function readFilePatch(
  git: Git,
  checkout: Checkout,
  { from, to, paths, context }: RevisionRange & { readonly paths: readonly string[]; readonly context: number },
): Promise<FilePatch> {
  // In this folder git finds no attributes, so a .gitattributes of the work cannot declare its files binary.
  const outside = outsideFiles(checkout);
  const index = path.join(checkout.commonDir, 'orchestral-no.index');
  const names = paths.map((name) => `:(top,literal)${name}`);
  const args = ['diff-tree', ...PATCH, `-U${context}`, from, to, '--', ...names];
  const answer = await git.read(outside, args, { index, cutAt: MOST_BYTES });
  return { ...parse(answer.stdout.toString('utf8')), is_cut: answer.cut };
}

function parse(patch: string): Pick<FilePatch, 'hunks' | 'is_binary'> {
  const hunks: (DiffHunk & { readonly lines: DiffLine[] })[] = [];
  let [before, after] = [0, 0];
  // Lines are recognised by counting, because a line of a file may look like a header.
  let [left, right] = [0, 0];
  let is_binary = false;
  for (const line of patch.split('\n')) {
    const lines = hunks.at(-1)?.lines;
    if (lines !== undefined && left > 0 && line.startsWith('-')) {
      lines.push({ kind: 'removed', before, after: null, text: line.slice(1) });
      before += 1;
      left -= 1;
    } else if (lines !== undefined && right > 0 && line.startsWith('+')) {
      lines.push({ kind: 'added', before: null, after, text: line.slice(1) });
      after += 1;
      right -= 1;
    } else if (lines !== undefined && left > 0 && right > 0 && line.startsWith(' ')) {
      lines.push({ kind: 'same', before, after, text: line.slice(1) });
      [before, after, left, right] = [before + 1, after + 1, left - 1, right - 1];
    } else {
      if (line.startsWith('Binary files ')) is_binary = true;
      const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line);
      if (header === null) continue;
      [before, left, after, right] = [
        Number(header[1]),
        Number(header[2] ?? 1),
        Number(header[3]),
        Number(header[4] ?? 1),
      ];
      hunks.push({
        before: { start: before, lines: left },
        after: { start: after, lines: right },
        heading: header[5] ?? '',
        lines: [],
      });
    }
  }
  return { hunks, is_binary };
}
