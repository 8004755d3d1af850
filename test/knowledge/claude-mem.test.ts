import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { formatNotice } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { createClaudeMem } from '../../src/knowledge/claude-mem.ts';
import { allowedEnvironment } from '../../src/process/environment.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { Notice, NoticeParams } from '../../src/schema/notice.ts';
import { needs, notRun } from '../support/needs.ts';
import { processesWith } from '../support/processes.ts';
import { byTier } from '../support/tier.ts';

const script = fileURLToPath(new URL('../support/mcp-server.mjs', import.meta.url));
const forever = new AbortController().signal;

/** claude-mem, as a person has it who registered this server in Claude Code. */
function remembering(behaviour: string, command = process.execPath, sandbox?: Sandbox) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'memory-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  const kept = path.join(home, 'asked');
  const server = { type: 'stdio', command, args: [script, behaviour, kept], env: { MEMORY_HOME: home } };
  const mcpServers = command === '' ? {} : { 'claude-mem': server };
  fs.writeFileSync(path.join(home, '.claude.json'), JSON.stringify({ mcpServers }));
  const notices: Notice[] = [];
  const registry = openRegistry({ folder: path.join(home, 'registry'), disk: realDisk, clock: systemClock });
  const memory = createClaudeMem({
    project: 'shop',
    spawner: createSpawner({ registry, scope: 'test', graceMs: 200 }),
    env: { HOME: home, PATH: process.env['PATH'], MY_TOKEN: 's3cr3t-value' },
    onNotice: (notice) => notices.push(notice),
    sandbox: () => Promise.resolve(sandbox && { confine: sandbox, privateFolder: path.join(home, 'private') }),
    saves: false,
  });
  return {
    ...memory,
    home,
    notices,
    asked: () =>
      fs
        .readFileSync(kept, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    left: () => processesWith(`MEMORY_HOME=${home}`),
  };
}

test('what is found for every query is joined, and the server is gone afterwards', async () => {
  const memory = remembering('echo');
  expect(await memory.searchContext(['shop 설계 결정', 'shop order 설계'], forever)).toBe(
    'about shop 설계 결정\n\nabout shop order 설계',
  );
  expect(memory.asked()).toEqual([
    { name: 'search', query: 'shop 설계 결정', limit: 20, project: 'shop' },
    { name: 'search', query: 'shop order 설계', limit: 20, project: 'shop' },
  ]);
  expect(memory.notices).toEqual([]);
  expect(memory.left()).toEqual([]);
});

test('nothing is started where nothing is asked', async () => {
  const memory = remembering('echo');
  expect(await memory.searchContext([], forever)).toBe('');
  expect(fs.existsSync(path.join(memory.home, 'asked'))).toBe(false);
});

test('observations are told from sessions and prompts', async () => {
  const memory = remembering('ok');
  expect(await memory.searchObservations('shop 설계 결정', forever)).toEqual([
    { id: '12', title: 'JWT | refresh token' },
    { id: '14', title: '레이어를 지킨다' },
  ]);
  expect(memory.asked()).toEqual([
    { name: 'search', query: 'shop 설계 결정', limit: 20, project: 'shop', type: 'observations' },
  ]);
});

test('a search tool of another name is found', async () => {
  const memory = remembering('renamed');
  expect(await memory.searchContext(['x'], forever)).toContain('레이어를 지킨다');
  expect(memory.asked()).toMatchObject([{ name: 'mem_search' }]);
});

test('what is no message is passed over', async () => {
  const memory = remembering('garbage');
  expect(await memory.searchContext(['x'], forever)).toContain('JWT');
  expect(memory.notices).toEqual([]);
});

test('long answers share the room of a prompt, whole characters only', async () => {
  const memory = remembering('huge');
  const context = await memory.searchContext(['first', 'second'], forever);
  expect(Buffer.byteLength(context)).toBeLessThanOrEqual(8 * 1024);
  expect(context).toMatch(/^first 가+…\n\nsecond 가+…$/);
});

test('neither secrets nor terminal sequences pass', async () => {
  expect(await remembering('secret').searchContext(['x'], forever)).toBe('the key is ***');
});

test('one query that fails does not take the others along', async () => {
  const memory = remembering('half');
  expect(await memory.searchContext(['bad', 'good'], forever)).toBe('about good');
  expect(memory.notices).toEqual([]);
});

type Silence = NoticeParams['memory.silent'];

// Each of these takes the five seconds.
const slow = byTier<[string, Silence][]>({
  usual: [['drags', { why: 'slow' }]],
  full: ['drags', 'slow', 'slow-start'].map((behaviour) => [behaviour, { why: 'slow' }]),
});

test.each<[string, Silence]>([
  ['error', { why: 'failed', detail: 'Error calling Worker API: fetch failed' }],
  ['no-search', { why: 'failed', detail: 'no search tool' }],
  ['dies', { why: 'failed', detail: 'exit 7' }],
  ['dies-asked', { why: 'failed', detail: 'SIGKILL' }],
  ['floods', { why: 'failed', detail: 'too_much_output' }],
  ...slow,
])(
  '%s: said once, and the context is empty',
  async (behaviour, params) => {
    const memory = remembering(behaviour);
    expect(await memory.searchContext(['x'], forever)).toBe('');
    expect(memory.notices).toEqual([{ code: 'memory.silent', params }]);
    expect(memory.left()).toEqual([]);
    if (params.why !== 'slow') expect(await memory.searchObservations('x', forever)).toEqual([]);
    expect(memory.notices).toHaveLength(1);
  },
  30_000,
);

