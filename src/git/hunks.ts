import path from 'node:path';
import type { RevisionRange } from './diff.ts';
import { type Checkout, type Git, outsideFiles } from './git.ts';

/** Lines that stand in the place of others. */
export interface Hunk {
  /** Where the new lines begin, from 1; where there are none, the line after which the old ones were. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

export interface FileHunks {
  /** Null: the file is new. */
  readonly from: string | null;
  /** Null: the file is gone. */
  readonly to: string | null;
  readonly hunks: readonly Hunk[];
}

const PATCH = (
  '-r --find-renames -l1000 --no-ext-diff --no-textconv --no-color --submodule=short ' +
  '--patch -U0 --inter-hunk-context=0 --src-prefix=a/ --dst-prefix=b/'
).split(' ');

/** The changed lines of every text file between two trees. */
export async function readHunks(git: Git, checkout: Checkout, { from, to }: RevisionRange): Promise<FileHunks[]> {
  // In this folder git finds no attributes, so a .gitattributes of the work cannot declare its files binary.
  const outside = outsideFiles(checkout);
  const index = path.join(checkout.commonDir, 'orchestral-no.index');
  const answer = await git.read(outside, ['diff-tree', ...PATCH, from, to, '--'], { index });
  return parsePatch(answer.stdout);
}

export interface AddedLine {
  /** In the new file, from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of each file that were added or changed between `from` and `to`. Files without such lines and binary files
 * are left out.
 */
export async function addedLines(
  git: Git,
  checkout: Checkout,
  range: RevisionRange,
): Promise<Map<string, AddedLine[]>> {
  const lines = new Map<string, AddedLine[]>();
  for (const { to, hunks } of await readHunks(git, checkout, range)) {
    const found = hunks.flatMap(({ line, added }) => added.map((text, n) => ({ number: line + n, text })));
    if (to !== null && found.length > 0) lines.set(to, found);
  }
  return lines;
}

interface OpenHunk extends Hunk {
  readonly removed: string[];
  readonly added: string[];
}

function parsePatch(patch: Buffer): FileHunks[] {
  const files: { from: string | null; to: string | null; hunks: OpenHunk[] }[] = [];
  // Hunk lines are recognised by counting, because a line of a file may look like a header.
  let [removed, added] = [0, 0];
  for (const line of patchLines(patch)) {
    const file = files.at(-1);
    const hunk = file?.hunks.at(-1);
    if (removed > 0 && line.startsWith('-')) {
      removed--;
      hunk?.removed.push(line.slice(1));
    } else if (added > 0 && line.startsWith('+')) {
      added--;
      hunk?.added.push(line.slice(1));
    } else if (line.startsWith('diff --git ')) files.push({ from: null, to: null, hunks: [] });
    else if (file !== undefined && line.startsWith('--- ')) file.from = parseName(line);
    else if (file !== undefined && line.startsWith('+++ ')) file.to = parseName(line);
    else {
      const header = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (header === null) continue;
      [removed, added] = [Number(header[1] ?? 1), Number(header[3] ?? 1)];
      file?.hunks.push({ line: Number(header[2]), removed: [], added: [] });
    }
  }
  return files.filter(({ hunks }) => hunks.length > 0);
}

function* patchLines(patch: Buffer): Iterable<string> {
  for (let begin = 0; begin < patch.length;) {
    const end = patch.indexOf(0x0a, begin);
    const until = end === -1 ? patch.length : end;
    yield patch.toString('utf8', begin, until);
    begin = until + 1;
  }
}

/** `+++ b/name`, in quotes where git needs them, with a tab at its end when there is a space in it. */
function parseName(line: string): string | null {
  const name = line.slice(4).replace(/\t$/, '');
  if (name === '/dev/null') return null;
  return (name.startsWith('"') ? unquote(name) : name).slice(2);
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

function unquote(quoted: string): string {
  const bytes: number[] = [];
  for (const [part, escape] of quoted.slice(1, -1).matchAll(/\\([0-7]{3}|.)|[^\\]+/gu)) {
    if (escape === undefined) bytes.push(...Buffer.from(part));
    else bytes.push(ESCAPES[escape] ?? Number.parseInt(escape, 8));
  }
  return Buffer.from(bytes).toString('utf8');
}
