import type { Failure } from '../base/failure.ts';
import { isRecord } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { ok, type Result } from '../base/result.ts';
import type { ChangeClass, SearchableTree } from './change-class.ts';
import { type CommandReach, reachOf } from './command-reach.ts';
import { isControl } from './controls.ts';
import type { PartContext } from './file-parts.ts';
import { AROUND_INSTALLS } from './javascript/package-json.ts';
import { escapePattern } from './glob.ts';
import { LANGUAGES, languageOf } from './known-languages.ts';
import { isRunnerPackage, TEST_TOOLS } from './known-runners.ts';
import { type ProjectTests, projectTests } from './project-tests.ts';
import { isTestLike, isToolFolder, type Location, locate } from './source-location.ts';
import { supportClasses } from './support-code.ts';
import { FIXTURE, isAmbiguousTestName, isInTestFolder, isTestName, SNAPSHOT } from './test-surface.ts';
import { fileName, folderOf, joinPath, pathFrom } from './tree-path.ts';

/** What the files of one tree are to its tests. */
export interface TreeSurface {
  /** The class of each of these files, taken as a whole. */
  classesOf(paths: readonly string[]): Promise<Result<ReadonlyMap<string, ChangeClass>, Failure>>;
  contextOf(path: string): PartContext;
}

export interface SurfaceOptions {
  /** Commands that the tests are run with, and those of acceptance criteria. */
  readonly commands: readonly string[];
  /** Paths of task lists. */
  readonly taskLists: readonly string[];
  /** Where the project lies in the tree, and its commands are run; absent: the tree is the project. */
  readonly folder?: string;
}

export async function readSurface(
  tree: SearchableTree,
  { commands, taskLists, folder = '' }: SurfaceOptions,
): Promise<Result<TreeSurface, Failure>> {
  const reach = await reachOf(tree, commands, folder);
  if (!reach.ok) return reach;
  const installs = await reachOf(
    tree,
    // What the root of a workspace runs is run for its packages.
    AROUND_INSTALLS.flatMap((name) => [`npm run ${name}`, `cd ${pathFrom(folder, '.')} && npm run ${name}`]),
    folder,
  );
  if (!installs.ok) return installs;
  const tests = await projectTests(tree, reach.value);
  if (!tests.ok) return tests;
  const entries = await entryPoints(tree);
  if (!entries.ok) return entries;
  const knowledge: Knowledge = {
    tree,
    reach: reach.value,
    installs: installs.value,
    tests: tests.value,
    entries: entries.value,
    taskLists,
    folder,
  };
  const readers = new Map<string, ManifestReaders>();
  return ok({
    async classesOf(paths) {
      const found = await manifestReaders(paths, knowledge);
      if (!found.ok) return found;
      for (const [path, one] of found.value) readers.set(path, one);
      return classesOf(paths, knowledge);
    },
    contextOf: (path) => ({
      reached: reach.value.scripts.get(path) ?? reach.value.targets.get(path) ?? new Set(),
      toolKeys: TOOL_KEYS,
      isRunner: isRunnerPackage,
      isReadByTests: (key) => isReadByTests(key, readers.get(path)),
      runsDoctests: tests.value.runsDoctests,
    }),
  });
}

const TOOL_KEYS = TEST_TOOLS.flatMap(({ packageKeys = [] }) => packageKeys);

interface Knowledge {
  readonly tree: SearchableTree;
  readonly reach: CommandReach;
  readonly installs: CommandReach;
  readonly tests: ProjectTests;
  /** What manifests name as the package's own modules and programs. */
  readonly entries: ReadonlySet<string>;
  readonly taskLists: readonly string[];
  readonly folder: string;
}

async function classesOf(
  paths: readonly string[],
  knowledge: Knowledge,
): Promise<Result<ReadonlyMap<string, ChangeClass>, Failure>> {
  const classes = new Map<string, ChangeClass>();
  const open: string[] = [];
  for (const path of paths) {
    const own = classByPath(path, knowledge);
    if (own === undefined) open.push(path);
    else classes.set(path, own);
  }
  const others = await supportClasses(open, {
    tree: knowledge.tree,
    locate: remember((path) => whereIs(path, knowledge)),
    findsByName: knowledge.tests.findsByName,
    runsDoctests: knowledge.tests.runsDoctests,
    isEntry: (path) => knowledge.entries.has(path),
  });
  if (!others.ok) return others;
  for (const [path, own] of others.value) classes.set(path, reachedClass(path, own, knowledge) ?? own);
  return ok(classes);
}

/** The same file is asked about for everything that it imports. */
function remember(find: (path: string) => Location): (path: string) => Location {
  const known = new Map<string, Location>();
  return (path) => {
    const found = known.get(path) ?? find(path);
    known.set(path, found);
    return found;
  };
}

/** Undefined: who imports or names the file decides. */
function classByPath(path: string, knowledge: Knowledge): ChangeClass | undefined {
  const { tests } = knowledge;
  if (isControl(path, knowledge)) return 'control';
  if (SNAPSHOT.test(path)) return 'snapshot';
  // A whole project may lie there, with manifests and packages of its own.
  if (isInTestFolder(path) && FIXTURE.test(path)) return undefined;
  if (SHADOWS.some((one) => one.test(path))) return 'shadow';
  if (SETTINGS.some((one) => one.test(path))) return 'package_manager';
  if (CONFIGURATION.some((one) => one.test(path))) return 'runner_config';
  if (tests.isTest(path) || (isTestName(path) && !isAmbiguousTestName(path))) return reachedTest(path, knowledge);
  if (/(?:^|\/)\.env(?:\.[\w.-]+)?$/.test(path) && !/\.(?:example|sample|template|dist)$/.test(path))
    return 'resolution';
  return undefined;
}

