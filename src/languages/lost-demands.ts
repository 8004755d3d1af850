import { type Demand, readTestFile, demandsIn } from './demands.ts';
import { DemandMatcher, FIXED_WORDS, groupBy } from './demands/demand-matcher.ts';
import { replaceWords, wordsOf } from './demands/renamed-words.ts';
import { nearestDemand } from './demands/nearest-demand.ts';
import { flatten } from './demands/code-tree.ts';
import { isRow } from './demands/snapshots.ts';
import { SurfaceFiles } from './demands/surface-files.ts';
import { withoutExtension } from './known-languages.ts';
import { isTestFile } from './test-surface.ts';
import { fileName, folderOf, joinPath } from './tree-path.ts';

/** Files of the test surface of a tree, by their paths. */
type SurfaceTexts = ReadonlyMap<string, string>;

export interface SurfaceChange {
  readonly before: SurfaceTexts;
  readonly after: SurfaceTexts;
  /** What the change removes from the product: a demand about it does not count. */
  readonly deleted?: { readonly names?: readonly string[]; readonly files?: readonly string[] };
  /** Exported names that the product has before and after the change: an expression about another name is another one. */
  readonly kept?: readonly string[];
  /** What the change renames in the product. */
  readonly renames?: ReadonlyMap<string, string>;
}

/** A demand of the old tests that the new ones do not have. */
export interface LostDemand {
  readonly file: string;
  readonly test: string | null;
  /** As the old test has it, in one line. */
  readonly expression: string;
  readonly how: 'gone' | 'conditional' | 'skipped';
  /** What stands there now, if anything. */
  readonly now?: string;
}

/** What the old tests demand and the new ones do not: where that is not sure, it counts as lost. */
export function lostDemands(change: SurfaceChange): LostDemand[] {
  const paths = comparedPaths(change);
  const before = demandsOf(change.before, paths).map((demand) => renameIn(demand, change.renames));
  const after = demandsOf(change.after, paths);
  const isDeleted = aboutDeleted(change);
  const counted = before.filter((demand) => !demand.isSkipped && !isDeleted(demand));
  const matcher = new DemandMatcher({
    after,
    beforeWords: wordsIn(change.before),
    afterWords: wordsIn(change.after),
    isKept: (name) => change.kept?.includes(name) ?? false,
    unchanged: (copies) => demandsOf(change.after, filesWithCopies(copies, change, paths)),
  });
  const byTest = groupBy(after, ({ test }) => test);
  const unmatched = matcher.unmatched(counted);
  const rows = groupBy(
    unmatched.filter(({ demand }) => isRow(demand)),
    ({ demand }) => demand.file,
  );
  const firstRows = new Set([...rows.values()].map(([first]) => first));
  return unmatched.flatMap((one) => {
    const { demand, how, found } = one;
    if (isRow(demand)) {
      // A file is asked about once.
      const all = rows.get(demand.file) ?? [];
      const expression = all
        .map((row) => row.demand.source)
        .join('\n')
        .slice(0, MAX_ROWS);
      return firstRows.has(one) ? [{ file: demand.file, test: null, expression, how }] : [];
    }
    const sameTest = demand.test === null ? [] : (byTest.get(demand.test) ?? []);
    const now = found ?? nearestDemand(demand, sameTest);
    return [
      {
        file: demand.file,
        test: demand.test,
        expression: demand.source,
        how,
        ...(now === undefined ? {} : { now: nowOf(now) }),
      },
    ];
  });
}

const MAX_ROWS = 2_000;

/** Files that differ, and those that use what they hold. */
function comparedPaths({ before, after }: SurfaceChange): ReadonlySet<string> {
  const changed = new Set([...before.keys(), ...after.keys()].filter((path) => before.get(path) !== after.get(path)));
  const names = [...changed].filter((path) => /\.\w+$/.test(path)).map((path) => fileName(withoutExtension(path)));
  const using = [...before].filter(([path, text]) => !changed.has(path) && names.some((name) => text.includes(name)));
  return new Set([...changed, ...using.map(([path]) => path)]);
}

/**
 * Files beside those that are compared in which a copy of one of these demands may stand. To read all of a large surface
 * takes long, so the others are left out: they, and what test files share, lack a word of each.
 */
