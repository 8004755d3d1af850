import { isRecord } from '../base/json.ts';
import type { Catalogue } from './catalogue.ts';

/** A JSON Schema whose descriptions are in the language of the person; nothing else of it changes. */
export function describeSchema(schema: Readonly<Record<string, unknown>>, words: Catalogue): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'description' && typeof value === 'string' ? words.describe(value) : described(value, words),
    ]),
  );
}

function described(value: unknown, words: Catalogue): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => described(item, words));
  return isRecord(value) ? describeSchema(value, words) : value;
}
