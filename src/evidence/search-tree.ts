import { catchFailure, type Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Checkout, Git } from '../git/git.ts';
import { outputFields } from '../git/git-output.ts';
import type { SearchableTree } from '../languages/change-class.ts';
import { treeFiles } from './gates/tree-files.ts';

/** The files of one tree, read and searched as they are asked for. */
export async function searchableTree(
  git: Git,
  place: Checkout,
  tree: string,
): Promise<Result<SearchableTree, Failure>> {
  const files = await treeFiles(git, place, tree);
  if (!files.ok) return files;
  return ok({ ...files.value, mentions: (texts) => mentions(git, place, { tree, texts }) });
}

/** So many that a command line never gets too long. */
const AT_ONCE = 200;

async function mentions(
  git: Git,
  place: Checkout,
  { tree, texts }: { readonly tree: string; readonly texts: readonly string[] },
): Promise<Result<ReadonlyMap<string, readonly string[]>, Failure>> {
  const asked = [...new Set(texts)].filter((text) => text !== '' && !/[\n\0]/.test(text));
  const found = new Map(asked.map((text): [string, Set<string>] => [text, new Set()]));
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const some = asked.slice(from, from + AT_ONCE);
    const matches = await search(git, place, { tree, texts: some });
    if (!matches.ok) return matches;
    // Git names the longest text at a place; others may be part of it.
    for (const { path, match } of matches.value) {
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
async function search(
  git: Git,
  place: Checkout,
  { tree, texts }: { readonly tree: string; readonly texts: readonly string[] },
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
  const answer = await catchFailure(() => git.read(place, args, { exits: [0, 1], cutAt: MAX_BYTES }));
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

const MAX_BYTES = 32 * 1024 * 1024;
