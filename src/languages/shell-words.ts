/** One word of a line for `sh`. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A line with more words. */
export function addWords(line: string, words: readonly string[]): string {
  return [line, ...words.map(quote)].join(' ');
}

/**
 * The words of a line that is one simple command, after what it sets in its environment. Undefined: it is more than
 * that, or a shell would do more with it than split it and look for files.
 */
export function simpleCommand(line: string): readonly string[] | undefined {
  if (line.length > MAX_LINE || /[;&|<>`$()\n\\#]/.test(line)) return undefined;
  const word = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g;
  if (line.replace(word, '').trim() !== '') return undefined;
  const words = (line.match(word) ?? []).map((one) => one.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
  const from = words.findIndex((one) => one !== 'cross-env' && !/^\w+=/.test(one));
  return from === -1 ? undefined : words.slice(from);
}

const MAX_LINE = 4_000;

/** The words after the program, where they run it: by name, through a package manager, or from where packages put it. */
export function wordsAfter(program: string, words: readonly string[]): readonly string[] | undefined {
  const rest = withoutLauncher(words);
  const first = rest[0]?.replace(/^(?:\.\/)?node_modules\/\.bin\//, '');
  return first === program ? rest.slice(1) : undefined;
}

const LAUNCHERS: readonly (readonly string[])[] = [
  ['npx', '--no-install'],
  ['npx', '--no'],
  ['npx', '-y'],
  ['npx'],
  ['npm', 'exec', '--'],
  ['npm', 'exec'],
  ['pnpm', 'exec'],
  ['pnpm'],
  ['yarn', 'exec'],
  ['yarn', 'run'],
  ['yarn'],
  ['uv', 'run'],
  ['poetry', 'run'],
  ['pipenv', 'run'],
];

function withoutLauncher(words: readonly string[]): readonly string[] {
  const launcher = LAUNCHERS.find((one) => one.every((word, at) => words[at] === word));
  return launcher === undefined ? words : words.slice(launcher.length);
}

/** A pattern for texts that hold one of these. */
export function matchAny(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|');
}

/** A test's own name, out of an id with what it is in. */
export function ownName(name: string): string {
  return name.split(' > ').at(-1) ?? name;
}
