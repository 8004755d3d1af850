import * as z from 'zod/mini';
import { projectPaths } from '../project-path.ts';
import { parseJson } from '../../base/json.ts';
import { createReport, type ReportedTest, type TestReport } from './test-report.ts';

/** What Vitest and Jest write as JSON: one shape, which Vitest took from Jest. */
export function readVitestJson(text: string, folder: string): TestReport | undefined {
  const read = shape.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const paths = projectPaths(folder);
  return createReport(
    'json',
    read.data.testResults.flatMap((file) => testsOf(file, paths(file.name))),
  );
}

const shape = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.nullable(z.string())),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()),
          title: z.string(),
          status: z.string(),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
});

type File = z.output<typeof shape>['testResults'][number];

function testsOf(file: File, place: string | undefined): readonly ReportedTest[] {
  const tests = file.assertionResults.map((test): ReportedTest => ({
    file: place,
    // Vitest's outermost suite is the file, without a name.
    names: [...test.ancestorTitles, test.title],
    status: statusOf(test.status),
    reason: test.failureMessages?.join('\n\n'),
  }));
  if (file.status !== 'failed' || tests.some((test) => test.status === 'failed')) return tests;
  // The file itself could not be run, or a hook of it failed.
  return [...tests, { file: place, names: [], status: 'failed', reason: file.message ?? undefined }];
}

function statusOf(status: string): ReportedTest['status'] {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}
