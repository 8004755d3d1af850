import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Git, Place } from './git.ts';
import { overridesFor, parseConfig } from './hardening.ts';
import { fieldsOf, textOf } from './output.ts';

/** What of a commit a fresh worktree lacks, or has only with help. */
export interface Content {
  /** Also those that `.gitmodules` does not name. */
  readonly submodules: readonly string[];
  readonly lfs: boolean;
}

export async function contentOf(git: Git, place: Place, commit: string): Promise<Result<Content, Failure>> {
  const tree = await git.read(place, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!tree.ok) return tree;
  const entries = fieldsOf(tree.value);
  const submodules = entries
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
  const attributes = entries
    .filter((entry) => /\t(?:.*\/)?\.gitattributes$/su.test(entry))
    .map((entry) => entry.split(/[ \t]/u)[2] ?? '');
  if (attributes.length === 0) return ok({ submodules, lfs: false });
  const contents = await git.read(place, ['cat-file', '--batch'], { stdin: `${attributes.join('\n')}\n` });
  return contents.ok ? ok({ submodules, lfs: /\bfilter=lfs\b/u.test(textOf(contents.value)) }) : contents;
}

/**
 * How many objects of a commit are not here. In a partial clone they come from the network when they are needed, which
 * our commands do not allow.
 */
export async function missingObjects(git: Git, place: Place, commit: string): Promise<Result<number, Failure>> {
  const config = await git.read(place, ['config', '--list', '-z', '--name-only']);
  if (!config.ok) return config;
  if (!fieldsOf(config.value).some((key) => /^remote\..*\.promisor$/u.test(key))) return ok(0);
  const objects = await git.read(place, ['rev-list', '--objects', '--missing=print', '--no-walk', commit]);
  if (!objects.ok) return objects;
  return ok(
    textOf(objects.value)
      .split('\n')
      .filter((line) => line.startsWith('?')).length,
  );
}

/** `off`: nobody set LFS up here. `untrusted`: only the repository did, so that our commands do not run it. */
export type LfsSetup = { readonly kind: 'off' | 'untrusted' } | { readonly kind: 'on'; readonly command: string };

export async function lfsSetup(git: Git, place: Place): Promise<Result<LfsSetup, Failure>> {
  const listing = await git.read(place, ['config', '--list', '-z', '--show-scope', '--includes']);
  if (!listing.ok) return listing;
  const entries = parseConfig(listing.value.stdout);
  const set = entries.filter(({ key }) => FILTERS.has(key));
  const command = set.at(-1)?.value;
  if (command === undefined) return ok({ kind: 'off' });
  const emptied = overridesFor(entries, place.trusted).some(([key]) => FILTERS.has(key));
  return ok(emptied ? { kind: 'untrusted' } : { kind: 'on', command });
}

const FILTERS = new Set(['filter.lfs.process', 'filter.lfs.smudge']);
