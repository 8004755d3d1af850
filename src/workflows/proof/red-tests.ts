import { missingIn } from '../../languages/missing-names.ts';
import type { Outcomes } from './outcomes.ts';

/** What the new and changed tests show of a change, by what they do without it. */
export interface RedTests {
  /** They fail without the change and pass with it. */
  readonly proven: readonly string[];
  /** They could not be loaded without it, and it could not be stubbed. */
  readonly weak: readonly string[];
  /** New ones that pass without it. */
  readonly provesNothing: readonly string[];
}

export interface RedRuns {
  readonly baseline: Outcomes;
  readonly candidate: Outcomes;
  /** The candidate's tests against the baseline's product with hollow stubs; undefined where none was needed. */
  readonly red: Outcomes | undefined;
  /** Whether stubs can be made for what the change adds. */
  readonly hasStubs: boolean;
  /** What a test of the candidate was called before its file moved. */
  readonly oldId?: (id: string) => string;
  /** The red run came to no test at all, because names are missing. */
  readonly isUncompiled?: boolean;
}

export function redTests({
  baseline,
  candidate,
  red,
  hasStubs,
  oldId = (id) => id,
  isUncompiled = false,
}: RedRuns): RedTests {
  const passing = [...candidate.values()].filter(({ status }) => status === 'passed');
  const isMended = ({ id, file }: (typeof passing)[number]): boolean => {
    const before = baseline.get(oldId(id));
    // A file that could not be loaded stood for its tests.
    return before === undefined ? file !== undefined && isUnloaded(baseline, file) : before.status === 'failed';
  };
  const mended = passing.filter(isMended).map(({ id }) => id);
  const found = { proven: new Set(mended), weak: new Set<string>(), provesNothing: new Set<string>() };
  for (const { id, file } of passing) {
    const outcome = red?.get(id);
    if (outcome?.status === 'passed') {
      // A file without tests is a test to some runners.
      if (!baseline.has(oldId(id)) && id !== file) found.provesNothing.add(id);
    } else if (outcome?.status === 'failed' && !missesNames(outcome.reason)) found.proven.add(id);
    else if (!hasStubs && outcome?.status === 'failed') found.weak.add(id);
    else if (!hasStubs && file !== undefined && isUnloaded(red, file)) found.weak.add(id);
    else if (!hasStubs && isUncompiled && !baseline.has(oldId(id))) found.weak.add(id);
  }
  return { proven: [...found.proven], weak: [...found.weak], provesNothing: [...found.provesNothing] };
}

/** What a shell does not find is said in its own words. */
function missesNames(reason: string): boolean {
  return missingIn(reason).length > 0 || /: (?:command )?not found$/m.test(reason);
}

/** A runner reports a file that it cannot load as one failed test with the file's name. */
function isUnloaded(red: Outcomes | undefined, file: string): boolean {
  return red?.get(file)?.status === 'failed';
}
