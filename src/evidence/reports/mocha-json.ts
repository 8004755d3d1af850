import * as z from 'zod/mini';
import { projectPaths } from '../project-path.ts';
import { parseJson } from '../../base/json.ts';
import { createReport, type ReportedTest, type TestReport } from './test-report.ts';

/** What mocha's reporter `json` writes. */
export function readMochaJson(text: string, folder: string): TestReport | undefined {
  const read = shape.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const paths = projectPaths(folder);
  const { tests, failures, pending } = read.data;
  const skipped = new Set(pending.map(keyOf));
  const known = new Set(tests.map(keyOf));
  const reported = tests.map((test): ReportedTest => reportedTest(test, paths, skipped.has(keyOf(test))));
  // Hooks that failed are not among the tests.
  const hooks = failures.filter((test) => !known.has(keyOf(test))).map((test) => reportedTest(test, paths, false));
  return createReport('json', [...reported, ...hooks]);
}

const test = z.object({
  title: z.string(),
  fullTitle: z.string(),
  file: z.optional(z.nullable(z.string())),
  err: z.optional(z.object({ message: z.optional(z.string()), stack: z.optional(z.string()) })),
});

const shape = z.object({
  stats: z.object({ passes: z.number(), failures: z.number() }),
  tests: z.array(test),
  pending: z.array(test),
  failures: z.array(test),
});

type Test = z.output<typeof test>;

function keyOf({ file, fullTitle }: Test): string {
  return `${file ?? ''}\n${fullTitle}`;
}

function reportedTest({ title, fullTitle, file, err }: Test, paths: Paths, isSkipped: boolean): ReportedTest {
  const suites = fullTitle.endsWith(title) ? fullTitle.slice(0, fullTitle.length - title.length).trim() : '';
  const reason = err?.stack ?? err?.message;
  const status = isSkipped ? 'skipped' : reason === undefined ? 'passed' : 'failed';
  return { file: typeof file === 'string' ? paths(file) : undefined, names: [suites, title], status, reason };
}

type Paths = (reported: string) => string | undefined;
