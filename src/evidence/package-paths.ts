import { pathFrom, pathIn } from '../languages/tree-path.ts';
import type { TestSelection } from '../languages/runner.ts';
import type { Coverage } from './coverage/coverage.ts';
import type { TestReport } from './reports/test-report.ts';

type Selected = NonNullable<TestSelection['only']>;

/** What a runner is told that runs in a folder of the repository: files from there, and tests without it in their names. */
export function fromFolder(only: Selected, folder: string | undefined): Selected {
  if (folder === undefined) return only;
  const { files, names } = only;
  const ownPart = (name: string): string => (name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name);
  return {
    ...(files !== undefined && { files: files.map((file) => pathFrom(folder, file)) }),
    ...(names !== undefined && { names: names.map(ownPart) }),
  };
}

/** What a runner in that folder reported → the same with paths from the repository's root. */
export function inRepository(folder: string | undefined): PathsInRepository {
  if (folder === undefined) return { path: (own) => own, report: (own) => own, coverage: (own) => own };
  const path = (own: string): string => pathIn(folder, own);
  return {
    path,
    report: (own) =>
      own && {
        ...own,
        // The file is the first part of an id; tests of which none is known are told apart by their package.
        tests: own.tests.map((test) => ({
          ...test,
          id: `${folder}/${test.id}`,
          ...(test.file !== undefined && { file: path(test.file) }),
        })),
      },
    coverage: (own) =>
      own?.lines === undefined
        ? own
        : { ...own, lines: new Map([...own.lines].map(([file, lines]) => [path(file), lines])) },
  };
}

interface PathsInRepository {
  readonly path: (own: string) => string;
  readonly report: (own: TestReport | undefined) => TestReport | undefined;
  readonly coverage: (own: Coverage | undefined) => Coverage | undefined;
}
