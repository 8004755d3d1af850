import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The linter's own settings could rot unnoticed: each mistake here must be found, by the rule that is meant to. */
test.each([
  [
    'a promise nobody awaits',
    'typescript(no-floating-promises)',
    `async function save(): Promise<void> {}\nexport function f(): void {\n  save();\n}`,
  ],
  [
    'a promise where a boolean is wanted',
    'typescript(no-misused-promises)',
    `async function check(): Promise<boolean> { return true; }\nexport function f(): number { return check() ? 1 : 2; }`,
  ],
  [
    'a switch that forgets a case',
    'typescript(switch-exhaustiveness-check)',
    `export function f(state: 'on' | 'off'): void {\n  switch (state) {\n    case 'on':\n      break;\n  }\n}`,
  ],
  [
    'a switch that hides what it forgets behind a default',
    'typescript(switch-exhaustiveness-check)',
    `export function f(state: 'on' | 'off'): number {\n  switch (state) {\n    case 'on': return 1;\n    default: return 2;\n  }\n}`,
  ],
  [
    'a parsed value that is only claimed to fit',
    'typescript(no-unsafe-type-assertion)',
    `export function f(text: string): { a: 1 } { return JSON.parse(text) as { a: 1 }; }`,
  ],
  ['any', 'typescript(no-explicit-any)', `export function f(value: any): void { void value; }`],
  ['talking on the console', 'eslint(no-console)', `console.log('hello');\nexport {};`],
])('the linter finds %s', (_what, rule, text) => {
  expect(lint(text)).toContain(rule);
});

test('the linter is quiet about sound code', () => {
  expect(lint(`export function f(a: number): number {\n  return a + 1;\n}\n`)).toContain(
    'Found 0 warnings and 0 errors',
  );
});

function lint(text: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lint-'));
  fs.writeFileSync(
    path.join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "module": "nodenext" } }',
  );
  fs.writeFileSync(path.join(folder, 'sample.ts'), text);
  const linter = [path.resolve('node_modules/oxlint/bin/oxlint'), '-c', path.resolve('.oxlintrc.json'), '.'];
  // Where it looks for its type-aware half.
  const env = { ...process.env, PATH: `${path.resolve('node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  const { stdout, stderr } = spawnSync(process.execPath, linter, { cwd: folder, encoding: 'utf8', env });
  return stdout + stderr;
}
