import { oneSpelling } from './python/aliases.ts';
import type { Language, SourceLine } from './language.ts';
import { onlyGainsPython } from './python/additions.ts';
import { pythonFileParts } from './python/file-parts.ts';
import { pdm, pip, pipenv, poetry, uv } from './python/packages.ts';
import { pythonReferences } from './python/references.ts';
import { SHADOWING_FILES } from './python/shadowing-files.ts';
import { replacedInPython } from './python/replaced-assertions.ts';
import { suspiciousPython } from './python/suspicious.ts';
import { pythonSyntax } from './python/syntax.ts';
import { pythonTestBlocks } from './python/test-blocks.ts';
import { matchNames } from './source.ts';

export const python: Language = {
  name: 'python',
  extension: /\.pyi?$/,
  reader: {
    syntax: pythonSyntax,
    testTitles: (source) =>
      matchNames(
        source,
        /^[ \t]*(?:async[ \t]+)?def[ \t]+(test[\p{L}\p{N}_]*)|^[ \t]*class[ \t]+(Test[\p{L}\p{N}_]*)/gmu,
      ),
    findReferences: pythonReferences,
  },
  testFiles: [/(?:^|\/)test_[^/]*\.py$/, /_test\.py$/, /(?:^|\/)conftest\.py$/],
  generated: /_pb2(?:_grpc)?\.py$/,
  folderModule: '__init__',
  libraryImport: (name) => {
    const module = name.replaceAll('-', '[-_]');
    return [
      new RegExp(String.raw`^\s*from\s+${module}(?:\.[\w.]+)?\s+import\b`, 'i'),
      new RegExp(String.raw`^\s*import\s+(?:[\w.]+(?:\s+as\s+\w+)?\s*,\s*)*${module}(?![\w-])`, 'i'),
    ];
  },
  types: { untypedIn: (path, line) => (path.endsWith('.py') ? untypedFunction(line) : undefined) },
  missing: [
    [/ModuleNotFoundError: No module named ['"]([\w.]+)['"]/g, 'dotted module'],
    [/ImportError: cannot import name ['"](\w+)['"]/g, 'symbol'],
    [/AttributeError: (?:partially initialized )?module ['"][\w.]+['"] has no attribute ['"](\w+)['"]/g, 'symbol'],
    [/NameError: name ['"](\w+)['"] is not defined/g, 'symbol'],
  ],
  syntaxErrors: [/^E\s+SyntaxError: /m, /^(?:E\s+)?(?:IndentationError|TabError): /m],
  packageManagers: [pip, uv, poetry, pdm, pipenv],
  splitFiles: pythonFileParts,
  findTestBlocks: pythonTestBlocks,
  onlyGains: onlyGainsPython,
  suspicious: suspiciousPython,
  findSuspicious: replacedInPython,
  oneSpelling,
  shadows: SHADOWING_FILES,
};

/** A function of which a parameter or the result has no annotation. */
function untypedFunction({ text, after }: SourceLine): string | undefined {
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
