import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { CommandReach } from './command-reach.ts';
import { TEST_TOOLS } from './known-runners.ts';
import type { RunnerConfiguration } from './runner.ts';
import type { SourceTree } from './source.ts';
import { fileName, folderOf, joinPath } from './tree-path.ts';

/** What a project itself says of its tests, in settings and commands that say it in so many words. */
export interface ProjectTests {
  /** Whether one of its own patterns names this file. */
  isTest(path: string): boolean;
  /** Whether tests are told by their names or by patterns: other files among them are none. */
  readonly findsByName: boolean;
  /** Files that runners execute before tests, or load beside them. */
  readonly loaded: ReadonlySet<string>;
  /** Whether examples in documentation are run as tests. */
  readonly runsDoctests: boolean;
}

export async function projectTests(tree: SourceTree, reach: CommandReach): Promise<Result<ProjectTests, Failure>> {
  const paths = [...tree.paths]
    .filter((path) => READ.test(fileName(path)) && !SOMEBODY_ELSES.test(path))
    .slice(0, MAX_FILES);
  const texts = await tree.texts(paths);
  if (!texts.ok) return texts;
  const found: (RunnerConfiguration & { readonly folder: string })[] = [];
  for (const [path, text] of texts.value) {
    for (const { readConfiguration } of TEST_TOOLS) {
      const own = readConfiguration?.({ name: fileName(path), text });
      if (own !== undefined) found.push({ ...own, folder: folderOf(path) });
    }
  }
  for (const { folder, words } of reach.commands) {
    for (const { readCommand } of TEST_TOOLS) {
      const own = readCommand?.(words);
      if (own !== undefined) found.push({ ...own, folder });
    }
  }
  const loaded = found.flatMap(({ folder, loads = [] }) =>
    loads.flatMap((one) => loadedFile(one, folder, tree.paths) ?? []),
  );
  const commands = reach.commands.map(({ words }) => words.join(' ')).join('\n');
  return ok({
    isTest: (path) => found.some((one) => fits(path, one)),
    findsByName: found.some(({ include }) => include !== undefined) || BY_NAME.test(commands),
    loaded: new Set(loaded),
    runsDoctests: /doctest/.test(commands) || [...texts.value.values()].some((text) => text.includes('doctest')),
  });
}

const BY_NAME = /\b(?:vitest|jest|pytest)\b/;

const READ =
  /^(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini|\.?pytest\.ini|\.mocharc(?:\.\w+)?|(?:vite|vitest|jest|ava)[\w.-]*\.(?:[cm]?[jt]s|json))$/;
const SOMEBODY_ELSES = /(?:^|\/)(?:node_modules|vendor|fixtures?|__fixtures__|testdata)\//;
const MAX_FILES = 1_000;

function fits(
  path: string,
  { folder, include, exclude = [] }: RunnerConfiguration & { readonly folder: string },
): boolean {
  const inside = folder === '.' ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
  if (inside === undefined || include === undefined) return false;
  return include.some((one) => one.test(inside)) && !exclude.some((one) => one.test(inside));
}

/** A path, or the name of a module of Python's. */
function loadedFile(name: string, folder: string, paths: ReadonlySet<string>): string | undefined {
  const plain = name.replace(/^<rootDir>\/?/, '').replace(/^--(?:import|require|loader)=/, '');
  const places = [plain, ...ENDINGS.map((ending) => `${plain}${ending}`), `${plain.replaceAll('.', '/')}.py`];
  return places.map((place) => joinPath(folder, place)).find((one) => paths.has(one));
}

const ENDINGS = ['.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '/index.js', '/index.ts', '.py'];
