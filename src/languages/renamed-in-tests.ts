import { demandsIn } from './demands.ts';
import { lostDemands, type SurfaceChange } from './lost-demands.ts';
import { isTitleOf } from './named-tests.ts';

/** A test that passed before the change and fails with the product after it. */
interface OldTest {
  readonly file: string;
  /** Its title, with or without those of the suites around it. */
  readonly test: string;
}

/** Of old tests those that the new ones replace by the same demands, with other imports or names. */
export function onlyRenamedIn<T extends OldTest>(tests: readonly T[], change: SurfaceChange): T[] {
  const lost = lostDemands(change);
  const after = [...change.after].flatMap(([path, text]) =>
    change.before.get(path) === text ? [] : demandsIn(path, text),
  );
  return tests.filter(({ file, test }) => {
    // Where nobody knows in which file a test stands, it may be in any.
    const mayBeIn = (path: string): boolean => path === file || !change.before.has(file);
    const isLost = lost.some((one) => mayBeIn(one.file) && (one.test === null || isTitleOf(one.test, test)));
    const isThere = after.some((one) => one.test !== null && !one.isSkipped && isTitleOf(one.test, test));
    return isThere && !isLost;
  });
}
