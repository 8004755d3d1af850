import type { Demand, TestBody } from './read-demands.ts';
import { literalsOf, renamesBetween, replaceWords, skeletonOf, wordsOf } from './renamed-words.ts';

interface Surfaces {
  readonly after: readonly Demand[];
  /** Whether a name is used: anywhere, or in a file. */
  readonly beforeWords: (word: string, file?: string) => boolean;
  readonly afterWords: (word: string, file?: string) => boolean;
  /** Whether the product is known to have the name still. */
  readonly isKept: (name: string) => boolean;
  /** What files demand that the change leaves alone; at least those demands that could be copies of these. */
  readonly unchanged: (copies: readonly Demand[]) => readonly Demand[];
}

export interface Unmatched {
  readonly demand: Demand;
  readonly how: 'gone' | 'conditional' | 'skipped';
  /** The same demand, where it stands but no longer counts as before. */
  readonly found?: Demand;
}

type IsMatch = (before: Demand, after: Demand) => boolean;

/**
 * Finds for each old demand a new one of its own. Demands that are the same, with the same before them, are one: a copy
 * that is removed is no loss.
 */
export class DemandMatcher {
  readonly #surfaces: Surfaces;
  readonly #free: Set<Demand>;
  readonly #renames = new Map<string, string>();
  readonly #byTest: ReadonlyMap<string | null, readonly Demand[]>;

  constructor(surfaces: Surfaces) {
    this.#surfaces = surfaces;
    this.#free = new Set(withoutCopies(surfaces.after.filter(({ isSkipped }) => !isSkipped)));
    this.#byTest = groupBy(surfaces.after, ({ test }) => test);
  }

