import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';

/** A project that has installed the package, and nothing else. */
let installed: string;

beforeAll(() => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'library-'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: installed ?? '.', stdio: 'pipe' });
  npm('pack', '--ignore-scripts', '--pack-destination', folder);
  const [tarball = ''] = fs.readdirSync(folder);
  installed = path.join(folder, 'project');
  fs.mkdirSync(installed);
  fs.writeFileSync(path.join(installed, 'package.json'), '{ "type": "module" }');
  npm('install', '--offline', '--no-audit', '--no-fund', path.join(folder, tarball));
});

test('the program of docs/reference/library.md starts a run, prints its events, answers and approves', async () => {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(fs.readFileSync('docs/reference/library.md', 'utf8')) ?? [];
  expect(program.split('\n').length).toBeLessThan(45);
  fs.writeFileSync(path.join(installed, 'program.js'), program);
  const project = runProject();
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
  const agent = rehearsed(project.home, {
    refiner: [{ answer: { ...ready, status: 'needs_human', crp: QUESTION } }, { answer: ready }],
  });
  const args = [path.join(installed, 'program.js'), project.folder, agent];
  const child = spawn(process.execPath, args, { cwd: installed, env: project.env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complained).toBe('');
  const events = said.split('\n').flatMap((line) => /^\S+Z (\w+)$/.exec(line)?.[1] ?? []);
  const told = [
    'run_started',
    'asked',
    'answered',
    'refined',
    'built',
    'tested',
    'gated',
    'packed',
    'approved',
    'merged',
  ];
  expect(events.filter((type) => told.includes(type))).toEqual(told);
  expect(said).toContain(`  ${QUESTION.question}`);
  expect(said).toContain('  2 tests pass on ');
  expect(said).toMatch(/the run is completed: [0-9a-f]{40}\n$/);
  expect(project.git('log', '-1', '--format=%P').split(' ')).toHaveLength(2);
});
