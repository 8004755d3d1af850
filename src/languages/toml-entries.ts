import { parse } from 'smol-toml';
import { isRecord } from '../base/json.ts';

/** One `key = value` of a TOML file. */
export interface TomlEntry {
  /** `tool.poetry.dependencies`, without quotes. */
  readonly table: string;
  readonly key: string;
  /** Where the value is a list: the strings in it. */
  readonly strings: readonly string[];
}

/** However the tables are written: with headers, inline, or as dotted keys. None where the file cannot be read. */
export function tomlEntries(text: string): TomlEntry[] {
  try {
    return entriesOf(parse(text, { integersAsBigInt: 'asNeeded' }), []);
  } catch {
    return [];
  }
}

/** What stands at this path of tables; undefined: nothing, or the file cannot be read. */
export function tomlTable(text: string, path: readonly string[]): unknown {
  try {
    let table: unknown = parse(text, { integersAsBigInt: 'asNeeded' });
    for (const key of path) table = isRecord(table) ? table[key] : undefined;
    return table;
  } catch {
    return undefined;
  }
}

const DEEPEST = 10;

function entriesOf(table: Readonly<Record<string, unknown>>, path: readonly string[]): TomlEntry[] {
  return Object.entries(table).flatMap(([key, value]) => {
    const strings = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    const inside = isRecord(value) && path.length < DEEPEST ? entriesOf(value, [...path, key]) : [];
    return [{ table: path.join('.'), key, strings }, ...inside];
  });
}
