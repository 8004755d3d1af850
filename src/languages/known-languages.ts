import { csharp } from './csharp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javaScript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import type { Language } from './language.ts';
import { otherLanguages } from './other-languages.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';
import { parseSource, type SourceText } from './source.ts';

/** A new language is a file of its own and a line here. */
export const LANGUAGES: readonly Language[] = [
  javaScript,
  python,
  java,
  kotlin,
  go,
  rust,
  csharp,
  ruby,
  php,
  ...otherLanguages,
];

export function languageOf(path: string): Language | undefined {
  return LANGUAGES.find(({ extension }) => extension.test(path));
}

/** Whether there is a reader for its language. */
export function isReadable(path: string): boolean {
  return languageOf(path)?.reader !== undefined;
}

/** Undefined: no language that can be read, or too long. */
export function readSource(path: string, text: string): SourceText | undefined {
  const reader = languageOf(path)?.reader;
  return reader === undefined ? undefined : parseSource(reader, text);
}

/** Whether a line of source imports a library. */
export function isImportOf(path: string, line: string, library: string): boolean {
  const language = languageOf(path) ?? LANGUAGES.find(({ embeddedIn }) => embeddedIn?.test(path));
  const name = library.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return language?.libraryImport?.(name).some((pattern) => pattern.test(line)) ?? false;
}

/**
 * Whether a support file only gains what does nothing until a test uses it: imports, functions, classes, fixtures.
 * Nothing may be executed when it is loaded, no hook be given to the runner, nothing that was there be changed.
 */
export function isBenignSupport(path: string, before: string | null, after: string | null): boolean {
  return after !== null && languageOf(path)?.onlyGains?.(before ?? '', after) === true;
}

/** As others import it: `src/a` for `src/a.ts`. */
export function withoutExtension(path: string): string {
  const pattern = languageOf(path)?.extension ?? /\.(?:json|vue|svelte)$/;
  return path.replace(pattern, '');
}

/** The titles and names that a test file gives to its tests and suites; what stands only in a comment is none. */
export function testTitles(path: string, text: string): readonly string[] {
  const source = readSource(path, text.normalize('NFC'));
  const titles = source === undefined ? titlesByLine(text) : source.reader.testTitles(source);
  return titles.slice(0, MAX_TITLES);
}

const MAX_TITLES = 20_000;
const MAX_LINE = 2_000;

/** What most languages have in common. */
function titlesByLine(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.length < MAX_LINE && !/^\s*(?:#|\/\/|\/?\*|--|;|%)/.test(line));
  return lines.flatMap((line) => {
    const title = /\b(?:it|test|describe|context|scenario|specify|example|should)\b[\s(:]*(["'])(.*?)\1/i.exec(
      line,
    )?.[2];
    const name = /\b(?:def|func|function|fun|sub|proc)\s+([\p{L}\p{N}_?!]+)/u.exec(line)?.[1];
    const step = /^\s*(?:Scenario(?: Outline)?|Example|시나리오)\s*:\s*(.+)$/.exec(line)?.[1];
    return [title, name, step].filter((one) => one !== undefined);
  });
}
