import { languageOf } from './language.ts';
import { readSource, type Source } from './read-source.ts';

/** The titles and names that a test file gives to its tests and suites; what stands only in a comment is none. */
export function titlesIn(path: string, text: string): readonly string[] {
  const language = languageOf(path);
  const source = language === undefined ? undefined : readSource(language, text.normalize('NFC'));
  const titles = source === undefined ? ofAnyLanguage(text) : TITLES[source.language](source);
  return titles.slice(0, MOST_TITLES);
}

const MOST_TITLES = 20_000;

const TITLES: Readonly<Record<Source['language'], (source: Source) => string[]>> = {
  javascript: (source) =>
    strings(
      source,
      /\b(?:it|test|describe|suite|context|specify|x?it|f?it|xtest|step)(?:\.\w+)*\s*(?:\([^()]*\)\s*)?\(\s*(['"`])/g,
    ),
  python: (source) =>
    names(source, /^[ \t]*(?:async[ \t]+)?def[ \t]+(test[\p{L}\p{N}_]*)|^[ \t]*class[ \t]+(Test[\p{L}\p{N}_]*)/gmu),
  java: (source) => [...jvmMethods(source), ...strings(source, /@DisplayName\s*\(\s*(?:value\s*=\s*)?(")/g)],
  kotlin: (source) => [
    ...names(source, /\bfun\s+(?:`([^`\n]+)`|([\p{L}_][\p{L}\p{N}_]*))\s*\(/gu),
    ...strings(source, /@DisplayName\s*\(\s*(?:value\s*=\s*)?(")/g),
    // Kotest.
    ...strings(source, /\b(?:test|should|it|describe|context|scenario|feature|expect)\s*\(\s*(")/g),
  ],
  go: (source) => [...names(source, /^func\s+((?:Test|Example|Fuzz)[\p{L}\p{N}_]*)/gmu), ...goTables(source)],
  rust: (source) => names(source, /\bfn\s+([\p{L}_][\p{L}\p{N}_]*)/gu),
  csharp: (source) => [...jvmMethods(source), ...strings(source, /\bDisplayName\s*=\s*(")/g)],
};

function names({ bare }: Source, pattern: RegExp): string[] {
  return [...bare.matchAll(pattern)].map(([, one, other]) => one ?? other ?? '');
}

/** The strings whose first quote the pattern ends with. */
function strings({ bare, code }: Source, pattern: RegExp): string[] {
  return [...bare.matchAll(pattern)].flatMap((match) => {
    const begin = match.index + match[0].length;
    const end = bare.indexOf(match[1] ?? '"', begin);
    return end === -1 || end - begin > LONGEST_TITLE ? [] : [code.slice(begin, end)];
  });
}

const LONGEST_TITLE = 2_000;

/** Methods of Java and C#: a type, a name, a list of parameters, and a body. */
function jvmMethods(source: Source): string[] {
  const method =
    /[\p{L}\p{N}_>\]?]\s+([\p{L}_][\p{L}\p{N}_]*)\s*\([^(){};]{0,500}\)\s*(?:throws\s[\p{L}\p{N}_.,\s]{0,300})?\{/gu;
  return names(source, method).filter((name) => !NO_METHODS.has(name));
}

const NO_METHODS = new Set(['if', 'for', 'while', 'switch', 'catch', 'synchronized', 'using', 'lock', 'foreach']);

/** `t.Run("…")`, and the names of tables of cases: `{name: "…"}` and `"…": {`. */
function goTables(source: Source): string[] {
  return [
    ...strings(source, /\.Run\s*\(\s*(["`])/g),
    ...strings(source, /\b(?:name|desc|title|scenario|tc)\s*:\s*(["`])/gi),
    ...strings(source, /^\s*(")(?= *"\s*:\s*\{)/gm),
    ...strings(source, /\{\s*(")(?= *"\s*,)/g),
  ];
}

/** By the line: what most languages have in common. */
function ofAnyLanguage(text: string): string[] {
  const lines = text
    .split('\n')
    .filter((line) => line.length < LONGEST_TITLE && !/^\s*(?:#|\/\/|\/?\*|--|;|%)/.test(line));
  return lines.flatMap((line) => {
    const title = /\b(?:it|test|describe|context|scenario|specify|example|should)\b[\s(:]*(["'])(.*?)\1/i.exec(
      line,
    )?.[2];
    const name = /\b(?:def|func|function|fun|sub|proc)\s+([\p{L}\p{N}_?!]+)/u.exec(line)?.[1];
    const step = /^\s*(?:Scenario(?: Outline)?|Example|시나리오)\s*:\s*(.+)$/.exec(line)?.[1];
    return [title, name, step].filter((one) => one !== undefined);
  });
}
