import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { ChangeClass, SearchableTree } from './change-class.ts';
import { escapePattern } from './glob.ts';
import { importersOf } from './importers.ts';
import { LANGUAGES, languageOf, readSource } from './known-languages.ts';
import { isRunnerPackage } from './known-runners.ts';
import { isLockFile, manifestOf } from './manifests.ts';
import { isProse } from './source-files.ts';
import type { Location } from './source-location.ts';
import { isSplit } from './split-file.ts';
import { FIXTURE, isInTestFolder, isTestName } from './test-surface.ts';
import { fileName, folderOf } from './tree-path.ts';

export interface SupportSearch {
  readonly tree: SearchableTree;
  readonly locate: (path: string) => Location;
  /** Whether tests are told by their names, so that other files among them are none. */
  readonly findsByName: boolean;
  /** Whether examples in documentation are run as tests. */
  readonly runsDoctests: boolean;
  /** Whether a manifest names it as part of the package. */
  readonly isEntry: (path: string) => boolean;
}

/** For files that neither name nor configuration decides: whether they belong to tests, by who imports or names them. */
export async function supportClasses(
  paths: readonly string[],
  search: SupportSearch,
): Promise<Result<ReadonlyMap<string, ChangeClass>, Failure>> {
  const code = paths.filter((path) => languageOf(path) !== undefined || EMBEDDED.some((one) => one.test(path)));
  const ofCode = await codeClasses(code, search);
  if (!ofCode.ok) return ofCode;
  const ofData = await dataClasses(
    paths.filter((path) => !code.includes(path)),
    search,
  );
  if (!ofData.ok) return ofData;
  const ofExamples = await exampleClasses(
    paths.filter((path) => isProse(path) || path.endsWith('.txt')),
    search,
  );
  return ofExamples.ok ? ok(new Map([...ofCode.value, ...ofData.value, ...ofExamples.value])) : ofExamples;
}

/** Documents whose examples are run as tests, by the runner or by a test that names them. */
async function exampleClasses(
  paths: readonly string[],
  { tree, locate, runsDoctests }: SupportSearch,
): Promise<Result<Classes, Failure>> {
  const texts = await tree.texts(paths);
  if (!texts.ok) return texts;
  const documents = paths.filter((path) => /^\s*>>> /m.test(texts.value.get(path) ?? ''));
  if (runsDoctests) return ok(new Map(documents.map((path) => [path, 'test'])));
  const mentioned = await tree.mentions(documents.map(fileName));
  if (!mentioned.ok) return mentioned;
  const naming = (path: string): readonly string[] => mentioned.value.get(fileName(path)) ?? [];
  const readers = await tree.texts(documents.flatMap(naming));
  if (!readers.ok) return readers;
  const isRun = (path: string): boolean =>
    naming(path).some(
      (file) => (locate(file).isTestSide || isInTestFolder(file)) && /\bdoctest\b/.test(readers.value.get(file) ?? ''),
    );
  return ok(new Map(documents.filter(isRun).map((path) => [path, 'fixture'])));
}

/** Code of no language that is known: components, and scripts for shells. */
const EMBEDDED = [...LANGUAGES.flatMap(({ embeddedIn = [] }) => embeddedIn), /\.(?:sh|bash|zsh|ps1)$/];

type Classes = Map<string, ChangeClass>;

