import { FIXTURE, isInTestFolder } from './test-surface.ts';
import { fileName } from './tree-path.ts';

/** What the place and the name of a file say of it. None of it decides for a file that product code imports. */
export interface Location {
  /** Below a folder for sources. */
  readonly isSource: boolean;
  /** Among tests, or named after them. */
  readonly isAmongTests: boolean;
  /** Known to belong to the tests, whoever imports it. */
  readonly isTestSide: boolean;
}

export function locate(path: string): Location {
  const isAmongTests = isInTestFolder(path) || FIXTURE.test(path) || isSupportName(path) || isToolFolder(path);
  return { isSource: !isInTestFolder(path) && SOURCE_FOLDER.test(path), isAmongTests, isTestSide: false };
}

const SOURCE_FOLDER = /(?:^|\/)(?:src|lib|app|apps|source|sources|bin|cmd|internal|pkg|server|client|api|core|dist)\//;

/** Folders for what is no part of the product: tests may share code there. */
export function isToolFolder(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => TOOL_FOLDER.test(folder));
}

const TOOL_FOLDER =
  /^(?:tools?|scripts?|support|ci|\.ci|qa|hack|harness|checks?|testing|test[-_]?(?:utils?|helpers?|support|lib|kit|tools?)|__mocks__|mocks?|stubs?|fakes?)$/i;

function isSupportName(path: string): boolean {
  return /(?:^|[-_.])(?:tests?|testing|mocks?|stubs?|fakes?|fixtures?)(?:[-_.]|$)|test(?:ing)?[-_]?(?:utils?|helpers?|support|kit)/i.test(
    fileName(path),
  );
}

/** Named after testing or checking. */
export function isTestLike(path: string): boolean {
  return /(?:^|[-_.])(?:tests?|specs?|checks?|verify|ci|e2e|suite|runner|harness|asserts?|assertions?)(?:[-_.]|$)/i.test(
    fileName(path),
  );
}