function filesWithCopies(
  demands: readonly Demand[],
  { before, after }: SurfaceChange,
  compared: ReadonlySet<string>,
): ReadonlySet<string> {
  const shared = [...after].flatMap(([path, text]) => (isTestFile(path) ? [] : [text])).join('\n');
  const needed = demands.map(({ file, known }) => {
    const text = before.get(file) ?? '';
    return [...new Set(wordsOf(known))].filter((word) => !FIXED_WORDS.test(word) && text.includes(word));
  });
  const isWanting = (text: string, word: string): boolean => !text.includes(word) && !shared.includes(word);
  const others = [...after].filter(
    ([path, text]) => !compared.has(path) && needed.some((words) => !words.some((word) => isWanting(text, word))),
  );
  return new Set(others.map(([path]) => path));
}

function demandsOf(texts: SurfaceTexts, paths: ReadonlySet<string>): Demand[] {
  const files = new SurfaceFiles(texts, readTestFile);
  return [...paths].flatMap((path) => {
    const text = texts.get(path);
    return text === undefined ? [] : demandsIn(path, text, files.importsOf(path));
  });
}

function renameIn(demand: Demand, renames: SurfaceChange['renames']): Demand {
  if (renames === undefined) return demand;
  const rename = (text: string): string => replaceWords(text, renames);
  return {
    ...demand,
    expression: rename(demand.expression),
    known: rename(demand.known),
    conditions: demand.conditions.map(rename),
  };
}

function aboutDeleted({ deleted, before }: SurfaceChange): (demand: Demand) => boolean {
  const gone = new Map<string, ReadonlySet<string>>();
  const namesFor = (file: string): ReadonlySet<string> => {
    const known =
      gone.get(file) ?? new Set([...(deleted?.names ?? []), ...importedFrom(deleted?.files ?? [], file, before)]);
    gone.set(file, known);
    return known;
  };
  return (demand) => {
    const names = namesFor(demand.file);
    if (names.size === 0) return false;
    if ([...wordsOf(demand.expression), ...wordsOf(demand.known)].some((word) => names.has(word))) return true;
    for (let at: Demand['body'] | undefined = demand.body; at !== undefined; at = at.parent) {
      if ([...names].some((name) => at?.steps.has(name))) return true;
    }
    return false;
  };
}

/** Names that a test file has from product files that are gone. */
function importedFrom(files: readonly string[], path: string, before: SurfaceTexts): string[] {
  const gone = new Set(files.map(withoutExtension));
  const text = before.get(path);
  const items = gone.size === 0 || text === undefined ? [] : (readTestFile(path, text)?.items ?? []);
  return items.flatMap((item) => {
    if (item.kind !== 'import') return [];
    const target =
      item.from.startsWith('.') && !path.endsWith('.py')
        ? joinPath(folderOf(path), item.from)
        : item.from.replaceAll('.', '/');
    const isGone = [...gone].some(
      (file) => file === withoutExtension(target) || file === target || file.endsWith(`/${target}`),
    );
    return isGone ? [item.name] : [];
  });
}

/** Whether a name is used anywhere in a surface. */
function wordsIn(texts: SurfaceTexts): (word: string, file?: string) => boolean {
  const known = new Map<string, boolean>();
  const words = new Map<string, ReadonlySet<string> | undefined>();
  const uses = (path: string, text: string, word: string): boolean => {
    if (!text.includes(word)) return false;
    if (!words.has(path)) words.set(path, wordsOfFile(path, text));
    return words.get(path)?.has(word) ?? true;
  };
  return (word, file) => {
    if (file !== undefined) return uses(file, texts.get(file) ?? '', word);
    const found = known.get(word) ?? [...texts].some(([path, text]) => uses(path, text, word));
    known.set(word, found);
    return found;
  };
}

function wordsOfFile(path: string, text: string): ReadonlySet<string> | undefined {
  const nodes = readTestFile(path, text)?.nodes;
  if (nodes === undefined) return undefined;
  return new Set(flatten(nodes).flatMap(({ kind, text: word }) => (kind === 'word' ? [word] : [])));
}

function nowOf(demand: Demand): string {
  const condition = demand.conditions.at(-1);
  return condition === undefined ? demand.source : `${demand.source} (if ${condition})`;
}
