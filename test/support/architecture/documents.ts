import type { SourceFile } from './facts.ts';

/** Paths that documents name in `code` although nothing is there, as `document:line: path`. */
export function namedButMissing(documents: readonly SourceFile[], exists: (path: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(/`(?:\.\/)?((?:src|test|scripts|bench|bin|docs|templates|examples|ui)\/[\w./-]*)`/g)]
        .map(([, named = '']) => named)
        .filter((named) => !exists(named))
        .map((named) => `${path}:${index + 1}: ${named} does not exist`),
    ),
  );
}

/** Dotted keys of `measure` that `other` lacks or has as something else. */
export function missingKeys(measure: object, other: object, prefix = ''): string[] {
  return Object.entries(measure).flatMap(([key, value]: [string, unknown]) => {
    const counterpart: unknown = Reflect.get(other, key);
    const name = prefix + key;
    if (typeof counterpart !== typeof value) return [name];
    if (!isGroup(value) || !isGroup(counterpart)) return [];
    return missingKeys(value, counterpart, `${name}.`);
  });
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
