import { expect, test } from 'vitest';
import { readCommandLine } from '../../src/cli/call.ts';
import { understand } from '../../src/cli/program.ts';
import { en } from '../../src/i18n/en/index.ts';

const lines = [
  'status',
  '--json status',
  'status --json --quiet --verbose --yes --no-color --no-dashboard',
  '--project a/b --lang ko status',
  '--project=a/b status --lang=ko',
  'validate a b --as crp c',
  'validate --as=crp -- --as',
  'schema crp',
  'unlock x --yes',
  'start add a flag --base main --tmux --no-dashboard',
  'start -- --tmux',
  'logs run-20240115-143022 builder -f',
  'logs --follow',
  'answer --notes= --rationale=--json crp-001',
  'start -',
  'clean --dry-run',
  'session add a flag',
  'orchestrator --reference ../a add --reference=../b it --merge',
];

test.each(lines)('plain or through commander, the same is understood: %s', (line) => {
  const argv = line.split(' ');
  const options = { words: en, version: '', columns: 80, write: () => undefined };
  const careful = understand(argv, options);
  const plain = readCommandLine(argv).call;
  expect(plain).toBeDefined();
  if (!careful.ok || careful.value === 'answered' || plain === undefined) throw new Error(JSON.stringify(careful));
  const { color, dashboard, ...rest } = careful.value.globals;
  const globals = {
    ...rest,
    ...(color === false && { 'no-color': true }),
    ...(dashboard === false && { 'no-dashboard': true }),
  };
  expect({ ...plain }).toEqual({ ...careful.value, globals });
});

test.each([
  '',
  'statu',
  'status --help',
  'status x',
  'schema a b',
  'status --as crp',
  'status --reference x',
  '--project',
  'status --jso',
  '-V',
  'start --base --tmux',
  'status --json=x',
  'logs -fx',
])('what is not plain is left to commander: %s', (line) => {
  expect(readCommandLine(line.split(' ').filter(Boolean)).call).toBeUndefined();
});

test.each([
  ['statu --json --verbose', { json: true, verbose: true, color: true, lang: undefined }],
  ['--no-color --jso --lang ko', { json: false, verbose: false, color: false, lang: 'ko' }],
  ['start --base --json', { json: true, verbose: false, color: true, lang: undefined }],
  ['start -- --json --lang=ko', { json: false, verbose: false, color: true, lang: undefined }],
])('flags that say how to speak are known whatever else is wrong: %s', (line, early) => {
  expect(readCommandLine(line.split(' ')).early).toEqual(early);
});
