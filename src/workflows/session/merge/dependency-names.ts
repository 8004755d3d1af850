/**
 * What a sentence without its paths names that could be a dependency: in English words with a capital, in Korean every Latin
 * word. `Spring Security` is one name, and so is `React 18`, which no manifest calls a dependency.
 */
export function findNames(prose: string): string[] {
  const isKorean = /[가-힣]/.test(prose);
  return [...prose.matchAll(isKorean ? LATIN : CAPITALISED)]
    .filter(({ 0: name, index }) => isKorean || !beginsSentence(prose, { name, index }))
    .map(([name]) => name);
}

/** `Tests are …` begins with a word, `Kafka and …` with a name. */
function beginsSentence(prose: string, { name, index }: { readonly name: string; readonly index: number }): boolean {
  const [before, after] = [prose.slice(0, index), prose.slice(index + name.length)];
  return /^[A-Z][a-z]*$/.test(name) && /(?:^|[.!?]\s)\s*$/.test(before) && !/^(?:,| and\b)/.test(after);
}

const WORD = String.raw`[\w.+#@/-]*`;
const VERSION = String.raw`(?: v?\d[\w.]*)?`;
const CAPITALISED = new RegExp(String.raw`(?<![\w.@/-])@?[A-Z]${WORD}(?: [A-Z]${WORD})*${VERSION}`, 'g');
const LATIN = new RegExp(String.raw`(?<![\w.@/-])@?[A-Za-z]${WORD}(?: [A-Za-z]${WORD})*${VERSION}`, 'g');

/** `Express` and `Express.js` for `express`, `NestJS` for `@nestjs/core`, `Spring Security` for `spring-boot-starter-security`. */
export function isDeclared(name: string, dependencies: readonly string[]): boolean {
  const spellings = [name, name.replace(/\.?js$/i, '')].map(wordsOf).filter(({ length }) => length > 0);
  return dependencies.some((dependency) =>
    spellings.some((words) =>
      words.length === 1 ? isNameOf(dependency, words[0]) : isWithin(words, wordsOf(dependency)),
    ),
  );
}

function isNameOf(dependency: string, word: string | undefined): boolean {
  const parts = dependency.toLowerCase().split(/[/:@]/);
  return parts.some((part) => part === word || part.replace(/^.*\./, '') === word);
}

/** All of them, in this order. */
function isWithin(words: readonly string[], all: readonly string[]): boolean {
  let next = 0;
  for (const word of all) if (word === words[next]) next += 1;
  return next === words.length;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
