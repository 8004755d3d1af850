import { describe, expect, test } from 'vitest';
import { readCommandLine } from '../../src/cli/call.ts';

const nothing = { args: [], options: {}, lists: {}, flags: new Set() };

test.each([
  ['status', 'status', {}, {}],
  ['--json status', 'status', {}, { json: true }],
  ['status --json --quiet --no-color', 'status', {}, { json: true, quiet: true, 'no-color': true }],
  ['--project a/b --lang ko status', 'status', {}, { project: 'a/b', lang: 'ko' }],
  ['--project=a/b status --lang=ko', 'status', {}, { project: 'a/b', lang: 'ko' }],
  ['validate a b --as crp c', 'validate', { args: ['a', 'b', 'c'], options: { as: 'crp' } }, {}],
  ['validate --as=crp -- --as', 'validate', { args: ['--as'], options: { as: 'crp' } }, {}],
  ['start -- --tmux', 'start', { args: ['--tmux'] }, {}],
  ['start -', 'start', { args: ['-'] }, {}],
  ['start -5 degrees', 'start', { args: ['-5', 'degrees'] }, {}],
  ['start --base --tmux', 'start', { options: { base: '--tmux' } }, {}],
  ['start --base --json main', 'start', { options: { base: 'main' } }, { json: true }],
  ['logs run-20240115-143022 -f', 'logs', { args: ['run-20240115-143022'], flags: new Set(['follow']) }, {}],
  ['answer --notes= --rationale=--json x', 'answer', { args: ['x'], options: { notes: '', rationale: '--json' } }, {}],
  [
    'orchestrator --reference ../a add --reference=../b it --merge',
    'session',
    { args: ['add', 'it'], lists: { reference: ['../a', '../b'] }, flags: new Set(['merge']) },
    {},
  ],
])('%s', (line, name, input, globals) => {
  const { asked, globals: given } = readCommandLine(line.split(' '));
  expect(asked).toMatchObject({ ok: true, value: { command: { name } } });
  expect(asked).toHaveProperty('value.input', { ...nothing, ...input });
  expect(given).toEqual(globals);
});

test.each([
  ['', undefined],
  ['--json', undefined],
  ['--help', undefined],
  ['help', undefined],
  ['frobnicate --help', undefined],
  ['help status', 'status'],
  ['status -h', 'status'],
  ['status --unknown x --help', 'status'],
  ['help orchestrator', 'session'],
])('is help: %s', (line, name) => {
  const { asked } = readCommandLine(line.split(' ').filter(Boolean));
  if (!asked.ok || asked.value === 'version' || !('helpOf' in asked.value)) throw new Error(JSON.stringify(asked));
  expect(asked.value.helpOf?.name).toBe(name);
});

test.each(['-V', '--version', 'status --version', '--version --project'])('asks for the version: %s', (line) => {
  expect(readCommandLine(line.split(' ')).asked).toEqual({ ok: true, value: 'version' });
});

test.each([
  ['statu', 'usage.unknown_command', { command: 'statu', suggestion: 'status' }],
  ['help statu', 'usage.unknown_command', { command: 'statu', suggestion: 'status' }],
  ['statu --jso', 'usage.unknown_command', { command: 'statu', suggestion: 'status' }],
  ['status --jso', 'usage.unknown_option', { option: '--jso', suggestion: '--json' }],
  ['--tmx start', 'usage.unknown_option', { option: '--tmx', suggestion: '--tmux' }],
  ['status --json=x', 'usage.unknown_option', { option: '--json=x' }],
  ['status --as crp', 'usage.unknown_option', { option: '--as' }],
  ['status --reference x', 'usage.unknown_option', { option: '--reference' }],
  ['validate --as', 'usage.value_missing', { option: '--as <NAME>' }],
  ['--project', 'usage.value_missing', { option: '--project <DIR>' }],
  ['status x', 'usage.too_many_arguments', { command: 'status' }],
  ['schema a b', 'usage.too_many_arguments', { command: 'schema' }],
])('is a mistake: %s', (line, code, params) => {
  expect(readCommandLine(line.split(' ')).asked).toMatchObject({ ok: false, error: { code, params } });
});

describe('text that begins with a dash', () => {
  test.each([
    [['start', '- Add divide\n- Add modulo'], '- Add divide\n- Add modulo'],
    [['start', '--', '--verbose should print more'], '--verbose should print more'],
    [['session', '--merge', '--', '--quiet should print less'], '--quiet should print less'],
  ])('is taken as it is: %j', (argv, text) => {
    expect(readCommandLine(argv).asked).toMatchObject({ ok: true, value: { input: { args: [text] } } });
  });

  test('is named, where it could be an option', () => {
    const { asked } = readCommandLine(['start', '--verbose should print much more than it does today']);
    const params = { command: 'start', text: '--verbose should print much more than i…' };
    expect(asked).toMatchObject({ ok: false, error: { code: 'usage.dashed_text', params } });
  });
});

test.each([
  ['statu --json --verbose', { json: true, verbose: true }],
  ['--no-color --jso --lang ko', { 'no-color': true, lang: 'ko' }],
  ['start --base --json', { json: true }],
  ['start -- --json --lang=ko', {}],
])('flags that say how to speak are known whatever else is wrong: %s', (line, globals) => {
  expect(readCommandLine(line.split(' ')).globals).toEqual(globals);
});
