import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/*
 * Korean has one word for each concept, in the program, the dashboard and the documentation. Translations bring in
 * synonyms one by one, and a reader takes two words for two things.
 */

interface Concept {
  readonly english: string;
  readonly word: string;
  readonly refused: RegExp;
  /** As it once was written, so that the pattern is seen to find it. */
  readonly once: readonly string[];
}

const concepts: readonly Concept[] = [
  {
    english: 'reject',
    word: '반려',
    refused: /되?돌려 ?보[내낸냄냅냈]|되돌림/,
    once: ['되돌려 보내기', '돌려보냅니다', '되돌림'],
  },
  { english: 'refuse', word: '거부', refused: /거절/, once: ['나머지는 거절할까요?'] },
  {
    english: 'rate limit',
    word: '사용량 제한',
    refused: /사용 한도|제공사의 한도|: 한도에|까지 한도에/,
    once: ['claude 사용 한도에 도달했습니다', 'claude: 한도에 걸렸습니다'],
  },
  {
    english: 'test runner',
    word: '테스트 러너',
    refused: /실행기|(?<!테스트 )러너/,
    once: ['테스트 실행기', '러너 설정'],
  },
  {
    english: 'comment',
    word: '코멘트',
    refused: /댓글|검토 의견|의견 (?:\d|\$|없)|의견을 (?:남|반영)/,
    once: ['댓글마다', '의견 3개', '의견을 반영했습니다'],
  },
  { english: 'provider', word: '제공사', refused: /제공자/, once: ['제공자가 과부하'] },
  { english: 'label', word: '레이블', refused: /라벨/, once: ['굵은 라벨'] },
  {
    english: 'stop',
    word: '중지',
    refused: /멈[추춰췄춤춘출춥]|(?<!일시 )정지/,
    once: ['멈췄습니다', '멈추는 중', '정지할까요?'],
  },
  { english: 'finding', word: '발견 사항', refused: /발견(?:된|한) 것/, once: ['발견된 것을 보고'] },
  { english: 'reason', word: '이유', refused: /까닭/, once: ['그 까닭'] },
];

const lines = ['README.ko.md', 'docs/ko', 'src/i18n/ko', 'ui/src/words/ko'].flatMap(linesBelow);

test('all Korean is read: the program, the dashboard, the pages with their console blocks', () => {
  for (const place of ['README.ko.md', 'docs/ko/reference/', 'src/i18n/ko/', 'ui/src/words/ko/'])
    expect(lines.some((line) => line.startsWith(place))).toBe(true);
});

describe.each(concepts)('$english is $word', ({ word, refused, once }) => {
  test('and has no other word', () => {
    expect(lines.filter((line) => refused.test(line))).toEqual([]);
  });

  test('which the other words are told apart from', () => {
    expect(once.filter((said) => !refused.test(said))).toEqual([]);
    expect(word).not.toMatch(refused);
    expect(lines.some((line) => line.includes(word))).toBe(true);
  });
});

/** `docs/ko/faq.md:3: …` */
function linesBelow(place: string): string[] {
  if (fs.statSync(place).isDirectory())
    return fs.readdirSync(place).flatMap((name) => linesBelow(path.posix.join(place, name)));
  if (!/\.(?:md|ts)$/.test(place)) return [];
  return fs
    .readFileSync(place, 'utf8')
    .split('\n')
    .map((line, index) => `${place}:${index + 1}: ${line}`);
}
