/** A statement that may stand on several lines; `at` and `until` are counted from 0, the last is left out. */
export interface JoinedLine {
  readonly at: number;
  readonly until: number;
  readonly text: string;
}

/** Lines that go on in the next one: a member on a line of its own, or what follows an open bracket. */
export function joinLines(lines: readonly string[]): JoinedLine[] {
  const joined: JoinedLine[] = [];
  for (const [at, line] of lines.entries()) {
    const last = joined.at(-1);
    const goesOn = last !== undefined && at - last.at < MAX_JOINED && (OPEN.test(last.text) || MEMBER.test(line));
    if (!goesOn) joined.push({ at, until: at + 1, text: line });
    else joined[joined.length - 1] = { at: last.at, until: at + 1, text: last.text.replace(OPEN, '$1') + line.trim() };
  }
  return joined;
}

const MAX_JOINED = 12;
const MEMBER = /^\s*\??\.(?!\.)/;
const OPEN = /([.[(]|(?<![=!<>])=(?!>))\s*$|\s*\\\s*$/;

/** Names of a file's own for what is known under others: `import script from 'node:process'`. */
export type Aliases = ReadonlyMap<string, string>;

/** Names stand for themselves in members, strings and keys. */
export function replaceAliases(text: string, aliases: Aliases): string {
  if (aliases.size === 0) return text;
  const any = [...aliases.keys()].map((name) => name.replaceAll('$', String.raw`\$`)).join('|');
  const used = new RegExp(String.raw`(?<![\w$.'"\`-])(?:${any})(?![\w$'"\`-]|\s*:(?!:))`, 'g');
  return text.replaceAll(used, (name) => aliases.get(name) ?? name);
}

/** `a, b as c` or `a, b: c`: what each is called here, and what it is called there. */
export function namePairs(list: string, separator: RegExp): [string, string][] {
  return list.split(',').flatMap((one) => {
    const [there = '', here = there] = one.replace(/=.*$/, '').split(separator);
    const isName = /^[\w$]+$/.test(there.trim()) && /^[\w$]+$/.test(here.trim());
    return isName ? [[here.trim(), there.trim()] as [string, string]] : [];
  });
}

/** A long line in pieces that overlap; only the first begins where the line begins. */
export function pieces(line: string): string[] {
  const found = [line.slice(0, PIECE)];
  for (let at = PIECE - OVERLAP; at + OVERLAP < line.length; at += PIECE - OVERLAP)
    found.push(`;${line.slice(at, at + PIECE).replace(/^[\w$.]+/, '')}`);
  return found;
}

const PIECE = 400;
const OVERLAP = 100;
