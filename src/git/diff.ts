import { compareTrees } from './compare-trees.ts';
import { outputFields } from './git-output.ts';
import type { Checkout, Git } from './git.ts';
import type { GitFile } from './path-entry.ts';
import { fromBytes } from './tree.ts';
import { CHANGE_KINDS, type FileChange } from './status.ts';

export interface ChangedFile extends FileChange {
  /** Lines; null where git sees a binary file. */
  readonly added: number | null;
  readonly deleted: number | null;
  /** As git writes it: 100644, 100755, 120000 (link), 160000 (submodule), 000000 (not there). */
  readonly mode: string;
  /** Names of its content; null where it is not there. */
  readonly objects: { readonly before: string | null; readonly after: string | null };
}

export interface RevisionRange {
  readonly from: string;
  readonly to: string;
}

const PLAIN = [
  '-r',
  '--no-abbrev',
  '--find-renames',
  '-l1000',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
];
const PREFIXES = ['--src-prefix=a/', '--dst-prefix=b/'];

export async function changedFiles(git: Git, checkout: Checkout, { from, to }: RevisionRange): Promise<ChangedFile[]> {
  const answer = await git.read(checkout, ['diff-tree', ...PLAIN, '-z', '--raw', '--numstat', from, to]);
  return parseChanges(outputFields(answer));
}

/** As `changedFiles`, without lines. Git is asked only where a file may have been renamed. */
export async function changedPaths(
  git: Git,
  checkout: Checkout,
  range: RevisionRange,
): Promise<Omit<ChangedFile, 'added' | 'deleted'>[]> {
  const found = await compareTrees(git, checkout, range);
  const hasGone = found.some(({ after }) => after === null);
  const hasCome = found.some(({ before }) => before === null);
  if (hasGone && hasCome) return changedFiles(git, checkout, range);
  return found.map(({ name, before, after }) => ({
    path: fromBytes(name),
    kind: kindBetween(before, after),
    mode: after?.mode ?? '000000',
    objects: { before: before?.object ?? null, after: after?.object ?? null },
  }));
}

function kindBetween(before: GitFile | null, after: GitFile | null): ChangedFile['kind'] {
  if (before === null) return 'added';
  if (after === null) return 'deleted';
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'modified' : 'type_changed';
}

/** The names of files that were added or changed, as bytes: a name need not be UTF-8. */
export async function changedNames(git: Git, checkout: Checkout, range: RevisionRange): Promise<Buffer[]> {
  const found = await compareTrees(git, checkout, range);
  return found.flatMap(({ name, after }) => (after === null ? [] : [Buffer.from(name, 'latin1')]));
}

/** The commit from which both come. */
export async function forkPoint(
  git: Git,
  checkout: Checkout,
  [one, other]: readonly [string, string],
): Promise<string> {
  const { stdout } = await git.read(checkout, ['merge-base', one, other]);
  return stdout.toString('utf8').trim();
}

export function getRenames(files: readonly FileChange[]): { readonly from: string; readonly to: string }[] {
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
  const changes: (FileChange & Pick<ChangedFile, 'mode' | 'objects'>)[] = [];
  const lines = new Map<string, { added: number | null; deleted: number | null }>();
  for (let n = 0; n < fields.length; n++) {
    const field = fields[n] ?? '';
    if (field.startsWith(':')) {
      const [, mode = '', before = '', after = '', letter = ''] = field.split(' ');
      const objects = { before: objectNamed(before), after: objectNamed(after) };
      const kind = CHANGE_KINDS[letter[0] ?? ''] ?? 'modified';
      const first = fields[++n] ?? '';
      if (kind === 'renamed' || kind === 'copied')
        changes.push({ kind, mode, objects, path: fields[++n] ?? '', from: first });
      else changes.push({ kind, mode, objects, path: first });
    } else {
      const [added = '', deleted = '', ...rest] = field.split('\t');
      // The names of a rename are fields of their own.
      const path = rest.join('\t') === '' ? fields[(n += 2)] : rest.join('\t');
      lines.set(path ?? '', { added: parseCount(added), deleted: parseCount(deleted) });
    }
  }
  return changes.map((change) => ({ ...change, ...(lines.get(change.path) ?? { added: null, deleted: null }) }));
}

function objectNamed(name: string): string | null {
  return /^0*$/.test(name) ? null : name;
}

function parseCount(text: string): number | null {
  return text === '-' ? null : Number(text);
}
