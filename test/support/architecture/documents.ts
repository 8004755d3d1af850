import type { SourceFile } from './facts.ts';

/** Paths that documents name in `code` although nothing is there, as `document:line: path`. */
export function namedButMissing(documents: readonly SourceFile[], exists: (path: string) => boolean): string[] {
  return namesIn(documents, /^(?:\.\/)?((?:src|test|scripts|bench|bin|docs|templates|examples|ui)\/[\w./-]*)$/)
    .filter(({ name }) => !exists(name))
    .map(({ place, name }) => `${place}: ${name} does not exist`);
}

/**
 * What documents for contributors name in `code` and no source has: files below `src/` (`engine/project.ts`, or
 * `project.ts` alone), and identifiers of several words.
 */
export function unknownCode(documents: readonly SourceFile[], sources: readonly SourceFile[]): string[] {
  const paths = sources.map(({ path }) => path);
  const identifiers = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []));
  const files = namesIn(documents, /^([\w-]+(?:\/[\w.-]+)*\.(?:ts|mjs))$/)
    .filter(({ name }) => !paths.some((path) => path === name || path.endsWith(`/${name}`)))
    .map(({ place, name }) => `${place}: no source is called ${name}`);
  const names = namesIn(documents, /^([A-Za-z][a-z]*[A-Z]\w*)(?:\([\w, ]*\))?$/)
    .filter(({ name }) => !identifiers.has(name))
    .map(({ place, name }) => `${place}: no source knows ${name}`);
  return [...files, ...names];
}

/** What stands in `code` and is of this form. */
function namesIn(documents: readonly SourceFile[], form: RegExp): { readonly place: string; readonly name: string }[] {
  return documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => {
        const name = form.exec(code)?.[1];
        return name === undefined ? [] : [{ place: `${path}:${index + 1}`, name }];
      }),
    ),
  );
}
