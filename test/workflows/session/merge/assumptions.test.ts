import { expect, test } from 'vitest';
import {
  type AssumptionVerdict,
  checkAssumptions,
  needsReplanning,
} from '../../../../src/workflows/session/merge/assumptions.ts';
import { exploredOf, projectTree, treeOf } from './trees.ts';

const GRADLE = "dependencies {\n  implementation 'org.springframework.boot:spring-boot-starter-web'\n}";
const JAVA = [
  { path: 'build.gradle', text: GRADLE },
  { path: 'src/main/java/com/example/security/AuthService.java', text: '' },
];

test('what is missing is corrected by what explored files are about', () => {
  expect(check('인증 관련 코드는 auth/ 디렉토리에 있을 것')).toEqual({
    assumption: '인증 관련 코드는 auth/ 디렉토리에 있을 것',
    verdict: 'mismatched',
    correction: 'auth/: not found; found: src/main/java/com/example/security/',
  });
});

test.each([
  ['Spring Security를 사용 중일 것', 'Spring Security: not used'],
  ['Maven으로 빌드', 'Maven: not used; instead: Gradle (build.gradle)'],
  ['Gradle is not used', 'Gradle: is used (build.gradle)'],
  [
    'security/AuthService.kt',
    'security/AuthService.kt: not found; found: src/main/java/com/example/security/AuthService.java',
  ],
  ['authservice.java', 'authservice.java: not found; found: src/main/java/com/example/security/AuthService.java'],
  ['AuthService.java does not exist', 'AuthService.java: exists (src/main/java/com/example/security/AuthService.java)'],
  ['AuthService.java is in main/', undefined],
  ['React and Vue are used', 'React: not used; Vue: not used'],
])('%s → %s', (assumption, correction) => {
  const verdict = check(assumption);
  expect(verdict.verdict === 'mismatched' ? verdict.correction : undefined).toBe(correction);
});

test('a file may exist and lie elsewhere', () => {
  const verdict = check('AuthService.java is in web/', [...JAVA, { path: 'src/web/Page.java', text: '' }]);
  expect(verdict).toMatchObject({
    correction: expect.stringContaining('AuthService.java: not in web/; found: src/main'),
  });
});

test.each([
  ['Redis is used', 'no manifest at all', [{ path: 'a.txt', text: '' }]],
  ['Redis is used', 'a manifest that nothing can read', [...JAVA, { path: 'tools/setup.py', text: 'setup()' }]],
  ['Redis is used', 'a manifest that was not given', [...JAVA, { path: 'x/package.json', text: '' }]],
])('%s is unknown with %s', (assumption, _, files) => {
  const tree = treeOf(files);
  const manifests = tree.manifests.filter(({ path }) => path !== 'x/package.json');
  const [verdict] = checkAssumptions({
    assumptions: [assumption],
    explored: exploredOf([]),
    tree: { ...tree, manifests },
  });
  expect(verdict?.verdict).toBe('unknown');
});

test('what only the exploration names may be ignored by git, and is unknown', () => {
  const explored = { ...exploredOf([]), directory_structure: { 'build/generated/': 'generated' } };
  const [verdict] = checkAssumptions({
    assumptions: ['Sources are in build/generated/'],
    explored,
    tree: treeOf(JAVA),
  });
  expect(verdict?.verdict).toBe('unknown');
});

test('technologies in comments, descriptions and prose are not used', () => {
  const tree = treeOf([
    { path: 'package.json', text: '{"description":"like jest","dependencies":{"express":"1"}}' },
    { path: 'src/a.ts', text: "// import x from 'react'\n/* from 'vue' */ const y = 'zod';" },
    { path: 'compose.yaml', text: 'services:\n  # image: redis:7\n' },
    { path: 'README.md', text: 'Kafka' },
    { path: 'build.gradle', text: "// implementation 'org.projectlombok:lombok:1'\n" },
  ]);
  const names = ['Jest', 'React', 'Vue', 'Zod', 'Redis', 'Kafka', 'Lombok'];
  const assumptions = names.map((name) => `${name}를 사용한다`);
  const verdicts = checkAssumptions({ assumptions, explored: exploredOf([]), tree });
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(names.map(() => 'mismatched'));
});

