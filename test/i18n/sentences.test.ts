import { describe, expect, test } from 'vitest';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { chooseLanguage } from '../../src/i18n/language.ts';
import { withParticle } from '../../src/i18n/ko/particle.ts';
import { formatProblem } from '../../src/i18n/format-problem.ts';
import { formatSize } from '../../src/i18n/format.ts';

test.each([
  [{}, 'en'],
  [{ LANG: 'ko_KR.UTF-8' }, 'ko'],
  [{ LANG: 'ko' }, 'ko'],
  [{ LANG: 'en_US', LC_ALL: 'ko_KR' }, 'ko'],
  [{ LANG: 'en_US', LC_MESSAGES: 'ko_KR' }, 'ko'],
  [{ LANG: 'ko_KR', LC_ALL: 'C' }, 'en'],
  [{ LANG: 'kok_IN' }, 'en'],
])('the language of %o is %s', (env, language) => {
  expect(chooseLanguage({ env })).toBe(language);
  expect(chooseLanguage({ env, flag: 'ko' })).toBe('ko');
  expect(chooseLanguage({ env: { LANG: 'ko' }, flag: 'en' })).toBe('en');
});

describe('particles', () => {
  test.each([
    ['잠금', '을/를', '잠금을'],
    ['세션', '이/가', '세션이'],
    ['문서', '은/는', '문서는'],
    ['T1', '을/를', 'T1을'],
    ['T2', '을/를', 'T2를'],
    ['2.0', '은/는', '2.0은'],
    ['state.json', '을/를', 'state.json을'],
    ['state.bak', '으로/로', 'state.bak으로'],
    ['파일', '으로/로', '파일로'],
    ['main', '이/가', 'main이'],
    ['feature/total', '으로/로', 'feature/total로'],
    ['claude', '은/는', 'claude는'],
    ['codex', '은/는', 'codex는'],
    ['gemini', '이/가', 'gemini가'],
    ['git', '이/가', 'git이'],
    ['README.md', '을/를', 'README.md를'],
    ['src/cart.ts', '은/는', 'src/cart.ts는'],
    ['TASKS.html', '을/를', 'TASKS.html을'],
    ['config.toml', '와/과', 'config.toml과'],
    ['URL', '을/를', 'URL을'],
    ["'status'", '을/를', "'status'를"],
  ] as const)('%s + %s', (word, particle, said) => {
    expect(withParticle(word, particle)).toBe(said);
  });
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1536, '1.5 KB'],
  [64 * 2 ** 20, '64 MB'],
  [2 ** 50, '1024 TB'],
])('%d bytes are %s', (bytes, said) => {
  expect(formatSize(bytes)).toBe(said);
});

test('a failure is said in both languages, with what to do', () => {
  const failure = { code: 'git.too_old', params: { found: '2.30.1', needed: '2.38' } } as const;
  expect(formatFailure(en, failure)).toEqual({ message: 'git 2.30.1 is too old', hint: 'install git 2.38 or newer' });
  expect(formatFailure(ko, failure)).toEqual({
    message: 'git 2.30.1은 너무 오래되었습니다',
    hint: 'git 2.38 이상을 설치하세요',
  });
});

describe('what a document should hold', () => {
  test.each([
    [{ kind: 'type', types: ['string', 'null'] }, 'a string or null', '문자열 또는 null'],
    [{ kind: 'one_of', values: ['a', null] }, 'one of "a", null', '"a", null 중 하나'],
    [{ kind: 'one_of', values: [2] }, '2', '2'],
    [{ kind: 'range', min: 1 }, 'a number of at least 1', '1 이상의 수'],
    [{ kind: 'range', min: 0, max: 100 }, 'a number from 0 to 100', '0 이상 100 이하의 수'],
    [{ kind: 'pattern', name: 'task-id', example: 'T1' }, 'a task id like T1', 'T1 같은 작업 id'],
    [
      { kind: 'rule', rule: 'outside-its-task', task: 'T2' },
      'the id of a subtask of T2, like T2-S1',
      'T2-S1처럼 T2에 속한 하위 작업 id',
    ],
    [{ kind: 'too_large', limit_bytes: 262_144 }, 'at most 256 KB', '최대 256 KB'],
  ] as const)('%o', (expectation, english, korean) => {
    expect(en.expected(expectation)).toBe(english);
    expect(ko.expected(expectation)).toBe(korean);
  });
});

describe('what is wrong in a document is said as a sentence', () => {
  test.each([
    [{ kind: 'missing' }, '', 'is missing', '필드가 없습니다'],
    [
      { kind: 'type', types: ['integer'] },
      '"five"',
      'must be a whole number, not "five"',
      '정수만 쓸 수 있습니다(현재 값: "five")',
    ],
    [
      { kind: 'unknown_field', allowed: ['mode'], nearest: 'mode' },
      '"mod"',
      "is not a field; did you mean 'mode'?",
      "없는 필드입니다. 혹시 'mode'를 입력하려던 건가요?",
    ],
    [
      { kind: 'unknown_field', allowed: ['mode', 'task'] },
      '"x"',
      'is not a field; the fields are mode, task',
      '없는 필드입니다. 쓸 수 있는 필드: mode, task',
    ],
    [
      { kind: 'too_deep', limit: 64 },
      '',
      'must have at most 64 levels of nesting',
      '최대 64단계 깊이까지 쓸 수 있습니다',
    ],
    [
      { kind: 'syntax', reason: 'extra-comma' },
      '",\n}"',
      'remove the comma after the last value',
      '마지막 값 뒤의 쉼표를 지우세요',
    ],
    [{ kind: 'syntax', reason: 'bad-number' }, '"01"', 'is not a valid number ("01")', '올바른 수가 아닙니다("01")'],
    [
      { kind: 'rule', rule: 'does-not-add-up', sum: 12 },
      '11',
      'must be 12, the sum of its parts; found 11',
      '규칙에 맞지 않습니다. 필요한 것: 항목의 합인 12(현재 값: 11)',
    ],
    [
      { kind: 'rule', rule: 'needs-text' },
      '',
      'must have some text',
      '규칙에 맞지 않습니다. 필요한 것: 빈칸이 아닌 글',
    ],
  ] as const)('%o', (expected, got, english, korean) => {
    expect(formatProblem({ path: '', expected, got }, en)).toBe(english);
    expect(formatProblem({ path: '', expected, got }, ko)).toBe(korean);
  });
});
