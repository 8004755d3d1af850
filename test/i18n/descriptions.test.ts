import { expect, test } from 'vitest';
import { languages, loadCatalogue } from '../../src/i18n/language.ts';
import { documentNames } from '../../src/schema/documents.ts';
import { jsonSchemaOf } from '../../src/schema/json-schema.ts';
import * as inputs from '../../src/schema/mcp/inputs.ts';

const said = [
  ...Object.values(inputs).map((input) => input.json()),
  ...documentNames.filter((name) => name.startsWith('config-')).map((name) => jsonSchemaOf(name)),
].flatMap(descriptionsIn);

test.each(languages.filter((language) => language !== 'en'))(
  '%s says what every setting and every parameter of a tool means',
  async (language) => {
    const { describe } = await loadCatalogue(language);
    expect(said.length).toBeGreaterThan(100);
    expect([...new Set(said.filter((english) => describe(english) === english))]).toEqual([]);
  },
);

function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}
