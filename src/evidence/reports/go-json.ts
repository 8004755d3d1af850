import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { type FindGoTest, goTestFiles } from './go-test-files.ts';
import { MAX_TESTS, createReport, type ReportedTest, type TestReport } from './test-report.ts';

/**
 * The events of `go test -json`, among other output. A test with subtests counts only as what they are in, unless it
 * failed and none of them did; a package that failed although its tests did not (it does not build, say) counts as one
 * test. Undefined: there are no such events.
 */
export function readGoJson(text: string, folder: string): TestReport | undefined {
  const packages = new Map<string, Package>();
  const built = new Map<string, string>();
  let isGo = false;
  let count = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('{')) continue;
    const read = event.safeParse(parseJson(line));
    if (!read.success) continue;
    const { Action: action, Package: name, Test: test, Output: output = '', ImportPath: imported } = read.data;
    if (imported !== undefined && action === 'build-output') built.set(imported, clipped(built.get(imported), output));
    if (name === undefined) continue;
    isGo = true;
    const found = packages.get(name) ?? { status: undefined, output: '', failedBuild: undefined, tests: new Map() };
    packages.set(name, found);
    if (read.data.FailedBuild !== undefined) found.failedBuild = read.data.FailedBuild;
    if (test !== undefined && !found.tests.has(test) && ++count > MAX_TESTS) return undefined;
    apply(test === undefined ? found : testIn(found, test), action, output);
  }
  if (!isGo) return undefined;
  const fileOf = goTestFiles(folder);
  return createReport(
    'json',
    [...packages].flatMap(([name, found]) => reportedTests(name, found, { built, fileOf })),
  );
}

const event = z.object({
  Action: z.string(),
  Package: z.optional(z.string()),
  Test: z.optional(z.string()),
  Output: z.optional(z.string()),
  ImportPath: z.optional(z.string()),
  FailedBuild: z.optional(z.string()),
});

interface Seen {
  status: ReportedTest['status'] | undefined;
  output: string;
}

interface Package extends Seen {
  failedBuild: string | undefined;
  readonly tests: Map<string, Seen>;
}

function testIn({ tests }: Package, name: string): Seen {
  const seen = tests.get(name) ?? { status: undefined, output: '' };
  tests.set(name, seen);
  return seen;
}

function apply(seen: Seen, action: string, output: string): void {
  if (action === 'output') seen.output = clipped(seen.output, output);
  if (action === 'pass') seen.status = 'passed';
  if (action === 'fail') seen.status = 'failed';
  if (action === 'skip') seen.status = 'skipped';
}

function clipped(before = '', more = ''): string {
  return before.length > 20_000 ? before : before + more;
}

interface Known {
  readonly built: ReadonlyMap<string, string>;
  readonly fileOf: FindGoTest;
}

function reportedTests(name: string, found: Package, { built, fileOf }: Known): readonly ReportedTest[] {
  const isParent = new Set<string>();
  const hasFailedInside = new Set<string>();
  for (const [test, seen] of found.tests) {
    for (let at = test.lastIndexOf('/'); at > 0; at = test.lastIndexOf('/', at - 1)) {
      isParent.add(test.slice(0, at));
      // What never ended has failed.
      if (seen.status === 'failed' || seen.status === undefined) hasFailedInside.add(test.slice(0, at));
    }
  }
  const tests: ReportedTest[] = [];
  for (const [test, { status = 'failed', output }] of found.tests) {
    const isOwnFault = status === 'failed' && !hasFailedInside.has(test);
    if (isParent.has(test) && !isOwnFault) continue;
    const file = fileOf(name, test);
    const names = test.split('/');
    tests.push({ file, names: file === undefined ? [name, ...names] : names, status, reason: output });
  }
  const hasFailed = found.status === 'failed' && !tests.some((test) => test.status === 'failed');
  const reason = built.get(found.failedBuild ?? '') ?? found.output;
  return hasFailed ? [...tests, { names: [name], status: 'failed', reason }] : tests;
}
