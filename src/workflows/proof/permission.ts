import { namedTests, quoteSharesIdentifier } from '../../languages/named-tests.ts';
import { isAllowable, type ProofFinding } from '../../schema/proof-finding.ts';
import { sentencesOf } from './request-words.ts';

const MAX_QUOTES = 3;

/** Sentences of a request that say which tests change: what a person is asked about they may have said already. */
export function permissionsIn(words: string, findings: readonly ProofFinding[]): string[] {
  const items = findings.filter(isAllowable).flatMap((finding) => (isAboutTests(finding) ? finding.items : []));
  const tests = items.map(({ key, file, was = '' }) => ({ file, title: titleOf(key, file), body: was }));
  if (tests.length === 0) return [];
  const speaksOf = (sentence: string): boolean =>
    namedTests(sentence, tests).length > 0 ||
    (TESTS.test(sentence) && tests.some((test) => quoteSharesIdentifier(sentence, { ...test, path: test.file })));
  return sentencesOf(words).filter(speaksOf).slice(0, MAX_QUOTES);
}

function isAboutTests({ code }: ProofFinding): boolean {
  return code === 'superseded' || code === 'lost_demand';
}

const TESTS = /\btests?\b|\bspecs?\b|\bsnapshots?\b|테스트|스냅샷/iu;

function titleOf(key: string, file: string): string {
  return key.startsWith(`${file} > `) ? key.slice(file.length + 3) : key;
}
