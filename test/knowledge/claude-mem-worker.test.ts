import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { realDisk } from '../../src/files/disk.ts';
import { createClaudeMem } from '../../src/knowledge/claude-mem.ts';
import { examineWorker, findWorker } from '../../src/knowledge/claude-mem-worker.ts';
import { openRegistry } from '../../src/process/registry.ts';
import { createSpawner } from '../../src/process/spawner.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { memoryQueries } from '../../src/workflows/session/mem-triggers.ts';
import { memoryNotes } from '../../src/workflows/session/memory-notes.ts';
import { isFull } from '../support/tier.ts';

const script = fileURLToPath(new URL('../support/mcp-server.mjs', import.meta.url));
const forever = new AbortController().signal;

interface Given {
  readonly answer?: (request: http.IncomingMessage, response: http.ServerResponse) => void;
  /** Of its MCP server; none where it is not given. */
  readonly mcp?: string;
  readonly saves?: boolean;
}

const FOUND = {
  observations: [
    { id: 7, title: 'Orders are cancelled\n first', project: 'shop', narrative: 'Never after payment.', text: null },
    { id: 'x', title: 'no number' },
    'garbage',
  ],
  sessions: [],
  prompts: [],
};

/** claude-mem with a worker of its own that answers as given. */
async function remembering({
  answer = (_, response) => response.end(JSON.stringify(FOUND)),
  mcp,
  saves = false,
}: Given) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'memory-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  const asked: { readonly url: string; readonly body: string }[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      asked.push({ url: decodeURIComponent((request.url ?? '').replaceAll('+', ' ')), body });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  fs.mkdirSync(path.join(home, '.claude-mem'));
  fs.writeFileSync(path.join(home, '.claude-mem/worker.pid'), JSON.stringify({ pid: 1, port }));
  const command = { type: 'stdio', command: process.execPath, args: [script, mcp] };
  const mcpServers = mcp === undefined ? {} : { 'claude-mem': command };
  fs.writeFileSync(path.join(home, '.claude.json'), JSON.stringify({ mcpServers }));
  const notices: Notice[] = [];
  const env = { HOME: home, PATH: process.env['PATH'], MY_TOKEN: 's3cr3t-value' };
  const registry = openRegistry({ folder: path.join(home, 'registry'), disk: realDisk, clock: systemClock });
  const memory = createClaudeMem({
    project: 'shop',
    spawner: createSpawner({ registry, scope: 'test', graceMs: 200 }),
    env,
    onNotice: (notice) => notices.push(notice),
    sandbox: () => Promise.resolve(undefined),
    saves,
  });
  return { ...memory, env, asked, notices, server };
}

test.each([
  ['no MCP server', undefined],
  ['one that fails', 'error'],
  ['one that dies', 'dies'],
])('%s: the worker is asked by HTTP', async (_, mcp) => {
  const memory = await remembering(mcp === undefined ? {} : { mcp });
  expect(await memory.searchContext(['shop 설계 결정'], forever)).toBe(
    '- #7 — Orders are cancelled first (shop)\n  Never after payment.',
  );
  expect(await memory.searchObservations('shop 설계 결정', forever)).toEqual([
    { id: '7', title: 'Orders are cancelled first' },
  ]);
  expect(memory.asked.map(({ url }) => url)).toEqual([
    '/api/search?query=shop 설계 결정&limit=20&format=json&project=shop',
    '/api/search?query=shop 설계 결정&limit=20&format=json&project=shop&type=observations',
  ]);
  expect(memory.notices).toEqual([]);
});

test('a worker is not asked where its MCP server answers', async () => {
  const memory = await remembering({ mcp: 'echo' });
  expect(await memory.searchContext(['x'], forever)).toBe('about x');
  expect(memory.asked).toEqual([]);
});

const status = (code: number) => (_: http.IncomingMessage, response: http.ServerResponse) =>
  void response.writeHead(code).end('no');

test.each<[string, NonNullable<Given['answer']>, string]>([
  ['not JSON', (_, response) => void response.end('<html>'), 'the worker answered something else'],
  ['other JSON', (_, response) => void response.end('{"observations":7}'), 'the worker answered something else'],
  ['an error', status(500), 'HTTP 500'],
  [
    'another address',
    ({ url }, response) =>
      void (url === '/there'
        ? response.end(JSON.stringify(FOUND))
        : response.writeHead(302, { location: '/there' }).end()),
    'fetch failed',
  ],
  ['nothing at all', ({ socket }) => void socket.destroy(), 'UND_ERR_SOCKET'],
  ['too much', (_, response) => void response.end('x'.repeat(5 * 1024 * 1024)), 'too_much_output'],
])('%s: said once, and work goes on', async (_, answer, detail) => {
  const memory = await remembering({ answer });
  expect(await memory.searchContext(['x'], forever)).toBe('');
  expect(await memory.searchContext(['x'], forever)).toBe('');
  expect(memory.notices).toEqual([{ code: 'memory.silent', params: { why: 'failed', detail } }]);
});

