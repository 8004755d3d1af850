/**
 * Whether a subtask's name says nothing but that tests are to be written. Test first is inside every subtask, so such a
 * subtask has nothing of its own.
 */
export function onlyWritesTests(name: string): boolean {
  const words =
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[가-힣]+|[a-z0-9]+/g) ?? [];
  const bare = words.join(' ').replaceAll(SPLIT, '$1 ').trim().split(/\s+/);
  return bare.some((word) => TEST.test(word)) && bare.every((word) => TEST.test(word) || AROUND.test(word));
}

/** `테스트코드작성` is three words. */
const SPLIT = /(단위|유닛|통합|테스트|코드|케이스)(?=[가-힣])/g;

const TEST = /^(?:tests?|testing|tdd|spec|specs|테스트)$/;

const AROUND = new RegExp(
  String.raw`^(?:${[
    'a|an|the|some|all|and|for|it|new|needed|necessary|first|failing',
    'write|writing|add|adding|create|creating|implement|implementing|make|prepare|author|cover|do',
    'unit|integration|e2e|end|to|functional|acceptance|regression|automated|code|case|cases|suite|suites|file|files',
    '을|를|의|및|와|과|단위|유닛|통합|기능|인수|회귀|자동화|코드|케이스|파일|먼저|우선|선|실패하는',
    '(?:작성|추가|구현|생성|준비|개발)(?:하기|한다|하고|해|함|할|을|를)?|만들기|만든다|쓰기',
    '(?:코드|케이스|파일)(?:를|을|의)?',
  ].join('|')})$`,
);
