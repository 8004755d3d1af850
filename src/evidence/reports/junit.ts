import { projectPaths } from '../project-path.ts';
import { MAX_TESTS, createReport, type ReportedTest, type TestReport } from './test-report.ts';
import { readXml } from './xml.ts';

/**
 * JUnit's XML, of one or several files. There is no standard: this reads what pytest, Surefire, Gradle, node:test,
 * Vitest, jest-junit and gtest write. Undefined: one of the files is malformed, or none holds test suites.
 */
export function readJunit(texts: readonly string[], folder: string): TestReport | undefined {
  const tests: ReportedTest[] = [];
  let found = false;
  for (const text of texts) {
    const suites = readOne(text, projectPaths(folder));
    if (suites === 'malformed') return undefined;
    if (suites === 'other') continue;
    found = true;
    for (const test of suites) tests.push(test);
  }
  return found ? createReport('junit', tests) : undefined;
}

interface Open {
  readonly attributes: Readonly<Record<string, string>>;
  status: ReportedTest['status'];
  reason: string;
}

interface Suite {
  readonly name: string;
  readonly file: string | undefined;
}

type Paths = (reported: string) => string | undefined;

function readOne(text: string, paths: Paths): readonly ReportedTest[] | 'malformed' | 'other' {
  const tests: ReportedTest[] = [];
  const suites: Suite[] = [];
  let root: string | undefined;
  let test: Open | undefined;
  let inReason = false;

  const isWhole = readXml(text, {
    open: (name, attributes) => {
      root ??= name;
      if (name === 'testsuite') suites.push({ name: attributes['name'] ?? '', file: attributes['file'] });
      if (name === 'testcase') test = { attributes, status: isDisabled(attributes) ? 'skipped' : 'passed', reason: '' };
      if (test === undefined) return;
      // A test that is expected to fail is skipped, although it also tells how it failed.
      if (name === 'skipped') test.status = 'skipped';
      if (name !== 'failure' && name !== 'error') return;
      if (test.status === 'passed') test.status = 'failed';
      test.reason += `${attributes['message'] ?? ''}\n`;
      inReason = true;
    },
    text: (piece) => {
      if (test !== undefined && inReason && test.reason.length < 20_000) test.reason += piece;
    },
    close: (name) => {
      if (name === 'failure' || name === 'error') inReason = false;
      if (name === 'testsuite') suites.pop();
      if (name !== 'testcase' || test === undefined) return;
      if (tests.length <= MAX_TESTS) tests.push(reportedTest(test, suites, paths));
      test = undefined;
    },
  });
  if (!isWhole) return 'malformed';
  return root === 'testsuites' || root === 'testsuite' ? tests : 'other';
}

function reportedTest({ attributes, status, reason }: Open, suites: readonly Suite[], paths: Paths): ReportedTest {
  const { name = '', classname = '' } = attributes;
  const saysFile = [attributes['file'], suites.findLast((suite) => suite.file !== undefined)?.file];
  const namedAfter = [name, classname, suites.at(-1)?.name].filter(
    (one) => one !== undefined && looksLikeFile.test(one),
  );
  const reported = [...saysFile, ...namedAfter].find((one) => one !== undefined);
  const file = reported === undefined ? undefined : paths(reported);
  const module = file?.replace(/\.[^./]+$/, '').replaceAll('/', '.');
  // A qualified class tells all; Surefire may put the tests of one into the suite of another.
  const isQualified = file === undefined && classname.includes('.');
  const around = [...(isQualified ? [] : suites.map((suite) => suite.name)), classIn(classname, module)];
  const isTelling = (one: string, at: number): boolean =>
    !saysNothing.has(one) && one !== file && one !== reported && !one.startsWith('/') && one !== around[at - 1];
  const isFile = file !== undefined && (name === file || name === reported || name === module);
  return { file, names: [...around.filter(isTelling), isFile ? '' : name], status, reason };
}

/** Where a test is not said to be in a file, its suite, its class or (when the file cannot be run) itself may be named so. */
const looksLikeFile = /^(?:\/.+|\S+)\.(?:[cm]?[jt]sx?|py|rb|php|rs|go)$/;

/** Pytest calls every suite so, and node:test every class. */
const saysNothing = new Set(['pytest', 'test']);

/** What the class adds to what is known: pytest's begins with the file as a module. */
function classIn(name: string, module: string | undefined): string {
  if (module === undefined || !`${name}.`.startsWith(`${module}.`)) return name;
  return name.slice(module.length + 1).replaceAll('.', ' > ');
}

function isDisabled({ status, result }: Readonly<Record<string, string>>): boolean {
  return (
    status === 'notrun' ||
    status === 'disabled' ||
    status === 'skipped' ||
    result === 'suppressed' ||
    result === 'skipped'
  );
}