test('what is imported is used, though no manifest names it', () => {
  const files = [...JAVA, { path: 'tools/a.py', text: 'from sqlalchemy.orm import Session' }];
  expect(check('SQLAlchemy is used', files).verdict).toBe('matched');
});

test.each([
  ['React 18', 'matched'],
  ['React 19', 'mismatched'],
  ['React 17', 'mismatched'],
  ['React 17+', 'matched'],
  ['React 18.9', 'unknown'],
  ['Express 4', 'matched'],
  ['Express 5', 'mismatched'],
  ['Node.js 22', 'unknown'],
  ['Node.js 18', 'mismatched'],
  ['Node.js 20', 'matched'],
  ['Java 8', 'matched'],
  ['Java 17', 'mismatched'],
  ['Vite 5', 'unknown'],
  ['Spring Boot 3.2', 'matched'],
  ['Spring Boot 2.7', 'mismatched'],
])('%s: %s', (name, expected) => {
  const tree = treeOf([
    {
      path: 'package.json',
      text: '{"engines":{"node":">=20"},"dependencies":{"react":"^18.2.0","express":"4.21.0","vite":"*"}}',
    },
    { path: 'build.gradle', text: "id 'org.springframework.boot' version '3.2.1'\nsourceCompatibility = '1.8'" },
    { path: 'src/A.java', text: '' },
  ]);
  const [verdict] = checkAssumptions({ assumptions: [`${name}을 사용`], explored: exploredOf([]), tree });
  expect(verdict?.verdict).toBe(expected);
});

test.each([
  ['Not only Gradle but also Java is used', 'matched'],
  ['Maven이 아니라 Gradle을 사용', 'matched'],
  ['Maven 대신 Gradle', 'matched'],
  ['Gradle rather than Maven builds it', 'matched'],
  ['Gradle 또는 Maven', 'matched'],
  ['Gradle은 사용하지만 Maven은 사용하지 않는다', 'matched'],
  ["The project doesn't use Maven", 'matched'],
  ['There is no Maven and no React', 'matched'],
  ['Gradle without Maven', 'matched'],
  ['Maven 말고 Gradle을 사용', 'matched'],
  ['CI/CD runs on Gradle', 'matched'],
  ['Customers express and react quickly', 'unknown'],
  ['Go through the list of accounts', 'unknown'],
  ['src/ 에는 테스트가 없다', 'unknown'],
  ['Java 클래스는 상속을 사용하지 않는다', 'unknown'],
  ['Gradle and WireMock are set up', 'unknown'],
  ['Spring Foo is used', 'unknown'],
  ['A Gradle-like tool', 'unknown'],
  ['Gradle을 도입할 예정', 'unknown'],
  ['If Gradle is used', 'unknown'],
  ['', 'unknown'],
])('%s is %s', (assumption, expected) => {
  expect(check(assumption).verdict).toBe(expected);
});

test('a text too long for an assumption is unknown', () => {
  expect(check('Gradle, '.repeat(20_000)).verdict).toBe('unknown');
});

test('decomposed letters are read like composed ones', () => {
  const { tree, explored } = projectTree('java-gradle');
  const [verdict] = checkAssumptions({ assumptions: ['롬복을 사용한다'.normalize('NFD')], explored, tree });
  expect(verdict?.verdict).toBe('mismatched');
});

test.each([
  [[], false],
  [['unknown', 'unknown'], false],
  [['matched', 'unknown'], false],
  [['mismatched', 'unknown', 'unknown'], true],
  [['mismatched', 'matched'], true],
  [['mismatched', 'matched', 'matched'], false],
] as const)('a plan with %s needs replanning: %s', (verdicts, expected) => {
  const given = verdicts.map((verdict): AssumptionVerdict =>
    verdict === 'mismatched' ? { assumption: 'a', verdict, correction: 'c' } : { assumption: 'a', verdict },
  );
  expect(needsReplanning(given)).toBe(expected);
});

function check(assumption: string, files: Parameters<typeof treeOf>[0] = JAVA): AssumptionVerdict {
  const explored = exploredOf([['src/main/java/com/example/security/AuthService.java', '인증 서비스 인터페이스']]);
  const [verdict] = checkAssumptions({ assumptions: [assumption], explored, tree: treeOf(files) });
  if (verdict === undefined) throw new Error('no verdict');
  return verdict;
}
