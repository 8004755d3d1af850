import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { isDocumentName, type DocumentName } from '../../src/schema/documents.ts';

export interface Fixture {
  readonly file: string;
  readonly name: DocumentName;
  readonly text: string;
  readonly value: unknown;
}

const fixtureFolder = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));

/** Every complete sample of the specification, as its file holds it; a file is named after its document. */
export const fixtures: readonly Fixture[] = readdirSync(fixtureFolder).map((file) => {
  const text = readFileSync(fixtureFolder + file, 'utf8');
  const [name = ''] = file.split('.');
  if (!isDocumentName(name)) throw new Error(`${file} is not named after a document`);
  return { file, name, text, value: file.endsWith('.json') ? JSON.parse(text) : parse(text) };
});

export function fixtureOf(name: DocumentName): Fixture {
  const found = fixtures.find((fixture) => fixture.file === `${name}.json` || fixture.file === `${name}.yaml`);
  if (found === undefined) throw new Error(`no sample of ${name}`);
  return found;
}
