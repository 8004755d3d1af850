import path from 'node:path';
import { describe, expect, test, type TestContext } from 'vitest';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { bundleDriver } from '../support/bundle.ts';
import { needs } from '../support/needs.ts';
import { type Terminal, terminal } from './terminal/terminal.ts';

async function asked(context: TestContext, what: string[], { columns = 80, lang = 'en' } = {}): Promise<Terminal> {
  needs(context, 'tmux');
  const driver = await bundleDriver(path.resolve('test/cli/ask-driver.ts'));
  const view = terminal({ columns, run: [driver, ...what], env: { ASK_LANG: lang } });
  await view.until((screen) => /[:>\]] ?$/.test(screen));
  return view;
}

async function answered(view: Terminal): Promise<string> {
  const screen = await view.until((now) => now.includes('exit'));
  // The terminal may be narrower than the answer.
  return /answer: (.*?) *exit/.exec(screen.replaceAll('\n', ''))?.[1] ?? screen;
}

describe('a choice', () => {
  test('shows every option, and says which is recommended', async (context) => {
    const view = await asked(context, ['choice']);
    expect(view.screen().split('\n')).toEqual([
      'Rate limiting을 어떤 기준으로 적용할까요?',
      '  A  IP당 분당 60회 (recommended)',
      '     일반적인 API 기본값',
      '     위험: 낮음',
      String.raw`  B  사용자당 분당 100회\x1b[31m`,
      'choose (A, B) [A]:',
    ]);
  });

  test.for([
    ['by its id', 'B', '"B"'],
    ['in any case', 'b', '"B"'],
    ['by its place', '2', '"B"'],
    ['by saying nothing', '', '"A"'],
  ] as const)('%s', async ([, typed, said], context) => {
    const view = await asked(context, ['choice']);
    view.type(typed);
    view.press('Enter');
    expect(await answered(view)).toBe(said);
  });

  test('of nothing that is not there', async (context) => {
    const view = await asked(context, ['open']);
    const askedAgain = (times: number) =>
      view.until((screen) => screen.split('choose (A, B):').length === times + 1 && screen.endsWith('):'));
    view.press('Enter');
    await askedAgain(2);
    view.type('C');
    view.press('Enter');
    expect(await askedAgain(3)).toContain("'C' is not one of the options");
    view.type('3');
    view.press('Enter');
    expect(await askedAgain(4)).toContain("'3' is not one of the options");
    view.type('1');
    view.press('Enter');
    expect(await answered(view)).toBe('"A"');
  });

  test('breaks its last line at a space, too', async (context) => {
    const view = await asked(context, ['choice'], { columns: 18 });
    expect(view.screen().split('\n').slice(-2)).toEqual(['choose (A, B)', '[A]:']);
  });

  test('in twenty columns, in Korean, nothing is wider', async (context) => {
    const view = await asked(context, ['choice'], { columns: 20, lang: 'ko' });
    const lines = view.screen().split('\n');
    expect(lines.slice(0, 5)).toEqual([
      'Rate limiting을 어떤',
      '기준으로 적용할까요?',
      '  A  IP당 분당 60회',
      '     (추천)',
      '     일반적인 API',
    ]);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(20);
    expect(lines.at(-1)).toBe('선택(A, B) [A]:');
    view.type('나');
    view.press('Enter');
    await view.until((screen) => screen.includes("'나': 선택지에") && screen.endsWith(':'));
    view.press('Enter');
    expect(await answered(view)).toBe('"A"');
  });
});

describe('a line', () => {
  test('is what was typed, with wide letters taken back whole', async (context) => {
    const view = await asked(context, ['line'], { columns: 20 });
    view.type('  처음에는 단순한 방식으로 시작한다고라');
    view.press('BSpace', 'BSpace');
    await view.until((screen) => screen.endsWith('시작한다'));
    view.press('Enter');
    expect(await answered(view)).toBe('"처음에는 단순한 방식으로 시작한다"');
  });

  test('may be empty', async (context) => {
    const view = await asked(context, ['line']);
    view.press('Enter');
    expect(await answered(view)).toBe('""');
  });
});

describe.each(['choice', 'line'])('no answer to a %s', (what) => {
  test('by Ctrl-D', async (context) => {
    const view = await asked(context, [what]);
    view.press('C-d');
    expect(await answered(view)).toBe('undefined');
  });

  test('by Ctrl-C, which interrupts what goes on besides', async (context) => {
    const view = await asked(context, [what]);
    view.type('half');
    view.press('C-c');
    expect(await answered(view)).toBe('undefined interrupted');
  });

  test('because another answered meanwhile', async (context) => {
    const view = await asked(context, [what, 'settled']);
    view.type('half');
    await view.until((screen) => screen.endsWith('half'));
    await view.pass('settle');
    expect(await answered(view)).toBe('undefined');
    // Nothing is left of the terminal's other way to read.
    expect(view.screen()).toMatch(/half\nanswer/);
  });
});

describe('what is typed before a question is shown', () => {
  test.for([
    ['does not answer the next question', 'b\ra reason\ry\r', '["B","later",false]'],
    ['does not answer the same question again', 'C\rb\r', '["B","later",false]'],
  ] as const)('%s', async ([, typed, said], context) => {
    const view = await asked(context, ['several']);
    view.type(typed);
    if (typed.startsWith('C')) {
      await view.until((screen) => screen.includes("'C' is not") && screen.endsWith('choose (A, B):'));
      view.type('b\r');
    }
    await view.until((screen) => screen.endsWith('>'));
    view.type('later\r');
    await view.until((screen) => screen.endsWith('[y/N]'));
    view.type('n\r');
    expect(await answered(view)).toBe(said);
    expect(view.screen()).not.toContain('a reason');
  });

  test('while work goes on is not shown and answers nothing', async (context) => {
    const view = await asked(context, ['busy']);
    await view.until((screen) => screen.includes('working:'));
    view.type('y\ry\ry');
    await view.pass('work');
    const screen = await view.until((now) => now.endsWith('[y/N]'));
    expect(screen).toBe('working:\n정말요? [y/N]');
    view.press('Enter');
    expect(await answered(view)).toBe('false');
  });

  test('before the program looks at it answers nothing', async (context) => {
    const view = await asked(context, ['deaf']);
    view.type('y\ry\ry');
    await view.pass('work');
    await view.until((now) => now.endsWith('[y/N]'));
    view.press('Enter');
    expect(await answered(view)).toBe('false');
  });

  test('interrupts when it is Ctrl-C', async (context) => {
    const view = await asked(context, ['several']);
    view.type('b\rx\u0003y\ry\r');
    expect(await answered(view)).toBe('["B",null,false] interrupted');
  });

  test('interrupts with Ctrl-C when no other question comes', async (context) => {
    const view = await asked(context, ['work']);
    view.type('y\r\u0003');
    expect(await answered(view)).toBe('[true,"stopped"] interrupted');
  });

  test('stops work with Ctrl-C', async (context) => {
    const view = await asked(context, ['muted']);
    view.type('text');
    view.press('C-c');
    expect(await answered(view)).toBe('"stopped" interrupted');
    expect(view.screen()).not.toContain('text');
  });
});

test.for([
  ['y', 'true'],
  ['', 'false'],
  ['yellow', 'false'],
] as const)('yes or no: %j', async ([typed, said], context) => {
  const view = await asked(context, ['yes']);
  view.type(typed);
  view.press('Enter');
  expect(await answered(view)).toBe(said);
});

test('no answer to yes or no is no', async (context) => {
  const view = await asked(context, ['yes']);
  view.press('C-d');
  expect(await answered(view)).toBe('false');
});
