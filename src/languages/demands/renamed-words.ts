/** Words of an expression as `showAssertion` writes it, outside strings. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[\p{L}_$][\p{L}\p{N}_$]*/gu;

export function replaceWords(text: string, renames: ReadonlyMap<string, string>): string {
  return renames.size === 0 ? text : text.replaceAll(TOKEN, (token) => renames.get(token) ?? token);
}

export function wordsOf(text: string): string[] {
  return (text.match(TOKEN) ?? []).filter((token) => !token.startsWith('"'));
}

/** The expression with every name taken out. */
export function skeletonOf(text: string): string {
  return text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : '_'));
}

/** Values in an expression, apart from how long something may take. */
export function literalsOf(text: string): string[] {
  const kept = text.replaceAll(/(?:timeout|delay|interval|retries|deadline|idle|wait)\w* [:=] [\d.]+/gi, '');
  return [...kept.matchAll(/"((?:[^"\\]|\\.)*)"|(?<![\p{L}\p{N}_$])(\d[\w.]*)/gu)].map(
    ([, string, number]) => string ?? number ?? '',
  );
}

/** What one text calls differently; undefined: they differ in more than names, or not everywhere alike. */
export function renamesBetween(before: string, after: string): Map<string, string> | undefined {
  if (skeletonOf(before) !== skeletonOf(after)) return undefined;
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const [there, back] = [new Map<string, string>(), new Map<string, string>()];
  for (const [at, word] of old.entries()) {
    const other = now[at] ?? '';
    if ((there.get(word) ?? other) !== other || (back.get(other) ?? word) !== word) return undefined;
    there.set(word, other);
    back.set(other, word);
  }
  return new Map([...there].filter(([word, other]) => word !== other));
}
