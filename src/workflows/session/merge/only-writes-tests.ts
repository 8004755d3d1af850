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
  const plain = words.join(' ');
  return ENGLISH.test(plain) || KOREAN.test(plain);
}

const KIND =
  '(?:unit|integration|e2e|end to end|functional|acceptance|regression|automated|failing|단위|유닛|통합|기능|인수|회귀|자동화)';

const ENGLISH = new RegExp(
  String.raw`^(?:(?:writ(?:e|ing)|add(?:ing)?|creat(?:e|ing)|implement(?:ing)?|prepar(?:e|ing)|mak(?:e|ing))\s)?` +
    String.raw`(?:(?:a|an|the|some|all|new|needed|necessary)\s)*(?:${KIND}\s(?:and\s)?)*` +
    String.raw`(?:tests?(?:\s(?:code|cases?|suites?|files?))?(?:\s(?:first|writing|creation))?|testing)$`,
);

const KOREAN = new RegExp(
  String.raw`^(?:${KIND}\s?(?:및\s|와\s|과\s)?)*(?:테스트|tests?)\s?(?:코드|케이스|파일)?(?:을|를)?\s?(?:먼저\s|우선\s)?` +
    String.raw`(?:(?:작성|추가|구현|생성|준비|개발)(?:하기|한다|하자|함)?|만들기|쓰기)?$`,
);
