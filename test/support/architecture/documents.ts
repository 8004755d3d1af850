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
