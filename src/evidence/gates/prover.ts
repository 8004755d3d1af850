import { testCommand } from '../../languages/known-runners.ts';
import type { TestSelection } from '../../languages/runner.ts';
import type { ProjectCommands } from '../project-commands.ts';

export type TestFilter = NonNullable<TestSelection['only']>;

/** Undefined: this project's runner cannot be told to run only these. */
export function narrowed(tests: ProjectCommands['tests'], only: TestFilter): TestFilter | undefined {
  if (tests === undefined) return undefined;
  const all = { coverage: false, reports: '/' };
  const line = (wanted: TestSelection): string => testCommand(tests, wanted);
  return line({ ...all, only }) === line(all) ? undefined : only;
}
