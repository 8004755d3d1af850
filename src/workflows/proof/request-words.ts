const DOCUMENTS =
  /\b(?:docs?|document(?:s|ation)?|readme|changelog|release notes|guides?|tutorials?|manual|faq|adr|contributing|roadmap|comments?|typos?|spelling|wording|licen[cs]e|write about|explain)\b|\.mdx?\b|문서|설명|주석|오타|맞춤법/iu;

/** Whether a request is about documents, and so asks for nothing else. */
export function isAboutDocuments(words: string): boolean {
  return DOCUMENTS.test(words);
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
