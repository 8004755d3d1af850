import { test, type TestAPI } from 'vitest';
import { seed } from './tier.ts';

/** `npm test` without names of files; whoever names a file, and `test:full`, gets all of its tests. */
const isSample = process.env['ORCHESTRAL_TEST_SAMPLE'] === '1';

/**
 * `test` for a file whose tests each conduct a whole workflow: `npm test` takes one in `n` of them, in turn, and which it
 * begins with is up to the seed. Of `.each` and `.for` it takes one in `n` cases. The file has at least `n` of them.
 */
export function oneIn(n: number): TestAPI {
  return isSample ? takingTurns(test, turns(n, seed)) : test;
}

export function turns(n: number, start: number): () => boolean {
  let next = start % n;
  return () => next++ % n === 0;
}

/** The same API; what is not taken is not declared: a test that is skipped would count as one that could not be run. */
export function takingTurns(api: TestAPI, takes: () => boolean): TestAPI {
  return new Proxy(api, {
    apply: (target, self, args) => (takes() ? Reflect.apply(target, self, args) : undefined),
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      if (name === 'each' || name === 'for')
        return (cases: readonly unknown[]) => Reflect.apply(part as TestAPI['for'], target, [cases.filter(takes)]);
      return name === 'concurrent' || name === 'sequential' ? takingTurns(part as TestAPI, takes) : part;
    },
  });
}
