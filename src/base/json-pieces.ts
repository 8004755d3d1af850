import { isRecord } from './json.ts';

/** A list or record with more entries than this is not written in one go. */
const MANY = 1_000;
/** How deep such a one is looked for. */
const DEPTH = 3;

/**
 * The text of `JSON.stringify(value)`, in pieces where something in it has very many entries: the whole of a large value
 * would stand in memory several times while it is written.
 */
export function* jsonPieces(value: unknown, depth = DEPTH): Generator<string> {
  if (!isLarge(value, depth)) {
    yield JSON.stringify(value) ?? 'null';
  } else if (Array.isArray(value)) {
    let opening = '[';
    for (const entry of value) {
      yield opening;
      yield* jsonPieces(entry, depth - 1);
      opening = ',';
    }
    yield ']';
  } else {
    let opening = '{';
    for (const [key, entry] of Object.entries(value)) {
      if (entry === undefined) continue;
      yield `${opening}${JSON.stringify(key)}:`;
      yield* jsonPieces(entry, depth - 1);
      opening = ',';
    }
    yield '}';
  }
}

function isLarge(value: unknown, depth: number): value is Readonly<Record<string, unknown>> | readonly unknown[] {
  if (depth === 0) return false;
  const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  return entries.length > MANY || entries.some((entry) => isLarge(entry, depth - 1));
}

/** Whether one of its fields is a very long list: those of an event are what makes it large. */
export function hasLongList(value: unknown): boolean {
  if (!isRecord(value)) return false;
  for (const field in value) {
    const entry = value[field];
    if (Array.isArray(entry) && entry.length > MANY) return true;
  }
  return false;
}
