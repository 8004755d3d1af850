import { expect, test } from 'vitest';
import { en } from '../../ui/src/words/en/index.ts';
import { ko } from '../../ui/src/words/ko/index.ts';

test('Korean has every text of English, with the same arguments', () => {
  expect(texts(ko)).toEqual(texts(en));
});

/** Roles, and what headings of task lists say. */
const NAMES = /^(?:Refiner|Builder|Verifier|Gatekeeper|Explorer|Planner|Architect|Implementer|Phase)$/;

test('no text is the same in both, but names and signs', () => {
  const english = new Map(plain(en));
  const same = plain(ko).filter(
    ([name, text]) => english.get(name) === text && /[a-z]{4}/i.test(text) && !NAMES.test(text),
  );
  expect(same).toEqual([]);
});

/** `home.fresh(1)`, by name. */
function texts(group: object, prefix = ''): string[] {
  return Object.entries(group)
    .flatMap(([key, value]: [string, unknown]) => {
      const name = prefix + key;
      if (typeof value === 'function') return [`${name}(${value.length})`];
      return typeof value === 'object' && value !== null ? texts(value, `${name}.`) : [name];
    })
    .toSorted();
}

function plain(group: object, prefix = ''): [string, string][] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[prefix + key, value]];
    return typeof value === 'object' && value !== null ? plain(value, `${prefix}${key}.`) : [];
  });
}
