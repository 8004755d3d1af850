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

/** Whether coverage tools see the file: not declarations and settings of tools. */
export function isMeasured(path: string): boolean {
  return !/(^|\/)\.[^/]+$/.test(path) && !LANGUAGES.some(({ unmeasured }) => unmeasured?.test(path));
}

/** How many lines of a file could be executed. A guess, without a parser: none in a file that only declares. */
export function countCodeLines(lines: readonly string[]): number {
  const code = lines.filter((text) => !NO_CODE.test(text));
  return code.some((text) => DOES_SOMETHING.test(text)) ? code.length : 0;
}

const DOES_SOMETHING = /=>|\b(function|class|return|if|for|while|switch|const|let|var|throw|def|func|fn|fun)\b/;
const NO_CODE =
  /^\s*($|\/\/|\/\*|\*|#|--|import\b|from\b|export\b.*\bfrom\b|(export )?(type|interface)\b|[\])}{(,;[]+$)/;
