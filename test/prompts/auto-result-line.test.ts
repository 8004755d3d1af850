import { expect, it } from 'vitest';
import { resultLine } from '../../src/prompts/auto/result-line.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

it.each([
  ['the last line', 'I looked around.\n\nAdded the login form.', 'Added the login form.'],
  ['no empty lines behind it', 'Added it.\n\n \n', 'Added it.'],
  ['bold words', '**Added** the `login()` form, ~~not~~ tested.', 'Added the login() form, not tested.'],
  ['bold words around code', '**Added `login()` to the form.**', 'Added login() to the form.'],
  ['slanted words', '*Added* it, and _nothing else_.', 'Added it, and _nothing else_.'],
  ['a slanted line', '_Added the form._', 'Added the form.'],
  ['a heading', '## Added the form', 'Added the form'],
  ['a list', '- one\n- [x] Added the form', 'Added the form'],
  ['a numbered list', '1. one\n2. Added the form', 'Added the form'],
  ['a quotation', '> > Added the form', 'Added the form'],
  ['a link', 'Added [the form](https://x.example/y).', 'Added the form.'],
  ['tags', 'Added<br/> <b>the</b> form', 'Added the form'],
  ['a line drawn below', 'Added the form.\n\n---\n***', 'Added the form.'],
  ['a block of code below', 'Added the form.\n```sh\nnpm test\n```\n', 'Added the form.'],
  ['a block that is never closed', 'Added the form.\n~~~\nnpm test', 'Added the form.'],
  ['nothing but a block', '```\nAdded the form.\n```', 'Added the form.'],
  ['names and patterns', 'Changed __init__.py, src/**/*.ts and a_b', 'Changed __init__.py, src/**/*.ts and a_b'],
  ['types', 'Returns a Map<string, number> now.', 'Returns a Map<string, number> now.'],
  ['colours and hidden letters', '\u001b[32mAdded\u001b[0m\u0007 it\u202e\u200b.\r\n', 'Added it.'],
  ['Korean', '로그인 화면을 **추가했다**.', '로그인 화면을 추가했다.'],
])('of what an agent said: %s', (_, said, line) => {
  expect(resultLine(said)).toBe(line);
});

it.each(['', ' \n\t\n', '---', '```\n```', '\u001b[31m\u001b[0m', '…'])('%j is nothing', (said) => {
  expect(resultLine(said)).toBeNull();
});

it.each(['word '.repeat(100), 'x'.repeat(500), '가'.repeat(500), `a${'👩‍💻'.repeat(200)}`, `${'x'.repeat(198)}👩👩`])(
  'a long line is cut where a letter ends (%#)',
  (said) => {
    const line = resultLine(said) ?? '';
    expect(line.length).toBeLessThanOrEqual(200);
    expect(line.length).toBeGreaterThan(100);
    expect(line).toMatch(/^\P{Surrogate}*…$/u);
  },
);

it.each(['[', '*', '`', '<a', '_ ', '> ', '- ', '![', '\u001b[', '*a', '[x] '])(
  'a megabyte of %j is no burden',
  (piece) => {
    expect(cpuMsOf(() => resultLine(piece.repeat(1_000_000 / piece.length)))).toBeLessThan(5000);
  },
);