  unmatched(before: readonly Demand[]): Unmatched[] {
    let open = withoutCopies(before);
    const defined = new Set(this.#surfaces.after.flatMap(({ definedIn }) => definedIn ?? []));
    // Whoever called a function that is gone is compared as well.
    open = open.filter(
      ({ definedIn }) => definedIn === undefined || defined.has(definedIn) || this.#surfaces.afterWords(definedIn),
    );
    const sameTest: IsMatch = (old, now) => old.test === now.test;
    open = this.#match(open, 'expression', (old, now) => old.arrangement === now.arrangement);
    open = this.#match(open, 'known', sameTest);
    open = this.#match(open, 'known', () => true);
    open = this.#match(open, 'expression', (old, now) => sameTest(old, now) && keepsValues(old, now));
    open = this.#match(open, 'expression', (old, now) => keepsValues(old, now) && keepsNames(old, now));
    open = this.#match(open, 'arrangement', () => true);
    open = this.#match(open, 'numbered', (old, now) => sameTest(old, now) && keepsValues(old, now));
    open = this.#matchRenamed(open);
    open = open.filter((old) => !this.#isImplied(old));
    open = this.#withoutCopiesElsewhere(open);
    return open.map((demand) => this.#explain(demand));
  }

  #match(
    open: readonly Demand[],
    key: 'expression' | 'known' | 'numbered' | 'arrangement',
    isMatch: IsMatch,
  ): Demand[] {
    const index = groupBy(this.#free, (now) => now[key]);
    return open.filter((old) => {
      const found = index
        .get(old[key])
        ?.find((now) => this.#free.has(now) && keepsConditions(old, now) && isMatch(old, now));
      if (found !== undefined) this.#free.delete(found);
      return found === undefined;
    });
  }

  /** Names that are gone for names that are new, everywhere alike. */
  #matchRenamed(given: readonly Demand[]): Demand[] {
    const index = groupBy(this.#free, ({ expression }) => skeletonOf(expression));
    return given.filter((old) => {
      for (const now of index.get(skeletonOf(old.expression)) ?? []) {
        const renames = this.#free.has(now) ? renamesBetween(old.expression, now.expression) : undefined;
        if (
          renames === undefined ||
          renames.size === 0 ||
          !keepsValues(old, now) ||
          ![...renames].every(([word, other]) => this.#isRename(word, other, [old, now]))
        )
          continue;
        const conditions = old.conditions.map((one) => replaceWords(one, renames));
        if (!keepsConditions({ ...old, conditions }, now)) continue;
        for (const [word, other] of renames) this.#renames.set(word, other);
        this.#free.delete(now);
        return false;
      }
      return true;
    });
  }

  #isRename(word: string, other: string, [old, now]: readonly [Demand, Demand]): boolean {
    const known = this.#renames.get(word);
    if (known !== undefined) return known === other;
    if (FIXED_WORDS.test(word) || FIXED_WORDS.test(other) || [...this.#renames.values()].includes(other)) return false;
    const { afterWords, beforeWords, isKept } = this.#surfaces;
    if (isKept(word)) return false;
    if (!afterWords(word) && !beforeWords(other)) return true;
    return old.test === now.test && !afterWords(word, now.file) && !beforeWords(other, old.file);
  }

  #isImplied(old: Demand): boolean {
    return (this.#byTest.get(old.test) ?? []).some(
      (now) =>
        !now.isSkipped &&
        (old.test !== null || now.file === old.file) &&
        keepsConditions(old, now) &&
        (now.implied().includes(old.expression) || isHigherPlan(old, now)),
    );
  }

  #withoutCopiesElsewhere(open: readonly Demand[]): Demand[] {
    if (open.length === 0) return [];
    const elsewhere = this.#surfaces.unchanged(open).filter(({ isSkipped }) => !isSkipped);
    const index = groupBy(elsewhere, copyKey);
    return open.filter((old) => index.get(copyKey(old)) === undefined);
  }

  #explain(demand: Demand): Unmatched {
    const ofTest = (this.#byTest.get(demand.test) ?? []).filter(
      ({ expression, known }) => expression === demand.expression || known === demand.known,
    );
    const skipped = ofTest.find(({ isSkipped }) => isSkipped);
    if (skipped !== undefined) return { demand, how: 'skipped', found: skipped };
    const conditional = ofTest.find((now) => this.#free.has(now) && !keepsConditions(demand, now));
    return conditional === undefined ? { demand, how: 'gone' } : { demand, how: 'conditional', found: conditional };
  }
}

/** Words that libraries and languages give a meaning, and that stand for others. */
export const FIXED_WORDS =
  /^(?:same|loose|deep\w*|identical|truthy|greater|atLeast|contains|matches|instance|close|throws|rejects|not|to[A-Z]\w*|true|false|null|undefined|None|True|False|nil|NaN|and|or|in|is|await|new|typeof|Any|any\w*|objectContaining|arrayContaining|stringContaining|stringMatching|approx)$/;

function copyKey({ known, arrangement, conditions }: Demand): string {
  return [known, arrangement, ...conditions].join('\n');
}

function withoutCopies(demands: readonly Demand[]): Demand[] {
  return [...new Map(demands.map((demand) => [copyKey(demand), demand])).values()];
}

/** Whether nothing must hold that did not have to hold before, and whatever runs the old one runs the new one. */
function keepsConditions(old: Demand, now: Demand): boolean {
  if (now.definedIn !== undefined && old.definedIn === undefined) return false;
  const left = [...old.conditions];
  return now.conditions.every((condition) => {
    const at = left.indexOf(condition);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** Whether the values that the old demand depends on are still used by the test of the new one. */
function keepsValues(old: Demand, now: Demand): boolean {
  const own = new Set(literalsOf(old.expression));
  const needed = literalsOf(old.direct()).filter((value) => !own.has(value));
  return needed.every((value) => hasLiteral(now.body, value));
}

/** Whether a test of another title deals with the same things. */
function keepsNames(old: Demand, now: Demand): boolean {
  const own = new Set(wordsOf(old.expression));
  return wordsOf(old.known).every((word) => own.has(word) || chainOf(now.body).some(({ words }) => words.has(word)));
}

function hasLiteral(body: TestBody, value: string): boolean {
  return chainOf(body).some(
    ({ literals }) => literals.has(value) || [...literals].some((one) => JSON.stringify(one) === `"${value}"`),
  );
}

function chainOf(body: TestBody): TestBody[] {
  return body.parent === undefined ? [body] : [body, ...chainOf(body.parent)];
}

export function groupBy<T, K>(all: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

/** The number of assertions that a test says it makes may grow. */
function isHigherPlan(old: Demand, now: Demand): boolean {
  const [wanted, made] = [old, now].map(({ expression }) => /^plan\((\d+)\)$/.exec(expression)?.[1]);
  return wanted !== undefined && made !== undefined && Number(made) >= Number(wanted);
}
