import type { TestRun } from './test-run.ts';

export interface Comparison {
  /** Red now, and not red on the base. */
  readonly newlyRed: readonly string[];
  /** They ran on the base and are not there any more: deleted, renamed away, or no longer executed. */
  readonly gone: readonly string[];
  /** They ran on the base and are only skipped now. */
  readonly nowSkipped: readonly string[];
  /** How many ran, where the base's report names no tests and fewer run now. */
  readonly fewer: { readonly before: number; readonly now: number } | null;
  /**
   * The tests ended in a way that no red test explains (a crash, a limit, a red build, an exit code) and on the base they
   * did not, or more of them are red than on the base without having names.
   */
  readonly brokeOff: boolean;
}

export interface Rename {
  readonly from: string;
  readonly to: string;
}

/**
 * What is worse now than on the base. Tests that were red there are forgiven. A test whose file was renamed is the same
 * test; ids are those of the base.
 */
export function compareRuns(base: TestRun, now: TestRun, renames: readonly Rename[] = []): Comparison {
  const before = new Map(base.tests.map((test) => [test.id, test.status]));
  const after = new Map(now.tests.map((test) => [test.id, test.status]));
  const newId = renaming(renames);
  const statusNow = (id: string): Status | undefined => after.get(newId(id)) ?? after.get(id);
  const ran = base.tests.filter(({ status }) => status !== 'skipped').map(({ id }) => id);
  const red = new Set(base.tests.filter(({ status }) => status === 'failed').flatMap(({ id }) => [id, newId(id)]));
  const hasNames = before.size > 0;
  // A file that could not be loaded stood for its tests.
  const isLoaded = (id: string): boolean =>
    red.has(id) && now.tests.some((test) => test.id.startsWith(`${newId(id)} > `));
  return {
    newlyRed: now.tests.filter(({ id, status }) => status === 'failed' && !red.has(id)).map(({ id }) => id),
    gone: ran.filter((id) => statusNow(id) === undefined && !isLoaded(id)),
    nowSkipped: ran.filter((id) => statusNow(id) === 'skipped'),
    fewer: hasNames || ranIn(now) >= ranIn(base) ? null : { before: ranIn(base), now: ranIn(now) },
    brokeOff: (isUnexplained(now) && !isUnexplained(base)) || namelessRed(now) > namelessRed(base),
  };
}

type Status = TestRun['tests'][number]['status'];

function renaming(renames: readonly Rename[]): (id: string) => string {
  const moved = new Map(renames.map(({ from, to }) => [from, to]));
  return (id) => {
    const end = id.indexOf(' > ');
    const file = end === -1 ? id : id.slice(0, end);
    const to = moved.get(file);
    return to === undefined ? id : `${to}${id.slice(file.length)}`;
  };
}

function ranIn({ counts }: TestRun): number {
  return counts.passed + counts.failed;
}

function isUnexplained({ ending, exit_code, counts }: TestRun): boolean {
  if (ending === 'not_run') return false;
  return ending !== 'exited' || (exit_code !== 0 && counts.failed === 0);
}

function namelessRed({ counts, tests }: TestRun): number {
  return counts.failed - tests.filter(({ status }) => status === 'failed').length;
}