test('a worker that is down', async () => {
  const memory = await remembering({ saves: true });
  memory.server.closeAllConnections();
  await new Promise((resolve) => memory.server.close(resolve));
  expect(await memory.searchContext(['x'], forever)).toBe('');
  await memory.save([{ project: 'shop', title: 'a', text: 'b' }], forever);
  expect(memory.notices).toEqual([
    { code: 'memory.silent', params: { why: 'failed', detail: 'ECONNREFUSED' } },
    { code: 'memory.unsaved', params: { why: 'failed', detail: 'ECONNREFUSED' } },
  ]);
});

// It takes the five seconds.
if (isFull)
  test('a worker that does not answer', async () => {
    const memory = await remembering({ answer: () => undefined });
    expect(await memory.searchContext(['x'], forever)).toBe('');
    expect(memory.notices).toEqual([{ code: 'memory.silent', params: { why: 'slow' } }]);
  });

test('who cancels gets nothing, and no warning', async () => {
  const stop = new AbortController();
  const memory = await remembering({ answer: () => stop.abort() });
  expect(await memory.searchContext(['x'], stop.signal)).toBe('');
  expect(memory.notices).toEqual([]);
});

const learned = {
  project: 'shop',
  decisions: [
    {
      topic: 'Orders',
      decision: 'Cancel first',
      rationale: 'R1/T1 INV-1',
      refs: ['src/order/cancel.ts', 'src/order/b.ts'],
    },
    { topic: 'claude-mem', decision: 'known', rationale: 'claude-mem #3', refs: [] },
  ],
  pitfalls: [{ description: 'keeps the time', reason: 'The key is s3cr3t-value.' }],
  subtaskOf: () => 'cancel order',
};

test('what was decided is saved only where the person allows it, without what came from there, and without secrets', async () => {
  const off = await remembering({});
  await off.save(memoryNotes(learned), forever);
  expect(off.asked).toEqual([]);
  const on = await remembering({ saves: true, answer: (_, response) => void response.end('{"success":true}') });
  await on.save(memoryNotes(learned), forever);
  expect(on.asked.map(({ url }) => url)).toEqual(['/api/memory/save', '/api/memory/save']);
  const [decision, pitfall] = on.asked.map(({ body }) => JSON.parse(body) as { title: string; text: string });
  expect(decision).toMatchObject({ project: 'shop', title: 'shop 설계 결정: Cancel first' });
  expect(pitfall?.text).toBe('keeps the time: The key is ***.\nshop cancel order 실패');
});

test('each query of the table stands in what is saved for it, word after word', () => {
  const files = ['src/order/cancel.ts'];
  const sessions = [{ request: 'R1', isCompleted: true, tasks: [files], changed: files }];
  const asked = [
    ...memoryQueries({ role: 'architect', project: 'shop', request: 'R1', files, sessions: [] }),
    ...memoryQueries({ role: 'architect', project: 'shop', request: 'R2', files, sessions }),
    ...memoryQueries({
      role: 'implementer',
      project: 'shop',
      request: 'R2',
      subtask: 'cancel order',
      retries: 1,
      files,
      sessions,
    }),
    ...memoryQueries({ role: 'qa-engineer', project: 'shop', failures: 2 }),
  ];
  expect(asked).toHaveLength(5);
  const saved = memoryNotes(learned).map(({ title, text }) => `${title}\n${text}`);
  for (const query of asked) expect(saved.filter((note) => note.includes(query))).toHaveLength(1);
});

test('where the worker is: named, recorded, configured, or the usual port', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'memory-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  const at = (more: Readonly<Record<string, string>> = {}) => findWorker({ HOME: home, ...more })?.address;
  const write = (name: string, content: unknown) =>
    fs.writeFileSync(path.join(home, '.claude-mem', name), JSON.stringify(content));
  expect(at()).toBeUndefined();
  fs.mkdirSync(path.join(home, '.claude-mem'));
  expect(at()).toBe(`http://127.0.0.1:${37_700 + ((process.getuid?.() ?? 77) % 100)}`);
  write('settings.json', { CLAUDE_MEM_WORKER_PORT: '4001', CLAUDE_MEM_WORKER_HOST: 'example.com' });
  expect(at()).toBe('http://127.0.0.1:4001');
  write('worker.pid', { port: 4002 });
  expect(at()).toBe('http://127.0.0.1:4002');
  expect(at({ CLAUDE_MEM_WORKER_PORT: '4003' })).toBe('http://127.0.0.1:4003');
  expect(at({ CLAUDE_MEM_WORKER_PORT: '4003@example.com' })).toBe('http://127.0.0.1:4002');
});

test('the worker says its version', async () => {
  const memory = await remembering({
    answer: (_, response) => void response.end('{"status":"ok","version":"13.25.3"}'),
  });
  const worker = findWorker(memory.env);
  if (worker === undefined) throw new Error('no worker');
  expect(await examineWorker(worker, forever)).toEqual({ ok: true, value: '13.25.3' });
});
