import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { SearchableTree } from './change-class.ts';
import { languageOf, readSource, withoutExtension } from './known-languages.ts';
import { fileName, folderOf } from './tree-path.ts';

/** For each of these sources the files that import it; only files that mention it by name are read. */
export async function importersOf(
  tree: SearchableTree,
  paths: readonly string[],
): Promise<Result<ReadonlyMap<string, readonly string[]>, Failure>> {
  const mentioned = await tree.mentions([...new Set(paths.map(importName))]);
  if (!mentioned.ok) return mentioned;
  const candidates = new Map(
    paths.map((path) => {
      const files = mentioned.value.get(importName(path)) ?? [];
      return [path, files.filter((file) => file !== path && languageOf(file) !== undefined).slice(0, MAX_MENTIONS)];
    }),
  );
  const texts = await tree.texts(new Set([...candidates.values()].flat()));
  if (!texts.ok) return texts;
  const found = new Map(paths.map((path): [string, string[]] => [path, []]));
  const targetsOf = new Map<string, string[]>();
  for (const [path, files] of candidates)
    for (const file of files) targetsOf.set(file, [...(targetsOf.get(file) ?? []), path]);
  for (const [file, targets] of targetsOf) {
    const findReferences = languageOf(file)?.reader?.findReferences;
    const source = readSource(file, texts.value.get(file) ?? '');
    if (findReferences === undefined || source === undefined) {
      // Nobody knows how its language imports: a mention counts.
      for (const target of targets) found.get(target)?.push(file);
      continue;
    }
    const references = await findReferences({ path: file, source, targets: new Set(targets), tree, read: readSource });
    if (!references.ok) return references;
    for (const target of new Set(references.value.map((one) => one.target))) found.get(target)?.push(file);
  }
  return ok(found);
}

const MAX_MENTIONS = 1_000;

/** What an import of it has in it: a file that stands for its folder is imported by the folder's name. */
function importName(path: string): string {
  const language = languageOf(path);
  const stem = withoutExtension(fileName(path));
  const isFolder = language?.folderModule === stem;
  const name = isFolder && folderOf(path) !== '.' ? fileName(folderOf(path)) : stem;
  // By a path: names are common words, and every file that is found has to be read.
  return language?.name === 'javascript' ? `/${name}` : name;
}
