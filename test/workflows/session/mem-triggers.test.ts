import { describe, expect, test } from 'vitest';
import { failedRuns, memoryQueries, type PastSession } from '../../../src/workflows/session/mem-triggers.ts';

function session(request: string, change: Partial<PastSession> = {}): PastSession {
  return { request, isCompleted: true, tasks: [], changed: [], ...change };
}

const java = ['src/main/java/shop/order/OrderService.java', 'src/main/java/shop/order/web/OrderController.java'];

describe('Architect', () => {
  function architect(files: readonly string[], sessions: readonly PastSession[], request = 'R10'): string[] {
    return memoryQueries({ role: 'architect', project: 'shop', request, files, sessions });
  }

  test('asks for decisions until a session was completed', () => {
    expect(architect(java, [])).toEqual(['shop 설계 결정']);
    expect(architect(java, [session('R10', { isCompleted: false })])).toEqual(['shop 설계 결정']);
    expect(architect(java, [session('R1')])).toEqual([]);
  });

  test('asks for the domain when an earlier session worked in it', () => {
    const tasks = [['README.md'], ['./lib/order/x.ts', 'lib\\order\\y.ts']];
    expect(architect(java, [session('R9', { tasks })])).toEqual(['shop order 설계']);
    expect(architect(java, [session('R9', { tasks, isCompleted: false })])).toEqual([
      'shop 설계 결정',
      'shop order 설계',
    ]);
  });

  test('counts requests as numbers, and never the running one', () => {
    const tasks = [['a/order/x.ts']];
    expect(architect(java, [session('R9', { tasks })])).toContain('shop order 설계');
    expect(architect(java, [session('R1'), session('R10', { tasks })])).toEqual([]);
    expect(architect(java, [session('R1'), session('R11', { tasks })])).toEqual([]);
  });

  test.each([
    ['no files', []],
    ['a file at the top', ['index.ts']],
    ['no folder in common', ['src/a.ts', 'lib/a.ts']],
    ['a folder that is only named alike', ['src/order/a.ts', 'lib/order/a.ts']],
  ])('has no domain: %s', (_, files) => {
    expect(architect(files, [session('R1', { tasks: [['order/a.ts'], ['index.ts'], []] })])).toEqual([]);
  });

  test('a folder that holds a file and another folder is what they share', () => {
    expect(architect(['src/a/x.ts', 'src/a/b/y.ts'], [session('R1', { tasks: [['other/a/z.ts']] })])).toEqual([
      'shop a 설계',
    ]);
  });
});

describe('Implementer', () => {
  function implementer(retries: number, sessions: readonly PastSession[]): string[] {
    const trigger = { role: 'implementer', project: 'shop', request: 'R2', subtask: '주문 저장' } as const;
    return memoryQueries({ ...trigger, retries, files: ['src/a.ts', './src/b.ts', 'src/a.ts'], sessions });
  }

  test('asks for failures of a subtask that is tried again', () => {
    expect(implementer(0, [])).toEqual([]);
    expect(implementer(1, [])).toEqual(['shop 주문 저장 실패']);
  });

  test('asks for each file that an earlier session changed, and for all that fires', () => {
    const changed = ['src/b.ts', 'src/a.ts', 'src/c.ts'];
    const both = ['shop src/a.ts 수정', 'shop src/b.ts 수정'];
    expect(implementer(0, [session('R1', { changed })])).toEqual(both);
    expect(implementer(2, [session('R1', { changed, isCompleted: false })])).toEqual(['shop 주문 저장 실패', ...both]);
    expect(implementer(0, [session('R2', { changed }), session('R3', { changed })])).toEqual([]);
  });
});

test('several tests that fail at once are one failure', () => {
  const failed_tests = ['a', 'b', 'c'].map((name) => ({ name, reason: 'red' }));
  expect(failedRuns({ failed_tests, implementation_retries: 1, design_retries: 0 })).toBe(1);
  expect(failedRuns({ failed_tests, implementation_retries: 1, design_retries: 1 })).toBe(2);
  // Sent back for something else.
  expect(failedRuns({ failed_tests: [], implementation_retries: 3, design_retries: 0 })).toBe(0);
});

test('QA asks from the second failure on', () => {
  const asked = [0, 1, 2, 3].map((failures) => memoryQueries({ role: 'qa-engineer', project: 'shop', failures }));
  expect(asked).toEqual([[], [], ['shop 테스트 실패 패턴'], ['shop 테스트 실패 패턴']]);
});
