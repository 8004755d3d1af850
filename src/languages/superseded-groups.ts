import { demandsIn } from './demands.ts';
import { lostDemands, type SurfaceChange } from './lost-demands.ts';
import { isTitleOf } from './named-tests.ts';

/** A test that passed before the change and fails with the product after it. */
export interface SupersededTest {
  readonly file: string;
  readonly test: string;
}

/** What is shown in one line. */
export interface SupersededGroup {
  readonly file: string;
  readonly tests: readonly string[];
  /** Whether the new tests demand the same, with other imports or names. */
  readonly onlyNames: boolean;
}

/** By file; those of a file that differ only in imports or names are one group. */
export function supersededGroups(superseded: readonly SupersededTest[], change: SurfaceChange): SupersededGroup[] {
  const lost = lostDemands(change);
  const after = [...change.after].flatMap(([path, text]) =>
    change.before.get(path) === text ? [] : demandsIn(path, text),
  );
  const isOnlyNames = ({ file, test }: SupersededTest): boolean => {
    const isLost = lost.some((one) => one.file === file && (one.test === null || isTitleOf(one.test, test)));
    const isThere = after.some((one) => one.test !== null && !one.isSkipped && isTitleOf(one.test, test));
    return isThere && !isLost;
  };
  const groups = new Map<string, { file: string; tests: string[]; onlyNames: boolean }>();
  for (const one of superseded) {
    const onlyNames = isOnlyNames(one);
    const key = `${one.file}\n${String(onlyNames)}`;
    const group = groups.get(key) ?? { file: one.file, tests: [], onlyNames };
    group.tests.push(one.test);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) =>
    a.file === b.file ? Number(a.onlyNames) - Number(b.onlyNames) : a.file < b.file ? -1 : 1,
  );
}
