import path from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { createLive } from '../../../src/cli/terminal/live.ts';
import { fit, widthOf } from '../../../src/cli/terminal/width.ts';
import { bundleDriver } from '../../support/bundle.ts';
import { needs } from '../../support/needs.ts';
import { terminal } from './terminal.ts';

async function watched(context: TestContext, columns: number, ...args: string[]) {
  needs(context, 'tmux');
  const driver = await bundleDriver(path.resolve('test/cli/terminal/live-driver.ts'));
  return terminal({ columns, run: [driver, ...args] });
}

describe('in a real terminal', () => {
  test('lines stay above, the region changes in place, and the cursor comes back', async (context) => {
    const view = await watched(context, 80);
    const drawn = await view.until((screen) => screen.includes('두번째'));
    expect(drawn.split('\n')).toEqual([
      '시작합니다',
      'builder  한글로 된 아주 긴 줄이 여기에 있습니다 그리고 더 있습니다',
      '두번째 줄',
    ]);
    expect(view.isCursorShown()).toBe(false);
    await view.pass('drawn');
    const lines = [1, 2, 3].map((n) => `줄 ${n} 가나다라 가나다라 가나다라 가나다라`);
    const printed = await view.until((screen) => screen.includes('하나만'));
    expect(printed.split('\n')).toEqual(['시작합니다', ...lines, '하나만 남음']);
    await view.pass('printed');
    await view.pass('resized');
    const ended = await view.until((screen) => screen.includes('exit'));
    expect(ended.split('\n')).toEqual(['시작합니다', ...lines, '좁아진 뒤', '끝', 'exit 0']);
    expect(view.isCursorShown()).toBe(true);
  });

  test('twenty columns, and fewer while it draws', async (context) => {
    const view = await watched(context, 20);
    const drawn = await view.until((screen) => screen.includes('두번째'));
    expect(drawn.split('\n')).toEqual(['시작합니다', 'builder  한글로 된…', '두번째 줄']);
    view.resize(12);
    const narrow = await view.until((screen) => screen.includes('builder  …'));
    expect(narrow.split('\n')).toEqual(['시작합니다', 'builder  …', '두번째 줄']);
    view.resize(30);
    const wide = await view.until((screen) => screen.includes('아주 긴'));
    expect(wide.split('\n')).toEqual(['시작합니다', 'builder  한글로 된 아주 긴 …', '두번째 줄']);
  });

  test('a program that breaks leaves a clean terminal', async (context) => {
    const view = await watched(context, 80, 'throw');
    for (const name of ['drawn', 'printed', 'resized']) await view.pass(name);
    const ended = await view.until((screen) => screen.includes('exit 1'));
    expect(ended).not.toContain('하나만 남음');
    expect(view.isCursorShown()).toBe(true);
  });
});

/** A terminal in name only: what is written to it, write by write. */
function pretended(isTTY: boolean) {
  const writes: string[] = [];
  let wake = (): void => undefined;
  const output = {
    isTTY,
    columns: 40,
    rows: 4,
    write: (text: string) => {
      writes.push(text);
      wake();
    },
  };
  const next = () => new Promise<void>((resolve) => (wake = resolve));
  return { output, writes, next };
}

test('a flood of changes is drawn now and then, and nothing printed is lost', async () => {
  const { output, writes, next } = pretended(true);
  const live = createLive(output, { env: {} });
  for (let n = 0; n < 1_000; n++) {
    live.set([`step ${n}`]);
    live.print(`line ${n}`);
  }
  expect(writes.length).toBeLessThan(20);
  if (!writes.at(-1)?.includes('step 999')) await next();
  expect(writes.at(-1)).toContain('step 999');
  const all = writes.join('');
  for (let n = 0; n < 1_000; n++) expect(all).toContain(`line ${n}\n`);
  live.close();
});

test('behind the last line there is room for the ^C that the terminal writes', () => {
  const { output, writes } = pretended(true);
  const live = createLive(output, { env: {} });
  live.set(['-'.repeat(50), '='.repeat(50)]);
  expect(writes.join('')).toContain(`${'-'.repeat(38)}…\n${'='.repeat(36)}…`);
  live.close();
});

test('no more lines than the terminal has', () => {
  const { output, writes } = pretended(true);
  const live = createLive(output, { env: {} });
  live.set(['1', '2\n3', '4', '5']);
  expect(writes.join('')).toContain('1\n2\n3\u001b');
  live.close();
});

test.each([
  ['no terminal', false, {}],
  ['a terminal that can do nothing', true, { TERM: 'dumb' }],
])('%s: only lines that stay', (_what, isTTY, env) => {
  const { output, writes } = pretended(isTTY);
  const live = createLive(output, { env });
  live.set(['never seen']);
  live.print('한 줄');
  live.close();
  expect(writes).toEqual(['한 줄\n']);
});

test('nothing is left behind', () => {
  const count = () => process.listenerCount('exit') + process.listenerCount('SIGWINCH');
  const before = count();
  const { output } = pretended(true);
  for (let n = 0; n < 50; n++) createLive(output, { env: {} }).close();
  expect(count()).toBe(before);
});

test('what is cut keeps its colours, begun and ended', () => {
  const coloured = 'a\u001b[31m한글한글\u001b[39mb';
  expect(fit(coloured, 6)).toBe('a\u001b[31m한글…\u001b[39m');
  expect(widthOf(fit(coloured, 6))).toBe(6);
  expect(fit(coloured, 10)).toBe(coloured);
});

test('a terminal that says it has 0 columns and 0 rows is drawn as one of the usual size', async () => {
  const { output, writes } = pretended(true);
  const live = createLive({ ...output, columns: 0, rows: 0 }, { env: {} });
  live.set(['one', 'two']);
  live.set(['three']);
  live.print('stays');
  live.close();
  expect(writes.join('')).toContain('stays');
});
