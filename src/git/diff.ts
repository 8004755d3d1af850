import path from 'node:path';
import { outputFields } from './git-output.ts';
import type { Checkout, Git } from './git.ts';
import { CHANGE_KINDS, type FileChange } from './status.ts';

export interface ChangedFile extends FileChange {
  /** Lines; null where git sees a binary file. */
  readonly added: number | null;
  readonly deleted: number | null;
  /** As git writes it: 100644, 100755, 120000 (link), 160000 (submodule), 000000 (not there). */
  readonly mode: string;
}

export interface RevisionRange {
  readonly from: string;
  readonly to: string;
}

const PLAIN = ['-r', '--find-renames', '-l1000', '--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short'];
const PREFIXES = ['--src-prefix=a/', '--dst-prefix=b/'];
const PATCH = [...PLAIN, '--patch', '-U0', '--inter-hunk-context=0', ...PREFIXES];

export async function changedFiles(git: Git, checkout: Checkout, { from, to }: RevisionRange): Promise<ChangedFile[]> {
  const answer = await git.read(checkout, ['diff-tree', ...PLAIN, '-z', '--raw', '--numstat', from, to]);
  return parseChanges(outputFields(answer));
}

export function getRenames(files: readonly ChangedFile[]): { readonly from: string; readonly to: string }[] {
  return files.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }]));
}

/** The patch as text, for people and agents; `cut` when there was more than `atMost` bytes. */
export async function patchBetween(
  git: Git,
  checkout: Checkout,
  { from, to, atMost }: RevisionRange & { readonly atMost: number },
): Promise<{ readonly text: string; readonly cut: boolean }> {
  const args = ['diff-tree', ...PLAIN, '--patch', ...PREFIXES, from, to];
  const answer = await git.read(checkout, args, { cutAt: atMost });
  return { text: answer.stdout.toString('utf8'), cut: answer.cut };
}

/** First every file as `:modes objects letter NUL path NUL [path NUL]`, then its lines as `added TAB deleted TAB path`. */
function parseChanges(fields: readonly string[]): ChangedFile[] {
  const changes: (FileChange & { mode: string })[] = [];
  const lines = new Map<string, { added: number | null; deleted: number | null }>();
  for (let n = 0; n < fields.length; n++) {
    const field = fields[n] ?? '';
    if (field.startsWith(':')) {
      const [, mode = '', , , letter = ''] = field.split(' ');
      const kind = CHANGE_KINDS[letter[0] ?? ''] ?? 'modified';
      const first = fields[++n] ?? '';
      if (kind === 'renamed' || kind === 'copied') changes.push({ kind, mode, path: fields[++n] ?? '', from: first });
      else changes.push({ kind, mode, path: first });
    } else {
      const [added = '', deleted = '', ...rest] = field.split('\t');
      // The names of a rename are fields of their own.
      const path = rest.join('\t') === '' ? fields[(n += 2)] : rest.join('\t');
      lines.set(path ?? '', { added: parseCount(added), deleted: parseCount(deleted) });
    }
  }
  return changes.map((change) => ({ ...change, ...(lines.get(change.path) ?? { added: null, deleted: null }) }));
}

function parseCount(text: string): number | null {
  return text === '-' ? null : Number(text);
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
  { from, to }: RevisionRange,
): Promise<Map<string, AddedLine[]>> {
  // In this folder git finds no attributes, so a .gitattributes of the work cannot declare its files binary.
  const outside = { ...checkout, folder: checkout.commonDir };
  const index = path.join(checkout.commonDir, 'orchestral-no.index');
  const answer = await git.read(outside, ['diff-tree', ...PATCH, from, to, '--'], { index });
  return parsePatch(answer.stdout);
}

function parsePatch(patch: Buffer): Map<string, AddedLine[]> {
  const files = new Map<string, AddedLine[]>();
  let lines: AddedLine[] = [];
  // Hunk lines are recognised by counting, because a line of a file may look like a header.
  let [removed, added, number] = [0, 0, 0];
  for (const line of patchLines(patch)) {
    if (removed > 0 && line.startsWith('-')) removed--;
    else if (added > 0 && line.startsWith('+')) {
      added--;
      lines.push({ number: number++, text: line.slice(1) });
    } else if (line.startsWith('diff --git ')) lines = [];
    else if (line.startsWith('+++ ') && line !== '+++ /dev/null') files.set(parseName(line), lines);
    else {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
      if (hunk === null) continue;
      [removed, added, number] = [Number(hunk[1] ?? 1), Number(hunk[3] ?? 1), Number(hunk[2])];
    }
  }
  for (const [name, found] of files) if (found.length === 0) files.delete(name);
  return files;
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
function parseName(line: string): string {
  const name = line.slice(4).replace(/\t$/, '');
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
