import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { md5 } from '../../src/base/md5.ts';
import { fileSignature, shownRecordText } from '../../src/store/shown-record.ts';
import { bundleDriver } from '../support/bundle.ts';
import { changed, orchestralProcess, project, put, sample } from './orchestral.ts';

/* `orchestral status` has a short way, which must not be told from the long one. */

const RUN = '.orchestral/runs/run-20240115-143022';
const auto = JSON.parse(sample('auto-state.json')) as { tasks: Record<string, string[]> };
const { in_progress: begun = [], failed = [] } = auto.tasks;

/** In which all three workflows rest, and nobody touched what they left. */
const resting: Readonly<Record<string, string>> = {
  '.claude/orchestrate-state.json': changed('auto-state.json', {
    tasks: { ...auto.tasks, in_progress: [], failed: [...failed, ...begun] },
  }),
  '.claude/orchestrator/sessions/a1b2c3d4/session.json': changed('session.json', { status: 'stopped' }),
  '.claude/orchestrator/sessions/a1b2c3d4/state.json': sample('session-state.json'),
  [`${RUN}/state.json`]: changed('run-state.json', { phase: 'waiting_human', pending_crp: 'crp-001' }),
  [`${RUN}/crp/crp-001.json`]: sample('crp.json'),
};

function left(files: Readonly<Record<string, string>>): { cwd: string; env: Record<string, string> } {
  const cwd = project(files);
  const home = project();
  const documents = Object.keys(files).map((name) => path.join(cwd, name));
  const signed = documents.map((file) => [file, fileSignature(fs.lstatSync(file, { bigint: true }))]);
  const record = shownRecordText({ seq: 1, files: Object.fromEntries(signed) });
  put(home, `orchestral/${md5(cwd).slice(0, 8)}/shown/all.json`, record);
  return { cwd, env: { XDG_STATE_HOME: home, TZ: 'Asia/Seoul' } };
}

interface Asked {
  readonly cwd: string;
  readonly env: Record<string, string>;
}

async function quick(args: readonly string[], { cwd, env }: Asked, stdout: 'pipe' | number = 'pipe') {
  const driver = await bundleDriver(path.resolve('test/cli/quick-status-driver.ts'));
  const ended = spawnSync(process.execPath, [driver, ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'pipe'],
  });
  return { code: ended.status, stdout: ended.stdout, stderr: ended.stderr };
}

test.each([
  ['status', {}],
  ['status --json', {}],
  ['status', { LANG: 'ko_KR.UTF-8', LC_ALL: '' }],
  ['status', { FORCE_COLOR: '1', COLUMNS: '30' }],
  ['status --no-color', { FORCE_COLOR: '1' }],
])('%s %j says the same as the whole program', async (line, more) => {
  const { cwd, env } = left(resting);
  const asked = { cwd, env: { ...env, ...more } };
  const { code, stdout, stderr } = await orchestralProcess(line.split(' '), asked);
  expect(await quick(line.split(' '), asked)).toEqual({ code, stdout, stderr });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('crp-001');
});

test.each(['status --project .', 'status --lang ko', 'status --help', 'status nope', '--json status'])(
  '%s takes the whole program',
  async (line) => {
    expect(await quick(line.split(' '), left(resting))).toEqual({ code: 99, stdout: '', stderr: '' });
  },
);

test.each<[string, (cwd: string) => void]>([
  ['a document was edited', (cwd) => void put(cwd, `${RUN}/state.json`, sample('run-state.json'))],
  ['a document is there that nobody showed', (cwd) => void put(cwd, `${RUN}-b/state.json`, sample('run-state.json'))],
  ['a folder of ours leads elsewhere', (cwd) => fs.symlinkSync('/etc', path.join(cwd, '.orchestral/runs/elsewhere'))],
])('nothing is said where %s', async (_, change) => {
  const asked = left(resting);
  change(asked.cwd);
  expect(await quick(['status'], asked)).toEqual({ code: 99, stdout: '', stderr: '' });
});

test.each<[string, Record<string, string>]>([
  ['auto', { '.claude/orchestrate-state.json': sample('auto-state.json') }],
  [
    'a session',
    { '.claude/orchestrator/sessions/a1b2c3d4/session.json': changed('session.json', { status: 'active' }) },
  ],
  ['a run', { [`${RUN}/state.json`]: changed('run-state.json', { phase: 'build' }) }],
])('nor while something is at work: %s', async (_, working) => {
  const asked = left({ ...resting, ...working });
  expect(await quick(['status'], asked)).toEqual({ code: 99, stdout: '', stderr: '' });
});

test('nor where it cannot be written', async () => {
  const full = fs.openSync('/dev/full', 'w');
  expect(await quick(['status'], left(resting), full)).toMatchObject({ code: 99, stderr: '' });
  fs.closeSync(full);
});
