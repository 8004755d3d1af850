/** One command of a shell text. */
export interface ShellCommand {
  /** What it sets in its environment. */
  readonly environment: ReadonlyMap<string, string>;
  /** Whether something reads what it prints: a substitution, or the next command of a pipe. */
  readonly isRead: boolean;
  /** Its words, unquoted; what a shell fills in stays as it is written: `$DIR/a.sh`. */
  readonly words: readonly string[];
}

/**
 * The commands that a line or a script for `sh` may run, in their order: of lists, pipes, groups, loops, conditions and
 * substitutions. Lenient: what cannot be understood is left out.
 */
export function shellCommands(text: string): ShellCommand[] {
  const found: ShellCommand[] = [];
  collect(text.slice(0, MAX_TEXT), { found, left: MAX_NESTED, isRead: false });
  return found.slice(0, MAX_COMMANDS);
}

const MAX_TEXT = 200_000;
const MAX_COMMANDS = 2_000;
const MAX_NESTED = 4;

interface Collecting {
  readonly found: ShellCommand[];
  readonly left: number;
  readonly isRead: boolean;
}

function collect(text: string, { found, left, isRead }: Collecting): void {
  const inner = { found, left: left - 1, isRead: true };
  let words: string[] = [];
  let word: string | undefined;
  /** Words that the rest of their line is the body of. */
  const heredocs: string[] = [];
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (isPiped = false): void => {
    endWord();
    const command = commandOf(words, isRead || isPiped);
    if (command !== undefined) found.push(command);
    words = [];
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '\\') {
      if (text[at + 1] === '\n') endWord();
      else word = (word ?? '') + (text[at + 1] ?? '');
      at++;
    } else if (sign === "'") {
      const end = text.indexOf("'", at + 1);
      const until = end === -1 ? text.length : end;
      word = (word ?? '') + text.slice(at + 1, until);
      at = until;
    } else if (sign === '"') {
      const { value, until } = doubleQuoted(text, at + 1);
      word = (word ?? '') + value;
      if (left > 0) for (const one of substitutions(value)) collect(one, inner);
      at = until;
    } else if (text.startsWith('$(', at) || sign === '`') {
      const until = sign === '`' ? text.indexOf('`', at + 1) : closing(text, at + 1);
      const end = until === -1 ? text.length : until;
      word = (word ?? '') + text.slice(at, end + 1);
      if (left > 0) collect(text.slice(at + (sign === '`' ? 1 : 2), end), inner);
      at = end;
    } else if (text.startsWith('${', at)) {
      const until = text.indexOf('}', at);
      const end = until === -1 ? text.length : until;
      word = (word ?? '') + text.slice(at, end + 1);
      at = end;
    } else if (sign === '#' && word === undefined) {
      const end = text.indexOf('\n', at);
      at = (end === -1 ? text.length : end) - 1;
    } else if (sign === '<' && text[at + 1] === '<' && text[at + 2] !== '<') {
      const tag = /^<<-?\s*(["']?)([\w-]+)\1/.exec(text.slice(at, at + 200));
      if (tag?.[2] !== undefined) heredocs.push(tag[2]);
      at += (tag?.[0].length ?? 2) - 1;
    } else if (sign === '>' || sign === '<') {
      // What it is redirected to is no argument.
      if (word !== undefined && !/^\d$/.test(word)) endWord();
      word = undefined;
      at += (/^[<>&|]*\s*(?:[^\s;&|<>()'"]+|"[^"]*"|'[^']*')?/.exec(text.slice(at, at + 1_000))?.[0].length ?? 1) - 1;
    } else if (sign === '\n') {
      endCommand();
      for (let tag = heredocs.shift(); tag !== undefined; tag = heredocs.shift()) {
        const end = new RegExp(String.raw`^\s*${tag}\s*$`, 'm').exec(text.slice(at + 1));
        at = end === null ? text.length : at + 1 + end.index + end[0].length;
      }
    } else if (/[;&|()]/.test(sign)) {
      endCommand(sign === '|' && text[at + 1] !== '|' && text[at - 1] !== '|');
    } else if (/\s/.test(sign)) endWord();
    else word = (word ?? '') + sign;
  }
  endCommand();
}

function doubleQuoted(text: string, from: number): { readonly value: string; readonly until: number } {
  let value = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (sign === '"') return { value, until: at };
    if (text.startsWith('$(', at)) {
      const end = closing(text, at + 1);
      const until = end === -1 ? text.length : end;
      value += text.slice(at, until + 1);
      at = until;
    } else if (sign === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '')) {
      value += text[at + 1] === '\n' ? '' : (text[at + 1] ?? '');
      at++;
    } else value += sign;
  }
  return { value, until: text.length };
}

function substitutions(value: string): string[] {
  const found: string[] = [];
  for (let at = value.indexOf('$('); at !== -1 && found.length < 20; at = value.indexOf('$(', at + 2)) {
    const end = closing(value, at + 1);
    if (end !== -1) found.push(value.slice(at + 2, end));
  }
  return found;
}

/** Of the bracket at `open`; -1: it is never closed. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

/** Without the words of the shell's own grammar before it. */
function commandOf(all: readonly string[], isRead: boolean): ShellCommand | undefined {
  const environment = new Map<string, string>();
  let at = 0;
  for (; at < all.length; at++) {
    const word = all[at] ?? '';
    const [, name, value] = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined) environment.set(name, value ?? '');
    else if (word === 'for' || word === 'case' || word === 'function') return undefined;
    else if (!GRAMMAR.has(word)) break;
  }
  const words = all.slice(at);
  return words.length === 0 && environment.size === 0 ? undefined : { environment, isRead, words };
}

const GRAMMAR = new Set(['if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'while', 'until', 'esac', '{', '}', '!']);
