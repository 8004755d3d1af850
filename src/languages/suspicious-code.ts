import { isCommandLineFile } from './source-files.ts';
import { languageOf } from './known-languages.ts';
import { TEST_TOOLS } from './known-runners.ts';
import { stripText } from './lexer.ts';
import type { SuspiciousKind } from './suspicious-pattern.ts';

export interface SuspiciousLine {
  readonly path: string;
  readonly kind: SuspiciousKind;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** Whether lines of such a file are ever told. */
export function canBeSuspicious(path: string): boolean {
  return SHELL_FILE.test(path) || languageOf(path)?.suspicious !== undefined;
}

const SHELL_FILE = /\.(?:sh|bash)$/;

/** `added`: numbers of the lines of `text` that a change adds; `isOfTests`: no product. */
export function suspiciousLines(
  path: string,
  text: string,
  { added, isOfTests }: { readonly added: ReadonlySet<number>; readonly isOfTests: boolean },
): SuspiciousLine[] {
  if (SHELL_FILE.test(path)) return suspiciousShell(path, text, added);
  const language = languageOf(path);
  if (language?.reader === undefined || language.suspicious === undefined) return [];
  const source = stripText(language.reader.syntax, text);
  if (source === undefined) return [];
  const [code, bare] = [source.code.split('\n'), source.bare.split('\n')];
  const guard = code.findIndex((line) => /^if __name__\s*==/.test(line));
  const structural = language.findSuspicious?.(code, bare) ?? [];
  const mayEnd = (at: number): boolean => isCommandLineFile(path, text) || (guard !== -1 && at > guard);
  return code.flatMap((line, at): SuspiciousLine[] => {
    if (!added.has(at + 1) || line.trim() === '') return [];
    const found = new Set<SuspiciousKind>(REPORTS.test(line) ? ['opens_reports'] : []);
    for (const one of structural) if (one.at === at) found.add(one.kind);
    for (const one of language.suspicious ?? []) {
      if (one.kind === 'ends_process' && mayEnd(at)) continue;
      if (isOfTests ? one.isFineInTests === true : one.isFineInProduct === true) continue;
      if (one.isTopLevel === true && /^\s/.test(line)) continue;
      if (one.pattern.test(((one.in === 'code' ? line : bare[at]) ?? '').slice(0, MAX_LINE))) found.add(one.kind);
    }
    return [...found].map((kind) => ({ path, kind, line: at + 1, text: line.trim().slice(0, MAX_LINE) }));
  });
}

/** Functions that others load into their shell must neither end it nor replace what it compares with. */
function suspiciousShell(path: string, text: string, added: ReadonlySet<number>): SuspiciousLine[] {
  if (isCommandLineFile(path, text)) return [];
  return text.split('\n').flatMap((line, at): SuspiciousLine[] => {
    const kinds = added.has(at + 1) ? SHELL.filter(({ pattern }) => pattern.test(line)).map(({ kind }) => kind) : [];
    return kinds.map((kind) => ({ path, kind, line: at + 1, text: line.trim().slice(0, MAX_LINE) }));
  });
}

const COMPARING = String.raw`(?:\[|test|exit|return|false|true|grep|diff|cmp|assert\w*)`;
const SHELL: readonly { readonly kind: SuspiciousKind; readonly pattern: RegExp }[] = [
  { kind: 'ends_process', pattern: /^\s*exit(?:\s+0)?\s*(?:[;#]|$)|^\s*trap\s.*\b(?:EXIT|0)\b/ },
  {
    kind: 'patches_assertions',
    pattern: new RegExp(
      String.raw`\balias\s+(?:-\w+\s+)?['"]?${COMPARING}=|^\s*(?:function\s+)?${COMPARING}\s*\(\)|^\s*function\s+${COMPARING}\s`,
    ),
  },
  {
    kind: 'detects_tests',
    pattern:
      /^(?!.*BASH_SOURCE).*(?:\bcase\s+|[[=]\s*|\bbasename\s+)"?\$\{?0\b|\$\{?(?:PPID|CI|BATS_\w+)\b|(?<![\w-])caller\b(?!\s*[=(])|\/proc\/(?:self|\$)|\bps\s+.*\$\$|\[\s+-[def]\s+"?(?:\.\/)?tests?\b/,
  },
];

const MAX_LINE = 400;

/** Files that reports are written to, and the folders that checks have for themselves. */
const REPORTS = new RegExp(
  [
    ...TEST_TOOLS.flatMap((tool) => ('reports' in tool && Array.isArray(tool.reports) ? tool.reports : [])).flatMap(
      (one: unknown) =>
        typeof one === 'object' && one !== null && 'file' in one && typeof one.file === 'string'
          ? [`(?<![\\w-])${one.file.replace('.', '\\.')}(?![\\w-])`]
          : [],
    ),
    String.raw`\bORCHESTRAL_\w+`,
    String.raw`['"\`/]\.orchestral\b`,
    String.raw`/proc/(?:self|\d+|\$\{)[^'"]*/fd\b`,
    String.raw`--(?:junitxml|outputFile|test-reporter-destination)\b`,
  ].join('|'),
);
