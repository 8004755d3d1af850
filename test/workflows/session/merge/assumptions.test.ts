import { expect, test } from 'vitest';
import {
  type AssumptionVerdict,
  checkAssumptions,
  needsReplanning,
} from '../../../../src/workflows/session/merge/assumptions.ts';
import { exploredOf, treeOf } from './trees.ts';

const SECURITY = 'src/main/java/com/example/security';
const PROJECT = [
  {
    path: 'build.gradle',
    text: "id 'org.springframework.boot'\nimplementation 'org.springframework.boot:spring-boot-starter-security'\n",
  },
  {
    path: 'web/package.json',
    text: '{"dependencies":{"express":"4","@nestjs/core":"1","@tanstack/react-query":"5","react":"18"}}',
  },
  { path: `${SECURITY}/AuthService.java`, text: '' },
  { path: 'web/src/page.tsx', text: '' },
  { path: '한글/폴더/파일.ts', text: '' },
];

test.each([
  ['인증 관련 코드는 auth/ 디렉토리에 있을 것', `auth/: not found; found: ${SECURITY}/`],
  ['security/AuthService.kt', `security/AuthService.kt: not found; found: ${SECURITY}/AuthService.java`],
  ['authservice.java', `authservice.java: not found; found: ${SECURITY}/AuthService.java`],
  ['The pages are in web/pages/', 'web/pages/: not found'],
  ['web/a.ts and web/b.ts hold React', 'web/a.ts: not found; web/b.ts: not found'],
  ['The Dockerfile starts it', 'Dockerfile: not found'],
  ['한글/폴더/다른.ts가 있다', '한글/폴더/다른.ts: not found'],
])('%s → %s', (assumption, correction) => {
  expect(check(assumption)).toMatchObject({ assumption, verdict: 'mismatched', correction });
});

test.each([
  'AuthService.java holds the login logic',
  'AuthService.java is in security/',
  'Sources are in src/main/java',
  '한글/폴더/파일.ts에 정의되어 있다',
  `인증은 ${SECURITY}/ 아래에 있다`.normalize('NFD'),
  'Spring Security를 사용 중일 것',
  'The server is an Express.js app',
  'It is built on NestJS and React Query',
  'React is used by web/src/page.tsx',
])('%s is right', (assumption) => {
  expect(check(assumption).verdict).toBe('matched');
});

test.each([
  ['a dependency that is not there', 'Redis is used'],
  ['one of two that is not there', 'Kafka and React are in use'],
  ['a version', 'React 17 is used'],
  ['more than the dependency', 'It is a React Native app'],
  ['a file elsewhere than in a folder that exists', 'AuthService.java is in web/'],
  ['a negation', 'There is no web/cache.ts'],
  ['a Korean negation', 'web/cache.ts는 아직 없다'],
  ['a plan', 'web/cache.ts will hold the cache'],
  ['a Korean plan', '새 파일 web/cache.ts를 추가한다'],
  ['a condition', 'If Docker is there, docker/compose.yaml starts it'],
  ['a choice', 'It starts in web/main.ts or web/index.ts'],
  ['what is built', 'The bundle is web/dist/index.html'],
  ['what is installed', 'node_modules/ is there'],
  ['what is secret', 'web/.env has the password'],
  ['what is made at run time', 'Pictures are stored in web/pictures/'],
  ['a route', 'All of it is below api/users/'],
  ['an alias', 'Pages come from @/pages/home.tsx'],
  ['a pair of words', 'Read/write access is split'],
  ['a library', 'Vue.js'],
  ['nothing', ''],
  ['words', 'Customers express and react quickly'],
  ['a book', 'web/cache.ts '.repeat(20_000)],
])('%s cannot be told', (_, assumption) => {
  expect(check(assumption).verdict).toBe('unknown');
});

test('what only the exploration names may be ignored by git, and cannot be told', () => {
  const explored = { ...exploredOf([]), directory_structure: { 'gen/sources/': 'generated' } };
  const given = { assumptions: ['The sources are in gen/sources/'], tree: treeOf(PROJECT) };
  expect(checkAssumptions({ ...given, explored })).toMatchObject([{ verdict: 'unknown' }]);
  expect(checkAssumptions({ ...given, explored: exploredOf([]) })).toMatchObject([{ verdict: 'mismatched' }]);
});

test.each([
  [[], false],
  [['unknown', 'unknown'], false],
  [['matched', 'unknown'], false],
  [['mismatched', 'unknown', 'unknown'], false],
  [['mismatched', 'unknown'], true],
  [['mismatched', 'matched'], true],
  [['mismatched', 'matched', 'matched'], false],
] as const)('a plan with %s needs replanning: %s', (verdicts, expected) => {
  const given = verdicts.map((verdict): AssumptionVerdict =>
    verdict === 'mismatched'
      ? { assumption: 'a', verdict, correction: 'c', replacements: [] }
      : { assumption: 'a', verdict },
  );
  expect(needsReplanning(given)).toBe(expected);
});

function check(assumption: string): AssumptionVerdict {
  const explored = exploredOf([[`${SECURITY}/AuthService.java`, '인증 서비스 인터페이스']]);
  const [verdict] = checkAssumptions({ assumptions: [assumption], explored, tree: treeOf(PROJECT) });
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}