async function codeClasses(paths: readonly string[], search: SupportSearch): Promise<Result<Classes, Failure>> {
  const { tree, locate, isEntry, findsByName } = search;
  const texts = await tree.texts(paths);
  if (!texts.ok) return texts;
  const textOf = (path: string): string => texts.value.get(path) ?? '';
  const asked = paths.filter(
    (path) => !isEntry(path) && (locate(path).isAmongTests || isWrittenForTests(path, textOf(path))),
  );
  const found = await walkImporters(asked, search);
  if (!found.ok) return found;
  return ok(
    new Map(
      paths.map((path): [string, ChangeClass] => {
        const importers = found.value.get(path);
        if (importers === undefined || importers.hasProduct) return [path, 'product'];
        if (FIXTURE.test(path) && !/(?:^|\/)__mocks__\//.test(path))
          return [path, importers.hasTests && !isInTestFolder(path) ? 'support' : 'fixture'];
        if (isTestName(path)) return [path, 'test'];
        if (isInTestFolder(path)) return [path, holdsTests(path, textOf(path), findsByName) ? 'test' : 'support'];
        return [path, importers.hasTests || /(?:^|\/)__mocks__\//.test(path) ? 'support' : 'product'];
      }),
    ),
  );
}

/** Whether a source in a folder for tests has tests in it, rather than what tests use. */
function holdsTests(path: string, text: string, findsByName: boolean): boolean {
  const language = languageOf(path);
  if (language === undefined) return /(?:^|[-_.])tests?[-_.]/.test(fileName(path)) && !/helper/.test(path);
  // Of other languages everything in such a folder counts: `src/test/java`.
  if (language.name !== 'javascript' && language.name !== 'python') return true;
  const source = findsByName ? undefined : readSource(path, text);
  if (source === undefined) return false;
  if (source.reader.testTitles(source).length > 0) return true;
  return (
    /^(?:assert\b|.*\b(?:assert(?:\.\w+)?|expect|ok|equal)\s*\()/m.test(source.bare) &&
    !/^(?:export\b|module\.exports|exports\.|def\s|class\s)/m.test(source.bare)
  );
}

/** It uses a test runner or an assertion library, or offers assertions. Only asked of what product code does not import. */
function isWrittenForTests(path: string, text: string): boolean {
  const source = readSource(path, text);
  if (source === undefined) return false;
  const { code, bare } = source;
  const specifiers = [...code.matchAll(/\b(?:from|import|require)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map(
    ([, one = '']) => one,
  );
  const modules = [...bare.matchAll(/^[ \t]*(?:from|import)[ \t]+([\w.]+)/gm)].map(
    ([, one = '']) => one.split('.')[0] ?? '',
  );
  const isPython = languageOf(path)?.name === 'python';
  const isTesting = isPython
    ? modules.some((name) => name === 'unittest' || isRunnerPackage(name))
    : specifiers.some((name) => name === 'node:test' || isRunnerPackage(packageName(name)));
  return isTesting || ASSERTIONS.test(bare);
}

const ASSERTIONS =
  /^(?:export\s+(?:async\s+)?(?:function|const)|exports\.|def)\s*(?:(?:assert|expect|should)(?:_?[A-Z_]\w*)?|eq|equals?|deep_?[eE]quals?)\b/m;

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

interface Importers {
  readonly hasProduct: boolean;
  readonly hasTests: boolean;
}

const MAX_WAVES = 6;
const MAX_WAVE = 500;

/** Also through other files that belong to tests only if no product imports them. */
async function walkImporters(
  paths: readonly string[],
  { tree, locate, isEntry }: SupportSearch,
): Promise<Result<ReadonlyMap<string, Importers>, Failure>> {
  const importers = new Map<string, readonly string[]>();
  let wave = [...new Set(paths)];
  for (let n = 0; n < MAX_WAVES && wave.length > 0; n++) {
    const found = await importersOf(tree, wave.slice(0, MAX_WAVE));
    if (!found.ok) return found;
    for (const [path, files] of found.value) importers.set(path, files);
    const next = [...found.value.values()]
      .flat()
      .filter((file) => !locate(file).isTestSide && locate(file).isAmongTests && !isEntry(file));
    wave = [...new Set(next)].filter((file) => !importers.has(file));
  }
  const isProduct = (path: string): boolean =>
    isEntry(path) || (!locate(path).isTestSide && !locate(path).isAmongTests);
  const judge = (first: string): Importers => {
    const met = new Set([first]);
    const all = [...met];
    let hasTests = false;
    for (const path of all) {
      for (const file of importers.get(path) ?? []) {
        if (met.has(file)) continue;
        if (isProduct(file)) return { hasProduct: true, hasTests };
        hasTests ||= locate(file).isTestSide || isInTestFolder(file);
        met.add(file);
        if (!locate(file).isTestSide) all.push(file);
      }
    }
    return { hasProduct: false, hasTests };
  };
  return ok(new Map(paths.map((path) => [path, judge(path)])));
}

/** Data belongs to tests where only tests name it. */
async function dataClasses(paths: readonly string[], search: SupportSearch): Promise<Result<Classes, Failure>> {
  const { tree, locate } = search;
  const asked = paths.filter((path) => isReadByCode(path) || isOddData(path));
  const mentioned = await tree.mentions([...new Set(asked.flatMap((path) => [fileName(path), ...readFolder(path)]))]);
  if (!mentioned.ok) return mentioned;
  const users = new Map<string, { readonly named: readonly string[]; readonly all: readonly string[] }>();
  for (const path of asked) {
    const by = (text: string): string[] =>
      (mentioned.value.get(text) ?? []).filter((file) => file !== path && canNameFiles(file));
    const named = by(fileName(path));
    users.set(path, { named, all: [...named, ...readFolder(path).flatMap(by)] });
  }
  // Beside code, data is read by that code, whatever the tests say of the folder; and without any, it is the product.
  const code = [...tree.paths].filter((path) => languageOf(path) !== undefined && !isTestName(path));
  const withCode = new Set(code.map(folderOf));
  const nameless = code.every((path) => isInTestFolder(path))
    ? []
    : [...users].filter(
        ([path, { all }]) => all.length === 0 && folderOf(path) !== '.' && !withCode.has(folderOf(path)),
      );
  const namelessPaths = new Set(nameless.map(([path]) => path));
  const folders = await tree.mentions([...new Set(nameless.map(([path]) => fileName(folderOf(path))))]);
  if (!folders.ok) return folders;
  const naming = (path: string): string[] =>
    (folders.value.get(fileName(folderOf(path))) ?? []).filter((file) => canNameFiles(file));
  const all = [
    ...new Set([...[...users.values()].flatMap((one) => one.all), ...nameless.flatMap(([path]) => naming(path))]),
  ];
  const among = all.filter(
    (file) => !locate(file).isTestSide && locate(file).isAmongTests && languageOf(file) !== undefined,
  );
  const walked = await walkImporters(among, search);
  if (!walked.ok) return walked;
  const texts = await tree.texts(all);
  if (!texts.ok) return texts;
  const isOfTests = (file: string): boolean =>
    locate(file).isTestSide || (locate(file).isAmongTests && walked.value.get(file)?.hasProduct !== true);
  return ok(
    new Map(
      paths.map((path): [string, ChangeClass] => {
        const own = users.get(path);
        const isAmongTests = isInTestFolder(path) || FIXTURE.test(path);
        if (own === undefined) return [path, isInTestFolder(path) && FIXTURE.test(path) ? 'fixture' : 'product'];
        if (!isReadByCode(path)) {
          const isFixture =
            own.all.length === 0 ? isInTestFolder(path) && FIXTURE.test(path) : own.all.every(isOfTests);
          return [path, isFixture ? 'fixture' : 'product'];
        }
        // Its name is put together where it is read: `data/${name}.csv`.
        const readers = !namelessPaths.has(path)
          ? []
          : naming(path).filter((file) => namesFolderOf(texts.value.get(file) ?? '', path));
        if (readers.length > 0 && readers.every(isOfTests)) return [path, 'fixture'];
        // Among tests, a name alone is too little: product code that means this file names its folder as well.
        const meant = own.all.filter(
          (file) => !isOfTests(file) && (!isAmongTests || namesFolder(texts.value.get(file) ?? '', path)),
        );
        if (meant.length > 0) return [path, 'product'];
        const isCertain = isAmongTests && !/(?:^|\/)specs?\//.test(path);
        const isNamed =
          own.named.every(isOfTests) && own.named.some((file) => namesPath(texts.value.get(file) ?? '', file, path));
        return [path, isCertain || isNamed || (isAmongTests && own.all.some(isOfTests)) ? 'fixture' : 'product'];
      }),
    ),
  );
}

/** Neither prose nor settings of tools, wherever tests mention them. */
function isReadByCode(path: string): boolean {
  const isSetting = isLockFile(path) || manifestOf(path) !== undefined || isSplit(path) || TOOL_SETTINGS.test(path);
  const isText = isProse(path) && !(path.endsWith('.txt') && (isInTestFolder(path) || FIXTURE.test(path)));
  return !isText && !isSetting;
}

/** A table in Markdown, or a file with a point before its name: data where tests name it, and nobody else. */
function isOddData(path: string): boolean {
  const isAmongTests = isInTestFolder(path) || FIXTURE.test(path);
  return isAmongTests && !isLockFile(path) && manifestOf(path) === undefined && !isSplit(path);
}

const TOOL_SETTINGS =
  /(?:^|\/)\.[^/]+$|^\.(?:github|gitlab|circleci|vscode|husky)\/|(?:^|\/)(?:Dockerfile|Makefile|justfile)$|[.-]config\.\w+$/;

/** Source code, and what else may say which files are read. */
export function canNameFiles(file: string): boolean {
  return (
    languageOf(file) !== undefined ||
    manifestOf(file) !== undefined ||
    /\.(?:sh|vue|svelte|html?)$|(?:^|\/)(?:Makefile|Dockerfile)$/.test(file)
  );
}

/** Below sources, a folder of data may be read as a whole. */
function readFolder(path: string): string[] {
  return isInTestFolder(path) || !FIXTURE.test(path) ? [] : [fileName(folderOf(path))];
}

/** Whether a file that has the name of another in it means that one, and no other of the same name. */
function namesPath(text: string, file: string, path: string): boolean {
  const folder = folderOf(path);
  if (folder === folderOf(file) || folder === '.')
    return new RegExp(`['"\`/]${escapePattern(fileName(path))}['"\`]`).test(text);
  return namesIn(text, fileName(folder));
}

/** As a text of its own, or at the beginning or end of one. */
function namesFolderOf(text: string, path: string): boolean {
  return new RegExp(`['"\`/]${escapePattern(fileName(folderOf(path)))}['"\`/]`).test(text);
}

function namesIn(text: string, folder: string): boolean {
  return ['/', "'", '"'].some((end) => text.includes(`${folder}${end}`));
}

/** The folder that says that the file belongs to tests. */
function namesFolder(text: string, path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  const telling = folders.filter((_one, at) => isAmongTestsAt(folders, at));
  return telling.some((folder) => namesIn(text, folder)) && namesIn(text, folders.at(-1) ?? '');
}

function isAmongTestsAt(folders: readonly string[], at: number): boolean {
  const path = `${folders[at]}/x`;
  return isInTestFolder(path) || FIXTURE.test(path);
}
