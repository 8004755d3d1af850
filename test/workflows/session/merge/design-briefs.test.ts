import { expect, test } from 'vitest';
import { checkDocument } from '../../../../src/schema/codec.ts';
import type { DesignBrief } from '../../../../src/schema/contracts/design.ts';
import type { TaskBreakdown } from '../../../../src/schema/contracts/discovery.ts';
import { designBriefs } from '../../../../src/workflows/session/merge/design-briefs.ts';
import { exploredOf } from './trees.ts';

const CONTROLLER = 'src/main/java/com/example/shop/account/AccountController.java';
const AUTH = 'src/main/java/com/example/shop/security/AuthService.java';
const ORDER = 'src/main/java/com/example/shop/order/OrderService.java';
const MAILER = 'src/main/java/com/example/shop/mail/Mailer.java';
const PATHS = [CONTROLLER, AUTH, ORDER, MAILER, 'build.gradle'];
const EXPLORED: readonly (readonly [string, string])[] = [
  [CONTROLLER, '계정 API'],
  [AUTH, '로그인과 인증 서비스'],
  [ORDER, '주문을 처리한다'],
  [MAILER, 'sends mails'],
];

test('a brief says what belongs to its task, what to the others, and when it is done', () => {
  const [first, second] = briefs([
    task('T1', { name: '로그인', objective: '로그인 API 제공', descriptions: ['토큰 발급', '토큰 발급', '실패 응답'] }),
    task('T2', { name: 'Orders', objective: 'Orders can be cancelled', descriptions: ['cancel an order'] }),
  ]);
  expect(first).toMatchObject({
    task_id: 'T1',
    created_by: 'orchestrator',
    subtasks: [
      { id: 'T1-S1', name: 'part 1' },
      { id: 'T1-S2', name: 'part 2' },
      { id: 'T1-S3', name: 'part 3' },
    ],
    scope_in: ['로그인 API 제공', '토큰 발급', '실패 응답'],
    scope_out: ['Orders can be cancelled'],
    completion_criteria: ['로그인 API 제공', 'All test contracts pass'],
  });
  expect(second?.scope_out).toEqual(['로그인 API 제공']);
});

test('a brief is a valid document', () => {
  for (const brief of briefs([task('T1', { name: 'a', objective: 'src/new.ts', descriptions: ['auth'] })])) {
    expect(checkDocument('design-brief', brief)).toMatchObject({ ok: true });
  }
});

test('the last criterion is in the language that was asked for', () => {
  const [brief] = briefs([task('T1', { name: 'a', objective: 'b', descriptions: [] })], { language: 'ko' });
  expect(brief?.completion_criteria).toEqual(['b', '모든 테스트 계약 통과']);
});

test('a named file is to be modified where it exists, else created', () => {
  expect(refs('AuthService.java와 lib/TokenStore.java에 저장한다. Use Next.js? No.')).toEqual([
    { entity: 'AuthService', path: AUTH, status: 'to_modify' },
    { entity: 'TokenStore', path: 'lib/TokenStore.java', status: 'to_create' },
  ]);
});

test('folders, globs, routes, media types and pairs of words name no file', () => {
  expect(refs('under src/web/, for *.sql, at GET /v1/pay.json, as application/json with read/write access')).toEqual(
    [],
  );
});

test('a name that fits many files names none of them', () => {
  const paths = ['a/x.ts', 'b/x.ts', 'c/x.ts', 'd/x.ts'];
  expect(refs('change x.ts', { paths })).toEqual([]);
  expect(refs('change a/x.ts', { paths })).toEqual([{ entity: 'x', path: 'a/x.ts', status: 'to_modify' }]);
});

test.each([
  ['parts of names', 'authenticate with auth tokens', AUTH],
  ['plurals', 'cancelled orders are kept', ORDER],
  ['Korean nouns with other particles', '주문은 취소할 수 있다', ORDER],
  ['Korean nouns in decomposed letters', '인증이 만료된다'.normalize('NFD'), AUTH],
])('explored files are related by %s', (_, text, path) => {
  expect(refs(text)).toEqual([{ entity: path.replace(/^.*\/|\.java$/g, ''), path, status: 'exists' }]);
});

test('words of every plan, and words that most files share, relate nothing', () => {
  expect(refs('상점: accounts of the shop')).toMatchObject([{ path: CONTROLLER }]);
  const files = [[CONTROLLER, '계정 코드 구현']] as const;
  expect(refs('구현하고 테스트를 추가한다; implement and test the code in Java', { files })).toEqual([]);
});

test('the files most alike come first; one that is not in the tree is left out', () => {
  const found = refs('로그인 인증 서비스와 주문', {
    files: [...EXPLORED.toReversed(), ['src/Ghost.java', '로그인 인증']],
  });
  expect(found.map(({ path }) => path)).toEqual([AUTH, ORDER]);
});

test('refs are bounded and unique', () => {
  const paths = Array.from({ length: 100 }, (_, i) => `src/pay${i}.ts`);
  const text = paths.map((path) => `${path} ${path}`).join(' ');
  const found = refs(text, { paths, files: [] });
  expect(new Set(found.map(({ path }) => path)).size).toBe(30);
  expect(found).toHaveLength(30);
});

test('a path that was assumed wrongly is the one that is there, wherever the task names it whole', () => {
  const objective = 'Change lib/pay.ts, not lib/pay.ts.bak or old/lib/pay.ts.';
  const given = { paths: ['src/pay.ts'], files: [], replacements: [{ path: 'lib/pay.ts', found: 'src/pay.ts' }] };
  const [brief] = briefs([task('T1', { name: 'Pay', objective, descriptions: ['Read ./lib/pay.ts.'] })], given);
  expect(brief?.objective).toBe('Change src/pay.ts, not lib/pay.ts.bak or old/lib/pay.ts.');
  expect(brief?.scope_in).toContain('Read src/pay.ts.');
  expect(brief?.file_refs).toContainEqual({ entity: 'pay', path: 'src/pay.ts', status: 'to_modify' });
  expect(brief?.file_refs.map(({ path }) => path)).not.toContain('lib/pay.ts');
});

interface Given {
  readonly language?: 'en' | 'ko';
  readonly paths?: readonly string[];
  readonly files?: readonly (readonly [string, string])[];
  readonly replacements?: readonly { readonly path: string; readonly found: string }[];
}

function refs(objective: string, given: Given = {}): DesignBrief['file_refs'] {
  return briefs([task('T1', { name: 'a', objective, descriptions: [] })], given)[0]?.file_refs ?? [];
}

function briefs(
  tasks: TaskBreakdown['tasks'],
  { language = 'en', paths = PATHS, files = EXPLORED, replacements = [] }: Given = {},
): DesignBrief[] {
  const breakdown: TaskBreakdown = {
    version: 1,
    request_id: 'R1',
    created_at: '2026-01-01T00:00:00Z',
    created_by: 'planner',
    original_request: 'r',
    objective: 'o',
    tasks,
    assumptions: [],
    task_order: tasks.map(({ id }) => id),
  };
  const explored = exploredOf(files);
  const created_at = '2026-01-01T00:00:01Z';
  return designBriefs({ breakdown, explored, tree: { paths }, created_at, language, replacements });
}

function task(
  id: string,
  { name, objective, descriptions }: { name: string; objective: string; descriptions: readonly string[] },
): TaskBreakdown['tasks'][number] {
  const subtasks = descriptions.map((description, i) => ({
    id: `${id}-S${i + 1}`,
    name: `part ${i + 1}`,
    description,
  }));
  return { id, name, objective, subtasks };
}
