import { isTitleOf } from '../../languages/named-tests.ts';
import type { TestRun } from '../proof/test-run.ts';
import type { QaNames } from './session-state.ts';

export interface SupersededNames {
  /** As the runner names them. */
  readonly found: readonly { readonly id: string; readonly file: string }[];
  /** Named, and no test that passes today. */
  readonly unknown: readonly string[];
}

/** Which tests QA means. */
export function findSuperseded(named: QaNames['superseded'], tests: TestRun['tests']): SupersededNames {
  const passing = tests.filter(({ status }) => status === 'passed');
  const matches = named.map(({ file, test }) => ({
    name: `${file}: ${test}`,
    tests: passing.filter((one) => fileOf(one) === file && isTitleOf(test, one.id)).map(({ id }) => ({ id, file })),
  }));
  const found = new Map(matches.flatMap((one) => one.tests.map((test) => [test.id, test] as const)));
  return {
    found: [...found.values()],
    unknown: matches.filter((one) => one.tests.length === 0).map(({ name }) => name),
  };
}

/** Ids begin with their file where the runner says in which one a test stands. */
function fileOf({ id, file }: TestRun['tests'][number]): string | undefined {
  return file ?? (id.includes(' > ') ? id.slice(0, id.indexOf(' > ')) : undefined);
}
