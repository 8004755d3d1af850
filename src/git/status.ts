import { isOwnPlace } from '../schema/places.ts';
import type { Git, Checkout } from './git.ts';
import { outputFields } from './git-output.ts';

export interface Status {
  /** Null when there is no commit yet. */
  readonly head: string | null;
  /** Null when HEAD is detached. */
  readonly branch: string | null;
  readonly staged: readonly FileChange[];
  readonly unstaged: readonly FileChange[];
  readonly unmerged: readonly string[];
  readonly untracked: readonly string[];
}

export interface FileChange {
  readonly path: string;
  readonly kind: ChangeKind;
  /** Of a rename or copy. */
  readonly from?: string;
}

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type_changed';

/** `index`: compares with this index instead of the checkout's own. */
export async function readGitStatus(
  git: Git,
  checkout: Checkout,
  options: { readonly index?: string } = {},
): Promise<Status> {
  const answer = await git.read(
    checkout,
    // Looking into submodules would run git under their configuration.
    ['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all', '--ignore-submodules=dirty', '--renames'],
    options,
  );
  return parseStatus(outputFields(answer));
}

/** Whether a file that git knows, and that is not one of our own documents, differs from what is committed. */
export function hasTrackedChanges({ staged, unstaged, unmerged }: Status): boolean {
  const changed = [...staged, ...unstaged].map((change) => change.path);
  return [...changed, ...unmerged].some((path) => !isOwnInAnyProject(path));
}

/** A project may be a folder of its repository. */
function isOwnInAnyProject(path: string): boolean {
  return isOwnPlace(path.replace(/^.*?(?=(?:\.orchestral|\.claude)(?:\/|$))/i, ''));
}

function parseStatus(fields: readonly string[]): Status {
  const status = {
    head: null as string | null,
    branch: null as string | null,
    staged: [] as FileChange[],
    unstaged: [] as FileChange[],
    unmerged: [] as string[],
    untracked: [] as string[],
  };
  for (let n = 0; n < fields.length; n++) {
    const field = fields[n] ?? '';
    const kind = field[0];
    if (field.startsWith('# branch.oid ')) status.head = nameOr(field.slice(13), '(initial)');
    else if (field.startsWith('# branch.head ')) status.branch = nameOr(field.slice(14), '(detached)');
    else if (kind === '?') status.untracked.push(field.slice(2));
    else if (kind === 'u') status.unmerged.push(after(field, 10));
    else if (kind === '1') addChanges(status, field, { path: after(field, 8) });
    // The old name of a rename is a field of its own.
    else if (kind === '2') addChanges(status, field, { path: after(field, 9), from: fields[++n] ?? '' });
  }
  return status;
}

function addChanges(
  status: { staged: FileChange[]; unstaged: FileChange[] },
  field: string,
  { path, from }: { path: string; from?: string },
): void {
  for (const [side, letter] of [
    [status.staged, field[2]],
    [status.unstaged, field[3]],
  ] as const) {
    const kind = CHANGE_KINDS[letter ?? '.'];
    if (kind === undefined) continue;
    const moved = kind === 'renamed' || kind === 'copied';
    side.push({ path, kind, ...(moved && from !== undefined && { from }) });
  }
}

export const CHANGE_KINDS: Readonly<Record<string, ChangeKind>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type_changed',
};

/** What follows the n-th space: a path, which may hold spaces itself. */
function after(field: string, spaces: number): string {
  let at = 0;
  for (let n = 0; n < spaces; n++) at = field.indexOf(' ', at) + 1;
  return field.slice(at);
}

function nameOr(name: string, none: string): string | null {
  return name === none ? null : name;
}
