import fs from 'node:fs';
import path from 'node:path';
import type { Git, Checkout } from './git.ts';
import { LIST_CONFIG, overridesFor, parseConfig } from './hardening.ts';
import { outputFields, outputText } from './git-output.ts';
import { listTree } from './edit-tree.ts';
import { readBlobs } from './tree-file.ts';

/** What of a commit a fresh worktree lacks, or has only with help. */
export interface CommitContent {
  /** Also those that `.gitmodules` does not name. */
  readonly submodules: readonly string[];
  readonly lfs: boolean;
}

export async function inspectCommit(git: Git, checkout: Checkout, commit: string): Promise<CommitContent> {
  const files = [...(await listTree(git, checkout, commit))];
  const submodules = files.filter(([, { mode }]) => mode === '160000').map(([name]) => name);
  const attributes = files.filter(([name]) => path.posix.basename(name) === '.gitattributes').map(([, file]) => file);
  let lfs = false;
  await readBlobs(git, checkout, { wanted: attributes }, (_, bytes) => {
    lfs ||= /\bfilter=lfs\b/u.test(bytes.toString('utf8'));
  });
  return { submodules, lfs };
}

/**
 * How many objects of a commit are not here. In a partial clone they come from the network when they are needed, which
 * our commands do not allow.
 */
export async function missingObjects(git: Git, checkout: Checkout, commit: string): Promise<number> {
  const config = await git.read(checkout, ['config', '--list', '-z', '--name-only']);
  if (!outputFields(config).some((key) => /^remote\..*\.promisor$/u.test(key))) return 0;
  const objects = await git.read(checkout, ['rev-list', '--objects', '--missing=print', '--no-walk', commit]);
  const lines = outputText(objects).split('\n');
  return lines.filter((line) => line.startsWith('?')).length;
}

/** `off`: nobody set LFS up here. `untrusted`: only the repository did, so that our commands do not run it. */
export type LfsSetup = { readonly kind: 'off' | 'untrusted' } | { readonly kind: 'on'; readonly command: string };

export async function lfsSetup(git: Git, checkout: Checkout): Promise<LfsSetup> {
  const listing = await git.read(checkout, LIST_CONFIG);
  const entries = parseConfig(listing.stdout);
  const set = entries.filter(({ key }) => FILTERS.has(key));
  const command = set.at(-1)?.value;
  if (command === undefined) return { kind: 'off' };
  const emptied = overridesFor(entries, checkout.trusted).some(([key]) => FILTERS.has(key));
  return emptied ? { kind: 'untrusted' } : { kind: 'on', command };
}

/** The names of hooks that git would run here, were it not told to run none. */
export async function findHooks(git: Git, checkout: Checkout): Promise<string[]> {
  const listing = await git.read(checkout, LIST_CONFIG);
  const configured = parseConfig(listing.stdout).findLast(
    ({ scope, key }) => scope !== 'command' && key === 'core.hookspath',
  );
  const folder = path.resolve(checkout.folder, configured?.value ?? path.join(checkout.commonDir, 'hooks'));
  try {
    return fs.readdirSync(folder).filter((name) => (fs.statSync(path.join(folder, name)).mode & 0o111) !== 0);
  } catch {
    return [];
  }
}

/**
 * Whether a folder of the repository, or a file in it whose name begins so, came with the repository: git tracks it, in
 * whatever spelling, or the folder is a repository of its own.
 */
export async function isCommitted(git: Git, checkout: Checkout, folder: string, prefix: string): Promise<boolean> {
  const listed = outputFields(await git.read(checkout, ['ls-files', '-z', '--', `:(top,icase,literal)${folder}`]));
  const name = folder.toLowerCase();
  return listed.map((file) => file.toLowerCase()).some((file) => file === name || file.startsWith(`${name}/${prefix}`));
}

const FILTERS = new Set(['filter.lfs.process', 'filter.lfs.smudge']);
