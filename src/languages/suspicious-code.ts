import { isCommandLineFile } from './source-files.ts';
import { languageOf } from './known-languages.ts';
import { TEST_TOOLS } from './known-runners.ts';
import type { Language } from './language.ts';
import { stripText } from './lexer.ts';
import { type JoinedLine, joinLines, pieces } from './one-spelling.ts';
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
  const reader = language?.reader;
  if (reader === undefined || language?.suspicious === undefined) return [];
  const source = stripText(reader.syntax, text);
  if (source === undefined) return [];
  const [code, bare] = [source.code.split('\n'), source.bare.split('\n')];
  const structural = language.findSuspicious?.(code, bare, isOfTests) ?? [];
  const kindsIn = kindsFinder(path, text, { language, code, isOfTests });
  const statements = joinLines(code);
  const respell = language.oneSpelling?.(statements.map((one) => one.text));
  return statements.flatMap((statement): SuspiciousLine[] => {
    const lines = numbersFrom(statement).filter((at) => added.has(at + 1));
    const found = new Map<SuspiciousKind, number>();
    const put = (kinds: readonly SuspiciousKind[], at: number): void => {
      for (const kind of kinds) if (!found.has(kind)) found.set(kind, at);
    };
    for (const at of lines) {
      put(kindsIn({ code: code[at] ?? '', bare: bare[at] ?? '', at }), at);
      put(
        structural.filter((one) => one.at === at).map(({ kind }) => kind),
        at,
      );
    }
    const [at] = lines;
    const spelled = at === undefined ? undefined : respell?.(statement.text);
    if (at !== undefined && spelled !== undefined && spelled !== code[statement.at]) {
      const plain = stripText(reader.syntax, spelled)?.bare ?? '';
      put(kindsIn({ code: spelled, bare: plain, at: statement.at }), at);
    }
    return [...found].map(([kind, line]) => ({
      path,
      kind,
      line: line + 1,
      text: (code[line] ?? '').trim().slice(0, MAX_LINE),
    }));
  });
}

const numbersFrom = ({ at, until }: JoinedLine): number[] => Array.from({ length: until - at }, (_, n) => at + n);

interface FileToFind {
  readonly language: Language;
  readonly code: readonly string[];
  readonly isOfTests: boolean;
}

type FindKinds = (line: { readonly code: string; readonly bare: string; readonly at: number }) => SuspiciousKind[];

function kindsFinder(path: string, text: string, { language, code, isOfTests }: FileToFind): FindKinds {
  const guard = code.findIndex((line) => /^if __name__\s*==/.test(line));
  const isProgram = isCommandLineFile(path, text);
  const patterns = (language.suspicious ?? []).filter(
    (one) => (isOfTests ? one.isFineInTests : one.isFineInProduct) !== true,
  );
  return (line) => {
    const found: SuspiciousKind[] = REPORTS.test(line.code) ? ['opens_reports'] : [];
    const mayEnd = isProgram || (guard !== -1 && line.at > guard);
    for (const one of patterns) {
      if (one.kind === 'ends_process' && mayEnd) continue;
      if (one.isTopLevel === true && /^\s/.test(line.code)) continue;
      if (pieces(line[one.in]).some((piece) => one.pattern.test(piece))) found.push(one.kind);
    }
    return found;
  };
}

/** Functions that others load into their shell must neither end it nor replace what it compares with. */
function suspiciousShell(path: string, text: string, added: ReadonlySet<number>): SuspiciousLine[] {
  const isProgram = isCommandLineFile(path, text);
  return text.split('\n').flatMap((line, at): SuspiciousLine[] => {
    const found = SHELL.filter(
      ({ kind, pattern }) => !(isProgram && kind !== 'patches_assertions') && pattern.test(line),
    );
    const kinds = added.has(at + 1) ? found.map(({ kind }) => kind) : [];
    return kinds.map((kind) => ({ path, kind, line: at + 1, text: line.trim().slice(0, MAX_LINE) }));
  });
}

const COMPARING = String.raw`(?:\[|test|exit|return|false|true|grep|diff|cmp|assert\w*)`;
const SHELL: readonly { readonly kind: SuspiciousKind; readonly pattern: RegExp }[] = [
  {
    kind: 'ends_process',
    pattern:
      /^\s*exit(?:\s+0)?\s*(?:[;#]|$)|^\s*trap\s.*\b(?:EXIT|0)\b|(?:^|[;&|])\s*(?:exec\s+(?:true|:|sh|bash)\b|set\s+-(?:\w*n|o\s+noexec)\b)/,
  },
  {
    kind: 'patches_assertions',
    pattern: new RegExp(
      String.raw`\balias\s+(?:-\w+\s+)?['"]?${COMPARING}=|^\s*(?:function\s+)?${COMPARING}\s*\(\)|^\s*function\s+${COMPARING}\s`,
    ),
  },
  {
    kind: 'detects_tests',
    pattern:
      /^(?!.*BASH_SOURCE).*(?:\bcase\s+|[[=]\s*|\bbasename\s+)"?\$\{?0\b|\$\{?0\}?"?\s*\|\s*(?:grep|sed|awk)\b|\bexpr\s+"?\$\{?0\b|\$\{0#|(?:^|[;&|(]\s*)(?:printenv|env|set|export\s+-p)\b[^|]*\|\s*grep\b|\bpgrep\b|\bps\s[^|]*\|\s*grep\b|\$\{?(?:PPID|CI|SHLVL|BATS_\w+)\b|(?<![\w-])caller\b(?!\s*[=(])|\/proc\/(?:self|\$)|\bps\s+.*\$\$|\[\s+-[def]\s+"?(?:\.\/)?tests?\b/,
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
