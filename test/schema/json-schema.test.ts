import { describe, expect, it } from 'vitest';
import { decodeAny } from '../../src/schema/codec-any.ts';
import { patterns } from '../../src/base/patterns.ts';
import { documentNames } from '../../src/schema/documents.ts';
import { jsonSchemaOf } from '../../src/schema/json-schema.ts';
import { configDefaults } from '../../src/schema/config/defaults.ts';
import { fixtureOf, fixtures } from './fixtures.ts';
import { fits, type JsonSchema } from './json-schema-check.ts';

describe('JSON Schema', () => {
  it.each(documentNames)('%s says what it is, and every field what it means', (name) => {
    const schema = jsonSchemaOf(name);
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:orchestral:schema:${name}`,
      title: name,
      description: expect.stringMatching(/\.$/) as string,
      type: 'object',
      additionalProperties: false,
    });
    expect([...withoutMeaning(schema)]).toEqual([]);
  });

  it.each(documentNames)('%s only uses patterns that have a name to be told by', (name) => {
    const named = new Set<unknown>(Object.values(patterns).map(({ regex }) => regex.source));
    const used = [...JSON.stringify(jsonSchemaOf(name)).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    expect(used.map(([, text = '""']): unknown => JSON.parse(text)).filter((text) => !named.has(text))).toEqual([]);
  });

  it.each(fixtures)('agrees about $file', ({ name, value }) => {
    expect(fits(jsonSchemaOf(name) as JsonSchema, value)).toBe(true);
  });

  it.each(fixtures)('agrees about $file with a wrong value anywhere', ({ name, value, file }) => {
    const schema = jsonSchemaOf(name) as JsonSchema;
    let compared = 0;
    for (const wrong of variants(value)) {
      const decoded = decodeAny(name, JSON.stringify(wrong));
      // Rules between fields are not JSON Schema's, nor are numbers it cannot tell apart.
      if (!decoded.ok && decoded.error.every((problem) => ['rule', 'version'].includes(problem.expected.kind)))
        continue;
      expect(fits(schema, wrong), `${file} ${JSON.stringify(wrong)}`).toBe(decoded.ok);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

it('the defaults are those of the specification', () => {
  for (const [name, value] of Object.entries(configDefaults)) {
    const { value: sample } = fixtureOf(`config-${name as keyof typeof configDefaults}`);
    expect(value).toEqual(sample);
  }
});

function* withoutMeaning(schema: object, at = ''): Iterable<string> {
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null) {
    for (const [field, inner] of Object.entries(schema.properties as Record<string, object>)) {
      if (!('description' in inner) || inner.description === '') yield `${at}${field}`;
      yield* withoutMeaning(inner, `${at}${field}.`);
    }
  }
  if ('items' in schema && typeof schema.items === 'object' && schema.items !== null) {
    yield* withoutMeaning(schema.items, `${at}[].`);
  }
}

/** The value with something else at each place, one at a time. */
function* variants(value: unknown): Iterable<unknown> {
  yield* [null, 7.25, '', 'x', true, [], {}];
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const other of variants(item)) yield value.with(i, other);
    return;
  }
  yield { ...value, surprise: 1 };
  for (const [key, item] of Object.entries(value)) {
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    yield rest;
    for (const other of variants(item)) yield { ...value, [key]: other };
  }
}
