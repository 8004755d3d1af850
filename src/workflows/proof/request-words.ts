import type { ProofFinding } from '../../schema/proof-finding.ts';

/** Whether a request is about documents, and so asks for nothing else. */
export function isAboutDocuments(words: string): boolean {
  return /\b(?:docs?|documentation|document|readme|changelog|guide|comment|typo|licen[cs]e)\b|\.mdx?\b|문서|설명서|주석|오타/iu.test(
    words,
  );
}

/** Whether a request wants something to pass that fails. */
export function asksToFix(words: string): boolean {
  return /\b(?:fix\w*|repair\w*|mend\w*|pass(?:es|ing)?|green|succeeds?|no longer fails?|failing)\b|고치|고쳐|통과|해결|수정/iu.test(
    words,
  );
}

/** The sentences of a text, as they stand there. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*[-*#\d])|(?<=[.!?。])\s+/u)
    .map((one) =>
      one
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^[-*+] /, ''),
    )
    .filter((one) => one !== '');
}

/** Sentences of a request or a task that name what is asked about: the person may have said it already. */
export function sentencesAbout(words: string, findings: readonly ProofFinding[]): string[] {
  const names = findings.flatMap((finding) =>
    'items' in finding ? finding.items.flatMap(({ key, file }) => [lastOf(file, '/'), lastOf(key, ' > ')]) : [],
  );
  const wanted = [...new Set(names)].filter((name) => name.length > 3).map((name) => name.toLowerCase());
  return sentencesOf(words)
    .filter((one) => wanted.some((name) => one.toLowerCase().includes(name)))
    .slice(0, MOST_QUOTES);
}

const MOST_QUOTES = 3;

function lastOf(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + (text.includes(separator) ? separator.length : 1));
}
