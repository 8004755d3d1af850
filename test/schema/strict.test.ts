import { describe, expect, it } from 'vitest';
import { encodeAny, decodeAny } from '../../src/schema/codec-any.ts';
import type { DocumentName } from '../../src/schema/documents.ts';
import { pathText, type Segments } from '../../src/schema/finding.ts';
import type { Problem } from '../../src/base/document-problem.ts';
import { fixtures } from './fixtures.ts';

/** Every place in a value, outermost first. */
function* placesIn(value: unknown, at: Segments = []): Iterable<Segments> {
  yield at;
  if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* placesIn(item, [...at, i]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* placesIn(item, [...at, key]);
}

function isObject(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}

function at(value: unknown, path: Segments): unknown {
  return path.reduce((inner, segment) => (isObject(inner) ? inner[segment] : undefined), value);
}

/** A copy in which `change` was done to the container of the path's last step. */
function changed(value: unknown, path: Segments, change: (parent: Record<string | number, unknown>) => void): unknown {
  const copy = structuredClone(value);
  const parent = at(copy, path.slice(0, -1));
  if (!isObject(parent)) throw new Error('no such place');
  change(parent);
  return copy;
}

function problemsOf(name: DocumentName, value: unknown): Problem[] {
  const decoded = decodeAny(name, encodeAny(name, value as never));
  return decoded.ok ? [] : decoded.error;
}

/** Where documents leave names of fields to people, or everything. */
const openMaps = /^(patterns|directory_structure)\b|\.answer\b/;
const openValues = /\.answer\b/;

describe.each(fixtures)('$file', ({ name, value }) => {
  const places = [...placesIn(value)].filter((path) => path.length > 0);

  it('refuses a wrong type at every path, and names the path', () => {
    for (const path of places) {
      if (openValues.test(pathText(path))) continue;
      const last = path.at(-1) ?? '';
      const wrong = changed(value, path, (parent) => (parent[last] = at(value, path) === 7.25 ? 'x' : [[7.25]]));
      const problems = problemsOf(name, wrong);
      const shown = pathText(path);
      expect(
        problems.some((problem) => problem.path.startsWith(shown)),
        `${shown}: ${JSON.stringify(problems)}`,
      ).toBe(true);
      expect(problems[0]?.line, shown).toBeGreaterThan(0);
      expect(problems[0]?.column, shown).toBeGreaterThan(0);
    }
  });

  it('refuses a field nobody defined, in every object', () => {
    for (const path of [[], ...places]) {
      const object = at(value, path);
      if (!isObject(object) || Array.isArray(object) || openMaps.test(pathText(path))) continue;
      const wrong = changed(value, [...path, 'surprise'], (parent) => (parent['surprise'] = {}));
      const shown = pathText([...path, 'surprise']);
      expect(problemsOf(name, wrong).map((problem) => problem.path)).toContain(shown);
    }
  });

  it('says which field is missing, unless it may be', () => {
    let missing = 0;
    for (const path of places) {
      const last = path.at(-1) ?? '';
      if (typeof last === 'number') continue;
      const problems = problemsOf(
        name,
        changed(value, path, (parent) => delete parent[last]),
      );
      if (problems.length === 0) continue;
      const [problem] = problems;
      if (problem?.expected.kind === 'rule') continue;
      expect(problem, pathText(path)).toMatchObject({ path: pathText(path), expected: { kind: 'missing' }, got: '' });
      missing += 1;
    }
    // Of the configuration a default completes what is left out.
    if (!name.startsWith('config-')) expect(missing).toBeGreaterThan(0);
  });
});
