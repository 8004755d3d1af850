import { MAX_TESTS, createReport, type ReportedTest, type TestReport } from './test-report.ts';
import { readXml } from './xml.ts';

/** What `dotnet test --logger trx` writes, of one or several files. Undefined: one is malformed, or something else. */
export function readTrx(texts: readonly string[]): TestReport | undefined {
  const tests: ReportedTest[] = [];
  for (const text of texts) {
    const found = readOne(text);
    if (found === undefined) return undefined;
    for (const test of found) tests.push(test);
  }
  return texts.length === 0 ? undefined : createReport('trx', tests);
}

interface Result {
  readonly name: string;
  readonly test: string;
  readonly status: ReportedTest['status'];
  reason: string;
  hasInner: boolean;
}

function readOne(text: string): readonly ReportedTest[] | undefined {
  const results: Result[] = [];
  const open: Result[] = [];
  const classes = new Map<string, string>();
  let root: string | undefined;
  let defined: string | undefined;
  let inError = false;

  const isWhole = readXml(text, {
    open: (name, attributes) => {
      root ??= name;
      if (name === 'ErrorInfo') inError = true;
      if (name === 'UnitTest') defined = attributes['id'];
      if (name === 'TestMethod' && defined !== undefined) classes.set(defined, attributes['className'] ?? '');
      if (name !== 'UnitTestResult') return;
      const outer = open.at(-1);
      if (outer !== undefined) outer.hasInner = true;
      const result: Result = {
        name: attributes['testName'] ?? '',
        test: attributes['testId'] ?? '',
        status: statusOf(attributes['outcome']),
        reason: '',
        hasInner: false,
      };
      open.push(result);
      if (results.length <= MAX_TESTS) results.push(result);
    },
    text: (piece) => {
      const current = open.at(-1);
      if (inError && current !== undefined && current.reason.length < 20_000) current.reason += piece;
    },
    close: (name) => {
      if (name === 'ErrorInfo') inError = false;
      if (name === 'UnitTestResult') open.pop();
    },
  });
  if (!isWhole || root !== 'TestRun') return undefined;
  // The result of a test with several rows of data is only what theirs are in.
  return results
    .filter((result) => !result.hasInner)
    .map((result) => reportedTest(result, classes.get(result.test) ?? ''));
}

function reportedTest({ name, status, reason }: Result, className: string): ReportedTest {
  // Some adapters add the assembly to the class: `Shop.Tests.CartTests, Shop.Tests, Version=1.0.0.0`.
  const type = className.split(',')[0] ?? '';
  return { names: [type, name.startsWith(`${type}.`) ? name.slice(type.length + 1) : name], status, reason };
}

function statusOf(outcome: string | undefined): ReportedTest['status'] {
  if (passed.has(outcome)) return 'passed';
  return skipped.has(outcome) ? 'skipped' : 'failed';
}

const passed = new Set<string | undefined>(['Passed', 'Completed', 'Warning']);
const skipped = new Set<string | undefined>(['NotExecuted', 'NotRunnable', 'Inconclusive', 'Pending']);
