import { catchFailure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import { listTree } from '../git/edit-tree.ts';
import type { Checkout, Git } from '../git/git.ts';
import { outputFields } from '../git/git-output.ts';
import type { GitFile } from '../git/path-entry.ts';
import { readBlobs } from '../git/tree-file.ts';
import type { SearchableTree } from '../languages/change-class.ts';
import { canNameFiles } from '../languages/support-code.ts';
import { treeFiles } from './gates/tree-files.ts';

/** A tree that was searched, and is again for one that has most files in common with it. */
export interface SearchedTree extends SearchableTree {
  readonly entries: ReadonlyMap<string, GitFile>;
}

/** The files of one tree, read and searched as they are asked for. `like`: what is known of that one is not searched again. */
export async function searchableTree(
  git: Git,
  place: Checkout,
  tree: string,
  like?: SearchedTree,
): Promise<Result<SearchedTree, Failure>> {
  const files = await treeFiles(git, place, tree);
  if (!files.ok) return files;
  const listed = await catchFailure(() => listTree(git, place, tree));
  if (!listed.ok) return listed;
  const entries = new Map([...listed.value].filter(([path, { mode }]) => mode.startsWith('100') && canNameFiles(path)));
  return ok({ ...files.value, entries, mentions: (texts) => mentions({ git, place, tree, entries, like }, texts) });
}

interface Search {
  readonly git: Git;
  readonly place: Checkout;
  readonly tree: string;
  readonly entries: ReadonlyMap<string, GitFile>;
  readonly like: SearchedTree | undefined;
}

type Mentions = ReadonlyMap<string, readonly string[]>;

/** More than these are not read here: git reads them where nothing like it was searched. */
const MOST_FILES = 300;

async function mentions(search: Search, texts: readonly string[]): Promise<Result<Mentions, Failure>> {
  const { entries, like } = search;
  const asked = [...new Set(texts)].filter((text) => text !== '' && !/[\n\0]/.test(text));
  if (asked.length === 0) return ok(new Map());
  const isNew = ([path, { object }]: readonly [string, GitFile]): boolean => like?.entries.get(path)?.object !== object;
  const fresh = new Map([...entries].filter(isNew));
  if (entries.size <= MOST_FILES) return readMentions(search, entries, asked);
  if (like === undefined || fresh.size > MOST_FILES) return askGit(search, asked);
  const [before, now] = [await like.mentions(asked), await readMentions(search, fresh, asked)];
  if (!before.ok || !now.ok) return before.ok ? now : before;
  const isSame = (path: string): boolean => entries.has(path) && !fresh.has(path);
  const all = (text: string): string[] => [
    ...(before.value.get(text) ?? []).filter(isSame),
    ...(now.value.get(text) ?? []),
  ];
  return ok(new Map(asked.map((text) => [text, all(text)])));
}

/** Reads the files themselves: a few are read faster than a program is started. */
async function readMentions(
  { git, place }: Search,
  files: ReadonlyMap<string, GitFile>,
  asked: readonly string[],
): Promise<Result<Mentions, Failure>> {
  const known = knownTexts(git);
  const wanted = [...new Set([...files.values()].map(({ object }) => object))]
    .filter((object) => !known.has(object))
    .map((object) => ({ object }));
  const read = await catchFailure(() =>
    readBlobs(git, place, { wanted, largest: MAX_BYTES }, ({ object }, bytes) => {
      known.set(object, bytes.subarray(0, 8_000).includes(0) ? '' : bytes.toString('utf8'));
    }),
  );
  if (!read.ok) return read;
  const texts = [...files].map(([path, { object }]) => ({ path, text: known.get(object) ?? '' }));
  const found = (text: string): string[] => texts.filter((one) => one.text.includes(text)).map(({ path }) => path);
  const result = new Map(asked.map((text) => [text, found(text)]));
  if (texts.reduce((sum, { text }) => sum + text.length, 0) > MOST_KEPT) recentTexts.delete(git);
  return ok(result);
}

/** Texts by object: trees that follow each other have most of them in common. */
const recentTexts = new WeakMap<Git, Map<string, string>>();
const MOST_KEPT = 4 * 1024 * 1024;
const MOST_TEXTS = 2 * MOST_FILES;

function knownTexts(git: Git): Map<string, string> {
  const known = recentTexts.get(git);
  if (known !== undefined && known.size <= MOST_TEXTS) return known;
  const empty = new Map<string, string>();
  recentTexts.set(git, empty);
  return empty;
}

/** So many that a command line never gets too long. */
const AT_ONCE = 200;

async function askGit(search: Search, asked: readonly string[]): Promise<Result<Mentions, Failure>> {
  const found = new Map(asked.map((text): [string, Set<string>] => [text, new Set()]));
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE);
    const matches = await grep(search, some);
    if (!matches.ok) return matches;
    // Git names the longest text at a place; others may be part of it.
    for (const { path, match } of matches.value) {
      if (!search.entries.has(path)) continue;
      for (const text of some) if (match.includes(text)) found.get(text)?.add(path);
    }
  }
  return ok(new Map([...found].map(([text, paths]) => [text, [...paths]])));
}

interface Match {
  readonly path: string;
  readonly match: string;
}

/** `tree:path NUL match LF`, for each place that has one of these texts. */
async function grep(
  { git, place, tree }: Search,
  texts: readonly string[],
): Promise<Result<readonly Match[], Failure>> {
  const patterns = texts.flatMap((text) => ['-e', text]);
  const options = [
    '-F',
    '-I',
    '-o',
    '-z',
    '--full-name',
    '--no-textconv',
    '--no-recurse-submodules',
    '--no-color',
    '--no-line-number',
    '--no-column',
  ];
  // 1: nothing was found.
  const args = ['grep', ...options, ...patterns, tree];
  const answer = await catchFailure(() => git.read(place, args, { exits: [0, 1], cutAt: MAX_OUTPUT }));
  if (!answer.ok) return answer;
  const [first = '', ...fields] = outputFields(answer.value);
  const matches: Match[] = [];
  let path = first;
  for (const field of fields) {
    const end = field.indexOf('\n');
    matches.push({ path: path.slice(tree.length + 1), match: end === -1 ? field : field.slice(0, end) });
    path = end === -1 ? '' : field.slice(end + 1);
  }
  return ok(matches);
}

const MAX_OUTPUT = 32 * 1024 * 1024;
const MAX_BYTES = 1024 * 1024;
