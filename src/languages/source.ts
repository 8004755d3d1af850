import type { Failure } from '../base/failure.ts';
import type { Result } from '../base/result.ts';
import { stripText, type StrippedText, type Syntax } from './lexer.ts';

/** How the sources of a language are read. */
export interface SourceReader {
  readonly syntax: Syntax;
  /** Titles and names of tests and suites. */
  readonly testTitles: (source: SourceText) => string[];
  /** What other files can use. */
  readonly declaredNames?: (source: SourceText) => string[];
  /** Whether a name between these texts is a member of a type, where that is written as in no other language. */
  readonly isMember?: (before: string, after: string) => boolean;
  readonly findReferences?: FindReferences;
}

export interface SourceText extends StrippedText {
  readonly reader: SourceReader;
}

/** Undefined where the text is too long. */
export function parseSource(reader: SourceReader, text: string): SourceText | undefined {
  const stripped = stripText(reader.syntax, text);
  return stripped === undefined ? undefined : { reader, ...stripped };
}

/** Counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The first group of each match that has one. */
export function matchNames({ bare }: SourceText, pattern: RegExp): string[] {
  return [...bare.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '');
}

/** The strings whose opening quote is the first group and the end of a match. */
export function matchStrings({ bare, code }: SourceText, pattern: RegExp): string[] {
  return [...bare.matchAll(pattern)].flatMap((match) => {
    const begin = match.index + match[0].length;
    const end = bare.indexOf(match[1] ?? '"', begin);
    return end === -1 || end - begin > MAX_STRING ? [] : [code.slice(begin, end)];
  });
}

const MAX_STRING = 2_000;

/** Where a name stands on its own: not as part of another, and not as a member of something. */
export function findUses({ bare }: SourceText, name: string): number[] {
  const found: number[] = [];
  for (let at = bare.indexOf(name); at !== -1 && found.length < MAX_USES; at = bare.indexOf(name, at + name.length)) {
    const [before, after] = [bare.slice(Math.max(0, at - 2), at), bare.slice(at + name.length, at + name.length + 2)];
    if (!/[\p{L}\p{N}_$.]$/u.test(before) && !/^[\p{L}\p{N}_$]/u.test(after)) found.push(at);
  }
  return found;
}

const MAX_USES = 100;

/** The files of a project, read as they are asked for. */
export interface SourceTree {
  readonly paths: ReadonlySet<string>;
  /** Those of them that are there and not too large to be read. */
  texts(paths: Iterable<string>): Promise<Result<ReadonlyMap<string, string>, Failure>>;
}

/** A place in a source that uses another file of the tree. */
export interface Reference {
  readonly target: string;
  readonly line: number;
  /** What is imported, as the source has it. */
  readonly import: string;
}

export interface ReferenceSearch {
  readonly path: string;
  readonly source: SourceText;
  /** Only references to these are looked for. */
  readonly targets: ReadonlySet<string>;
  readonly tree: SourceTree;
  /** Reads a file of any language; undefined: it cannot be read. */
  readonly read: (path: string, text: string) => SourceText | undefined;
}

/** Knows what is written out in a source, not what a program makes up while it runs. */
export type FindReferences = (search: ReferenceSearch) => Promise<Result<readonly Reference[], Failure>>;

/** How many files are gone through to find where something comes from. */
export const MAX_DEPTH = 6;

/** Of one source. */
export const MAX_IMPORTS = 2_000;
