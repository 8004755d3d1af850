import type { ChangeClass } from './change-class.ts';

/** A part of a file that holds several classes. */
export interface FilePart {
  readonly class: ChangeClass;
  /** `scripts.test`, `[tool.pytest.ini_options]`, `#[cfg(test)]` */
  readonly part: string;
  /** What is compared; not always as it is written. */
  readonly content: string;
  readonly dependency?: 'runner' | 'other';
}

/** What the project says about the parts of one of its files. */
export interface PartContext {
  /** Scripts or targets of this file that the test command reaches. */
  readonly reached: ReadonlySet<string>;
  /** Keys of manifests that belong to test tools. */
  readonly toolKeys: readonly string[];
  /** Whether a package is a test runner, a plugin of one, or an assertion library. */
  readonly isRunner: (name: string) => boolean;
  /** Whether tests read this key of a manifest, and no product does. */
  readonly isReadByTests: (key: string) => boolean;
  /** Whether examples in documentation are run as tests. */
  readonly runsDoctests: boolean;
}

/** Of a project of which nothing but this file is known. */
export const NOTHING_KNOWN: PartContext = {
  reached: new Set(),
  toolKeys: [],
  isRunner: () => false,
  isReadByTests: () => false,
  runsDoctests: false,
};

/** A kind of file that holds several classes. */
export interface SplitFile {
  /** Its path. */
  readonly file: RegExp;
  /** Undefined: they cannot be cut apart. A file with one part, or none, is of one class. */
  readonly split: (text: string, context: PartContext) => readonly FilePart[] | undefined;
  /** What an inseparable file holds beside the product. */
  readonly holds: ChangeClass;
}

/** The entries of an object as parts, each named after where it stands. */
export function entryParts(
  value: Readonly<Record<string, unknown>>,
  name: (key: string) => string,
  classify: (key: string) => ChangeClass,
): FilePart[] {
  return Object.entries(value).map(([key, one]) => ({
    class: classify(key),
    part: name(key),
    content: toContent(one),
  }));
}

/** Dependencies: those of the test runner on their own, the others together. */
export function dependencyParts(
  part: string,
  dependencies: Readonly<Record<string, unknown>>,
  context: PartContext,
): FilePart[] {
  const entries = Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1));
  return dependencyEntryParts(entries, context, { part, nameOf: (name) => `${part}.${name}` });
}

/** The same, in their order; `nameOf`: what the part of a dependency is called. */
export function dependencyEntryParts(
  entries: readonly (readonly [string, unknown])[],
  { isRunner }: PartContext,
  { part, nameOf }: { readonly part: string; readonly nameOf: (name: string) => string },
): FilePart[] {
  const others = entries.filter(([name]) => !isRunner(name));
  const runners = entries.filter(([name]) => isRunner(name));
  return [
    ...(others.length === 0
      ? []
      : [{ class: 'product', part, content: toContent(others), dependency: 'other' } as const]),
    ...runners.map(([name, value]): FilePart => {
      return { class: 'product', part: nameOf(name), content: toContent(value), dependency: 'runner' };
    }),
  ];
}

/** Does not depend on the order of keys. */
export function toContent(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => {
    if (typeof one === 'bigint') return String(one);
    if (typeof one !== 'object' || one === null || Array.isArray(one) || one instanceof Date) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
