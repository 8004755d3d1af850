export interface SourceLine {
  readonly text: string;
  /** The new lines right after it. */
  readonly after: readonly string[];
}

/** What on a new line goes without a type, or undefined. A guess by the line, without a parser. */
export function isUntyped(path: string, line: SourceLine): string | undefined {
  if (/\.[cm]?tsx?$/.test(path)) return inTypeScript(line.text);
  return path.endsWith('.py') ? inPython(line) : undefined;
}

function inTypeScript(text: string): string | undefined {
  const directive = /(?:\/\/|\/\*)[\s*]*(@ts-ignore|@ts-nocheck)\b/.exec(text)?.[1];
  if (directive !== undefined) return directive;
  const code = withoutStrings(text);
  return /(?::|\bas|[<,|&=]|=>)\s*any\b(?!\s*[:(.?]|\s*=>)|<any>/.test(code) && !/^\s*\*/.test(code)
    ? 'any'
    : undefined;
}

/** Text in quotes and in comments is none of the code. */
function withoutStrings(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '""')
    .replace(/\/\/.*$|\/\*.*?(\*\/|$)/, '');
}

/** A function of which a parameter or the result has no annotation. */
function inPython({ text, after }: SourceLine): string | undefined {
  const name = /^\s*(?:async\s+)?def\s+(\w+)\s*(?:\[[^\]]*\])?\(/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const signature = signatureIn([text, ...after].join('\n'));
  if (signature === undefined) return undefined;
  const { parameters, result } = signature;
  const bare = parameters.filter(
    (one) => one !== '' && !/^(self|cls|\*|\/)$/.test(one) && !/^\*{0,2}\w+\s*:/.test(one),
  );
  const needsResult = name !== '__init__' || parameters.length <= 1;
  return bare.length > 0 || (needsResult && !/^\s*->/.test(result)) ? `def ${name}` : undefined;
}

/** Undefined: it is not all here. */
function signatureIn(text: string): { readonly parameters: string[]; readonly result: string } | undefined {
  const begin = text.indexOf('(') + 1;
  const parameters: string[] = [];
  let [depth, last] = [0, begin];
  for (let at = begin; at < text.length; at++) {
    const sign = text[at] ?? '';
    if ('([{'.includes(sign)) depth++;
    else if (depth === 0 && (sign === ',' || sign === ')')) {
      parameters.push(text.slice(last, at).replaceAll(/#.*$/gm, '').trim());
      last = at + 1;
      if (sign === ')') return { parameters, result: text.slice(at + 1) };
    } else if (')]}'.includes(sign)) depth--;
  }
  return undefined;
}