const SHADOWS = LANGUAGES.flatMap(({ shadows = [] }) => shadows);
const SETTINGS = LANGUAGES.flatMap(({ packageManagers = [] }) =>
  packageManagers.flatMap(({ settings = [] }) => settings),
);
const CONFIGURATION = TEST_TOOLS.flatMap(({ configuration = [] }) => configuration);

/** A setup file may have the name of a test. */
function reachedTest(path: string, { tests, reach }: Knowledge): ChangeClass {
  return (tests.loaded.has(path) || reach.configuration.has(path)) && !/\.(?:test|spec)\.\w+$/.test(path)
    ? 'runner_config'
    : 'test';
}

/** What runners load and commands execute, unless it is the product that they try. */
function reachedClass(
  path: string,
  own: ChangeClass,
  { tests, reach, installs, entries }: Knowledge,
): ChangeClass | undefined {
  const isProduct = own === 'product' && (entries.has(path) || (locate(path).isSource && !isTestLike(path)));
  if (isProduct) return undefined;
  if (tests.loaded.has(path) || reach.configuration.has(path)) return 'runner_config';
  const how = reach.files.get(path);
  if (how === undefined) return installs.files.has(path) ? 'install_script' : undefined;
  if (own === 'test' && isInTestFolder(path)) return undefined;
  if (how === 'imported') return own === 'product' || isInTestFolder(path) ? undefined : 'test_script';
  const isForTests = isToolFolder(path) || isInTestFolder(path) || isTestLike(path);
  return isForTests || how === 'executed' || (how === 'called' && path.endsWith('.sh')) ? 'test_script' : undefined;
}

/** Where an importer stands, before it is asked who imports it. */
function whereIs(path: string, knowledge: Knowledge): Location {
  const own = classByPath(path, knowledge);
  const { tests, reach } = knowledge;
  const how = reach.files.get(path);
  const isExecuted = (how === 'executed' || how === 'called') && !locate(path).isSource;
  const isReached = tests.loaded.has(path) || reach.configuration.has(path) || isExecuted;
  const isTestSide = isReached || (own !== undefined && own !== 'resolution');
  return { ...locate(path), isTestSide };
}

/** Texts of the sources that name a manifest. */
interface ManifestReaders {
  readonly tests: readonly string[];
  readonly product: readonly string[];
}

async function manifestReaders(
  paths: readonly string[],
  knowledge: Knowledge,
): Promise<Result<ReadonlyMap<string, ManifestReaders>, Failure>> {
  const { tree } = knowledge;
  const manifests = paths.filter((path) => READ_BY_NAME.test(path));
  const names = new Set(manifests.map(fileName));
  const mentioned = await tree.mentions([...names]);
  if (!mentioned.ok) return mentioned;
  const naming = (path: string): string[] =>
    (mentioned.value.get(fileName(path)) ?? []).filter((file) => languageOf(file) !== undefined);
  const texts = await tree.texts(manifests.flatMap(naming));
  if (!texts.ok) return texts;
  const isOfTests = (path: string): boolean => whereIs(path, knowledge).isTestSide || isInTestFolder(path);
  return ok(
    new Map(
      manifests.map((path) => {
        const files = naming(path);
        const textsOf = (some: readonly string[]): string[] => some.map((file) => texts.value.get(file) ?? '');
        return [
          path,
          { tests: textsOf(files.filter(isOfTests)), product: textsOf(files.filter((file) => !isOfTests(file))) },
        ];
      }),
    ),
  );
}

const READ_BY_NAME = /(?:^|\/)(?:package\.json|pyproject\.toml)$/;

function isReadByTests(key: string, readers: ManifestReaders | undefined): boolean {
  const word = new RegExp(String.raw`(?<![\w$-])${escapePattern(key)}(?![\w$-])`);
  const isNamed = (text: string): boolean => word.test(text);
  return readers !== undefined && readers.tests.some(isNamed) && !readers.product.some(isNamed);
}

/** `main`, `exports`, `bin` and the like of all manifests. */
async function entryPoints(tree: SearchableTree): Promise<Result<ReadonlySet<string>, Failure>> {
  const manifests = [...tree.paths].filter(
    (path) => fileName(path) === 'package.json' && !FIXTURE.test(path) && !path.includes('node_modules/'),
  );
  const texts = await tree.texts(manifests.slice(0, MAX_MANIFESTS));
  if (!texts.ok) return texts;
  const found = new Set<string>();
  for (const [path, text] of texts.value) {
    const manifest = parseJson(text);
    if (!isRecord(manifest)) continue;
    for (const key of ['main', 'module', 'browser', 'types', 'bin', 'exports']) {
      for (const one of stringsIn(manifest[key], 6)) {
        const place = joinPath(folderOf(path), one);
        const file = [place, `${place}.js`, `${place}/index.js`].find((each) => tree.paths.has(each));
        if (file !== undefined) found.add(file);
      }
    }
  }
  return ok(found);
}

const MAX_MANIFESTS = 500;

function stringsIn(value: unknown, left: number): string[] {
  if (typeof value === 'string') return [value];
  if (left === 0 || typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => stringsIn(one, left - 1));
}
