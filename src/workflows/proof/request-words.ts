const DOCUMENTS =
  /\b(?:docs?|document(?:s|ation)?|readme|changelog|release notes|guides?|tutorials?|manual|faq|adr|contributing|roadmap|comments?|typos?|spelling|wording|licen[cs]e|write about|explain)\b|\.mdx?\b|문서|설명|주석|오타|맞춤법/iu;

/** Whether a request is about documents, and so asks for nothing else. */
export function isAboutDocuments(words: string): boolean {
  return DOCUMENTS.test(words);
}

const WITH_TESTS =
  /\b(?:with|and|including|plus|incl\.?)\s+(?:\w+\s+){0,2}(?:tests?|specs?|coverage)\b|\b(?:npm|yarn|pnpm|bun|cargo|go|make)\s+(?:run\s+)?test\w*\b|\btests?\s+(?:still\s+|must\s+|all\s+)*pass\w*\b|테스트(?:와|도|를)?\s*(?:함께|포함|통과)/giu;
const TESTS =
  /\b(?:tests?|testing|specs?|cover(?:s|ed|age|ing)?|verif\w+|ensure\w*|assert\w*|reproduc\w*|fixtures?|mocks?|snapshots?|flak\w+|e2e|qa|characteri[sz]\w*|benchmarks?)\b|테스트|검증|커버리지/iu;

/** Whether a request is about tests, rather than about something that has tests. */
export function isAboutTests(words: string): boolean {
  return TESTS.test(words.replaceAll(WITH_TESTS, ''));
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