test.each(['empty', 'nothing', 'offline'])('%s: a search that finds nothing is no warning', async (behaviour) => {
  const memory = remembering(behaviour);
  expect(await memory.searchContext(['x'], forever)).toBe('');
  expect(await memory.searchObservations('x', forever)).toEqual([]);
  expect(memory.notices).toEqual([]);
});

test('what titles leave out is asked for', async () => {
  const memory = remembering('details');
  expect(await memory.searchContext(['x'], forever)).toContain('- #12 — JWT (shop)\n  Tokens live an hour.');
  expect(memory.asked()).toEqual([
    { name: 'search', query: 'x', limit: 20, project: 'shop' },
    { name: 'get_observations', ids: [12, 14] },
  ]);
});

test('an answer that is not as MCP has it is a failure, too', async () => {
  const memory = remembering('malformed');
  expect(await memory.searchContext(['x'], forever)).toBe('');
  expect(memory.notices).toMatchObject([{ params: { why: 'failed' } }]);
  expect(memory.left()).toEqual([]);
});

test('a program that is not there', async () => {
  const memory = remembering('ok', '/no/such/program');
  expect(await memory.searchContext(['x'], forever)).toBe('');
  expect(memory.notices).toEqual([{ code: 'memory.silent', params: { why: 'failed', detail: 'not_found' } }]);
});

test('a server that does not want to go is ended', async () => {
  const memory = remembering('stays');
  expect(await memory.searchContext(['x'], forever)).toContain('JWT');
  expect(memory.left()).toEqual([]);
});

test('the worker that claude-mem keeps for all its users is left alone', async () => {
  const memory = remembering('worker');
  expect(await memory.searchContext(['x'], forever)).toContain('JWT');
  const left = memory.left();
  for (const pid of left) process.kill(pid);
  expect(left).toHaveLength(1);
});

test('who cancels gets nothing, and no warning', async () => {
  const memory = remembering('slow');
  const stop = new AbortController();
  const context = memory.searchContext(['x'], stop.signal);
  const watcher = fs.watch(memory.home, () => stop.abort());
  expect(await context).toBe('');
  watcher.close();
  expect(memory.notices).toEqual([]);
  expect(memory.left()).toEqual([]);
});

test('what is written when it is known already is not started', async () => {
  const memory = remembering('echo');
  const planted = { command: process.execPath, args: [script, 'ok', path.join(memory.home, 'planted')] };
  fs.writeFileSync(path.join(memory.home, '.claude.json'), JSON.stringify({ mcpServers: { 'claude-mem': planted } }));
  expect(await memory.searchContext(['x'], forever)).toBe('about x');
  expect(fs.existsSync(path.join(memory.home, 'planted'))).toBe(false);
});

test('in the sandbox it has what is its own, and nothing of the person’s', async (context) => {
  needs(context, 'bwrap');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'registry-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const spawner = createSpawner({
    registry: openRegistry({ folder, disk: realDisk, clock: systemClock }),
    scope: 'test',
  });
  const env = allowedEnvironment(process.env);
  const sandbox = await findBubblewrap((command) => spawner.run(command), env);
  if (sandbox === undefined) notRun(context, 'bubblewrap may not make namespaces here');
  const memory = remembering('reaches', process.execPath, sandbox);
  for (const name of ['.ssh/id', '.claude/.credentials.json', '.claude-mem/settings.json']) {
    fs.mkdirSync(path.dirname(path.join(memory.home, name)), { recursive: true });
    fs.writeFileSync(path.join(memory.home, name), 'secret');
  }
  // Its home folder is empty, and what it writes there is lost.
  expect(await memory.searchContext(['x'], forever)).toBe(
    'reached .claude-mem/settings.json, .profile, .claude-mem/new',
  );
  expect(fs.existsSync(path.join(memory.home, '.profile'))).toBe(false);
  expect(fs.existsSync(path.join(memory.home, '.claude-mem/new'))).toBe(true);
  expect(memory.left()).toEqual([]);
  // Without it, all of this works.
  const unconfined = remembering('reaches');
  for (const name of ['.ssh/id', '.claude/x']) {
    fs.mkdirSync(path.dirname(path.join(unconfined.home, name)), { recursive: true });
    fs.writeFileSync(path.join(unconfined.home, name), 'secret');
  }
  expect(await unconfined.searchContext(['x'], forever)).toBe('reached .ssh/id, .profile, .claude/settings.json');
});

test('the warning, in both languages', async () => {
  const memory = remembering('ok', '');
  await memory.searchContext(['x'], forever);
  const [notice] = memory.notices;
  if (notice === undefined) throw new Error('no notice');
  expect(formatNotice(ko, notice)).toBe(
    '[Warning] claude-mem 검색 불가: 설치되어 있지 않음\n파일 기반 지식(knowledge.yaml)만 사용하여 계속 진행합니다.',
  );
  expect(formatNotice(en, notice)).toBe(
    '[Warning] claude-mem cannot be searched: it is not installed\nContinuing with knowledge.yaml only.',
  );
});
