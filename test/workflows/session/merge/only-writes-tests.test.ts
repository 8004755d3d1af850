import { expect, test } from 'vitest';
import { onlyWritesTests } from '../../../../src/workflows/session/merge/design-briefs.ts';

test.each([
  'write tests',
  'Write the unit tests',
  'Add unit and integration tests.',
  'Tests',
  'Test cases first',
  'Create failing test cases',
  '테스트 작성',
  '테스트작성',
  '단위 테스트 작성',
  '단위 및 통합 테스트를 작성하기',
  '테스트 코드 추가',
  '테스트 케이스를 먼저 작성한다',
  'Unit 테스트 작성',
  '테스트 작성'.normalize('NFD'),
])('%s is only that', (name) => {
  expect(onlyWritesTests(name)).toBe(true);
});

test.each([
  '',
  'Write tests for the login form',
  'Implement and test',
  'Add new code and tests',
  'Run tests',
  'Write the API specification',
  'Contest page',
  'Fix the flaky tests',
  '로그인 테스트 작성',
  '구현 및 테스트',
  '테스트 실행',
  '테스트 환경 구성',
  'API 스펙 확인',
  '컨트롤러 구현',
])('%s has something of its own', (name) => {
  expect(onlyWritesTests(name)).toBe(false);
});
