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

/** The sentences of a text, as they stand there, without the marks of a list. */
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
