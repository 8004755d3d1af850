import { parseJavaScript } from './object-literal.ts';

/** Whether a file only gains imports, functions, classes, types and constants: nothing that is executed when it is loaded. */
export function onlyGainsJavaScript(before: string, after: string): boolean {
  const [was, is] = [statementsOf(before), statementsOf(after)];
  if (was === undefined || is === undefined) return false;
  const left = was.map(({ text }) => text);
  const gained = is.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  // An import may only gain names.
  const grown = left.filter((text) => !gained.some((one) => gainsNames(text, one.text)));
  const taken = new Set(was.flatMap(declaredName));
  const isNew = gained.flatMap(declaredName).every((name) => !taken.has(name));
  return grown.length === 0 && isNew && gained.every(isHarmless);
}

interface Statement {
  readonly text: string;
  readonly bare: string;
}

function statementsOf(text: string): Statement[] | undefined {
  const source = parseJavaScript(text);
  if (source === undefined) return undefined;
  const ranges: { begin: number; end: number }[] = [];
  let depth = 0;
  let at = 0;
  /** Whether the line before cannot be the end of a statement. */
  let isOpen = false;
  let isTemplate = false;
  for (const line of source.bare.split('\n')) {
    const end = at + line.length + 1;
    const isContinued = depth > 0 || isOpen || isTemplate || /^\s*(?:[)\]}.?:+*/&|<>=,]|-(?!-))/.test(line);
    if (line.trim() !== '' && !isContinued) ranges.push({ begin: at, end });
    else {
      const last = ranges.at(-1);
      if (last !== undefined) last.end = end;
    }
    for (const sign of line) {
      if (sign === '`') isTemplate = !isTemplate;
      depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
    }
    if (line.trim() !== '') isOpen = /(?:[-=+*/&|<,?:(]|=>)\s*$/.test(line) && !/(?:\+\+|--|\*\/)\s*$/.test(line);
    at = end;
  }
  const plain = (part: string): string => part.replaceAll(/\s+/g, ' ').replace(/;\s*$/, '').trim();
  return ranges.map(({ begin, end }) => ({
    text: plain(source.code.slice(begin, end)),
    bare: plain(source.bare.slice(begin, end)),
  }));
}

function gainsNames(before: string, after: string): boolean {
  const parts = (text: string): { readonly names: string[]; readonly from: string } | undefined => {
    const [, names, from] = /^(?:import|export)(?: type)? \{([^}]*)\}( from .*|$)/.exec(text) ?? [];
    return names === undefined || from === undefined
      ? undefined
      : { names: names.split(',').map((one) => one.trim()), from };
  };
  const [was, is] = [parts(before), parts(after)];
  return (
    was !== undefined && is !== undefined && was.from === is.from && was.names.every((name) => is.names.includes(name))
  );
}

function declaredName({ bare }: Statement): string[] {
  return (
    /^(?:export )?(?:default )?(?:async )?(?:function\*?|class|const|let|var) ?([\w$]+)/.exec(bare)?.slice(1, 2) ?? []
  );
}

function isHarmless({ bare, text }: Statement): boolean {
  if (/^['"]use strict['"]$/.test(text)) return true;
  if (/^import (?:type )?[\w${*][^;]* from ['"]/.test(bare)) return true;
  if (/^export (?:type )?(?:\*|\{[^}]*\})(?: as [\w$]+)?(?: from ['"][^;]*)?$/.test(bare)) return true;
  if (/^(?:export )?(?:declare )?(?:type|interface|namespace \w+ \{\})\b/.test(bare)) return true;
  if (/^(?:export )?(?:default )?(?:async )?function\b/.test(bare)) return endsWithBody(bare);
  if (/^(?:export )?(?:default )?(?:abstract )?class\b/.test(bare))
    return (
      endsWithBody(bare) &&
      !/\bstatic\s*\{|\bstatic\s+[\w$#]+\s*(?::[^=;]*)?=[^;]*\(|@\w|\bextends\s+[\w$.]+\s*\(|\[[^\]]*\(/.test(bare)
    );
  const value =
    /^(?:export )?const [\w$]+(?:\s*:[^=]*?)?\s*=\s*(?!=)(.*)$/.exec(bare)?.[1] ??
    /^(?:module\.)?exports\.[\w$]+\s*=\s*(?!=)(.*)$/.exec(bare)?.[1];
  return value !== undefined && isHarmlessValue(value);
}

/** The statement ends where the body does: nothing follows on the same line. */
function endsWithBody(bare: string): boolean {
  return bare.endsWith('}') && !/\}\s*(?:;|\()\s*\S/.test(closed(bare));
}

/** Without what is in brackets. */
function closed(bare: string): string {
  let depth = 0;
  let out = '';
  for (const sign of bare) {
    if ('([{'.includes(sign)) depth++;
    if (depth === 0 || (depth === 1 && '([{'.includes(sign))) out += sign;
    if (')]}'.includes(sign)) {
      depth--;
      if (depth === 0) out += sign;
    }
  }
  return out;
}

/** A function, or a value in which nothing is called. */
function isHarmlessValue(value: string): boolean {
  if (/^(?:async )?(?:function\b|(?:\([^()]*\)|[\w$]+)(?:\s*:[^=]*?)?\s*=>)/.test(value)) {
    const rest = closed(
      value.replace(/^(?:async )?(?:function\b[^{]*|(?:\([^()]*\)|[\w$]+)(?:\s*:[^=]*?)?\s*=>\s*)/, ''),
    );
    return !/;\s*\S/.test(rest) && !/\}\s*\(/.test(rest);
  }
  const isFunctions = value.replaceAll(/(?:async )?\([^()]*\)(?:\s*:[^=,]*?)?\s*=>\s*\{[^{}]*\}/g, '0');
  return !/[()`;]|\b(?:new|await|yield|import|delete)\b|\+\+|--|[\w$\]]\s*=(?![=>])/.test(isFunctions);
}
