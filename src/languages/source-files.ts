import { LANGUAGES } from './known-languages.ts';
import { isLockFile } from './manifests.ts';

/** Written by people or agents, for a machine to run. */
export function isSourceFile(path: string): boolean {
  return isHandWritten(path) && !isData(path);
}

/** Neither made by a program nor somebody else's: only for these do rules of style hold. */
export function isHandWritten(path: string): boolean {
  if (isLockFile(path) || GENERATED.some((pattern) => pattern.test(path))) return false;
  return !LANGUAGES.some(({ generated }) => generated?.test(path));
}

const GENERATED = [
  /(^|\/)(node_modules|vendor|third_party|dist|build|out|target|coverage|__snapshots__|fixtures|__generated__)\//,
  /(^|\/)\.orchestral\//,
  /\.(min\.(js|css)|map|snap|svg|lock)$/i,
  /(\.generated\.\w+|_generated\.\w+)$/,
];

/** Data and prose. */
export function isData(path: string): boolean {
  return /\.(md|mdx|txt|rst|adoc|json|jsonl|ndjson|csv|tsv|xml|ya?ml|po|pot|ipynb|html?)$/i.test(path);
}

/** Text for people. A `.txt` may just as well be data. */
export function isProse(path: string): boolean {
  return /\.(?:md|mdx|markdown|rst|adoc|asciidoc|rtf|pdf|docx?|odt)$|(?:^|\/)(?:readme|license|licence|copying|changelog|changes|contributing|authors|notice|codeowners)(?:\.\w+)?$/i.test(
    path,
  );
}

/** Code that a test suite can load: no SQL, no settings of tools, nothing that programs write. */
export function isLoadableCode(path: string): boolean {
  if (!isHandWritten(path) || !isMeasured(path)) return false;
  if (TOOL_SOURCES.test(path)) return false;
  return (
    LANGUAGES.some(({ extension, embeddedIn }) => extension.test(path) || embeddedIn?.test(path) === true) ||
    /\.(?:sh|bash)$/.test(path)
  );
}

const TOOL_SOURCES =
  /(?:^|\/)(?:\.[^/]+rc\.[cm]?[jt]s|[^/]*\.(?:config|conf)\.[cm]?[jt]sx?|(?:gulp|grunt)file\.[cm]?[jt]s|setup\.py|noxfile\.py|conf\.py|fabfile\.py|build\.rs|\.pnpmfile\.[cm]?js)$|(?:^|\/)(?:migrations?|\.github|\.storybook|\.vscode)\//i;

/** A line that says only where names come from, or which are offered; or nothing. */
export function isImportOrExport(line: string): boolean {
  return IMPORT_OR_EXPORT.test(line);
}

const IMPORT_OR_EXPORT =
  /^\s*(?:$|import\b(?!\s*\()|from\s+\S+\s+import\b|export\s*(?:type\s*)?(?:\*|\{)[^=]*$|module\.exports\s*=\s*\{[\w\s,]*\};?\s*$|(?:const|let|var)\s[^=]*=\s*require\(\s*['"][^'"]*['"]\s*\);?\s*$|(?:pub\s+)?(?:use|mod)\s[^=(]*;\s*$|package\s|using\s[\w.]+;|#\s*include\b)/;

/** A program that people start: it may end its process. */
export function isCommandLineFile(path: string, text: string): boolean {
  return (
    text.startsWith('#!') ||
    /(?:^|\/)(?:bin|cmd|cli|scripts?|tools?)\/|(?:^|\/)(?:cli|main|__main__|manage)\.\w+$/.test(path)
  );
}

/** Whether coverage tools see the file: not declarations and settings of tools. */
export function isMeasured(path: string): boolean {
  return !/(^|\/)\.[^/]+$/.test(path) && !LANGUAGES.some(({ unmeasured }) => unmeasured?.test(path));
}

/** A comment that has coverage tools leave out code. */
export function leavesOutOfCoverage(line: string): boolean {
  return COVERAGE_OFF.test(line);
}

const COVERAGE_OFF =
  /\b(?:node:coverage\s+(?:disable|ignore)|(?:istanbul|c8|v8)\s+ignore|pragma:?\s*no\s*(?:cover|branch)|LCOV_EXCL_|coverage:ignore)/i;

/** How many lines of a file could be executed. A guess, without a parser: none in a file that only declares. */
export function countCodeLines(lines: readonly string[]): number {
  const code = lines.filter((text) => !NO_CODE.test(text));
  return code.some((text) => DOES_SOMETHING.test(text)) ? code.length : 0;
}

const DOES_SOMETHING = /=>|\b(function|class|return|if|for|while|switch|const|let|var|throw|def|func|fn|fun)\b/;
const NO_CODE =
  /^\s*($|\/\/|\/\*|\*|#|--|import\b|from\b|export\b.*\bfrom\b|(export )?(type|interface)\b|[\])}{(,;[]+$)/;
