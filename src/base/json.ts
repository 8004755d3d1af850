/** Undefined where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** A JSON object: neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The one text of a JSON value: keys sorted by code unit, no white space. Two values are the same document exactly when
 * their canonical texts are equal. Fields that are undefined count as absent, as in JSON.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return canonicalList(value);
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  let text = '';
  // By code unit is the default order.
  for (const key of Object.keys(value).sort()) {
    const entry = value[key];
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
