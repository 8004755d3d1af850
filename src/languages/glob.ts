/** A pattern for paths, as test runners write them: `**`, `*`, `?`, `[a-z]`, `{a,b}`, `?(a|b)`, `!(a)`. */
export function globPattern(glob: string): RegExp {
  const plain = glob.replace(/^(?:\.\/|<rootDir>\/?)+/, '');
  // Nobody writes more by hand, and matching a path could take for ever.
  if (plain.length > MAX_GLOB || (plain.match(/\*+|\+\(/g) ?? []).length > MAX_STARS) return /(?!)/;
  try {
    return new RegExp(`^${translate(plain)}$`);
  } catch {
    return /(?!)/;
  }
}

const MAX_GLOB = 300;
const MAX_STARS = 7;

/** Whether a word is a pattern, rather than a path. */
export function isGlob(word: string): boolean {
  return /[*?[\]{}]|[!@+]\(/.test(word);
}

/** What a runner takes as a file, a folder or a pattern. `fits`: which files of a folder. */
export function pathPattern(word: string, fits = /[^/]*/): RegExp {
  if (isGlob(word)) return globPattern(word);
  const plain = word.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const below = plain === '' || plain === '.' ? '' : `${escapePattern(plain)}/`;
  return new RegExp(`^${escapePattern(plain)}$|^${below}(?:[^/]+/)*(?:${fits.source})$`);
}

/** A regular expression of a project's own; none where it is broken, or where matching could take for ever. */
export function projectPattern(text: string): RegExp[] {
  if (text.length > MAX_GLOB || /[+*}][)\]]*[+*{]/.test(text)) return [];
  try {
    return [new RegExp(text)];
  } catch {
    return [];
  }
}

/** Everything below a folder, or the file itself. */
export function belowPattern(path: string): RegExp {
  const plain = path.replace(/^(?:\.\/|<rootDir>\/?)+/, '').replace(/\/+$/, '');
  return plain === '' || plain === '.' ? /^/ : new RegExp(`^${escapePattern(plain)}(?:/|$)`);
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function translate(glob: string): string {
  let out = '';
  /** What closes the groups that are open. */
  const open: string[] = [];
  for (let at = 0; at < glob.length; at++) {
    const sign = glob[at] ?? '';
    if (glob.startsWith('**/', at) && (at === 0 || glob[at - 1] === '/' || glob[at - 1] === '{')) {
      out += '(?:[^/]+/)*';
      at += 2;
    } else if (glob.startsWith('**', at)) {
      out += '.*';
      at++;
    } else if ('?*+@!'.includes(sign) && glob[at + 1] === '(') {
      out += sign === '!' ? '(?:(?!(?:' : '(?:';
      open.push(sign === '!' ? ')(?:[./]|$))[^/]*)' : `)${sign === '@' ? '' : sign}`);
      at++;
    } else if (sign === ')' && open.length > 0 && open.at(-1) !== '}') out += open.pop() ?? '';
    else if (sign === '|' && open.length > 0) out += '|';
    else if (sign === '{') {
      out += '(?:';
      open.push('}');
    } else if (sign === '}' && open.at(-1) === '}') {
      out += ')';
      open.pop();
    } else if (sign === ',' && open.at(-1) === '}') out += '|';
    else if (sign === '*') out += '[^/]*';
    else if (sign === '?') out += '[^/]';
    else if (sign === '[') {
      const end = glob.indexOf(']', at + 2);
      if (end === -1) out += String.raw`\[`;
      else {
        out += `[${glob
          .slice(at + 1, end)
          .replace(/^!/, '^')
          .replaceAll('\\', '\\\\')}]`;
        at = end;
      }
    } else out += escapePattern(sign);
  }
  return out;
}
