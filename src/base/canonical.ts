/**
 * The one text of a JSON value: keys sorted by code unit, no white space. Two values are the same document exactly when
 * their canonical texts are equal. Fields that are undefined count as absent, as in JSON.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return canonicalList(value);
  let text = '';
  for (const [key, entry] of sortedEntries(value)) {
    if (entry !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(entry)}`;
  }
  return `{${text}}`;
}

function canonicalList(values: readonly unknown[]): string {
  // Without objects inside there are no keys to sort, and the native writer is many times faster.
  if (values.every(isScalar)) return JSON.stringify(values);
  let text = '';
  for (const entry of values) text += `${text === '' ? '' : ','}${canonicalJson(entry)}`;
  return `[${text}]`;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function sortedEntries(value: object): [string, unknown][] {
  // The default order of strings is by code unit.
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}
