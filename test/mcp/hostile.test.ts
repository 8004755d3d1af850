import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { temporaryFolder } from '../support/auto-store.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { rehearsed, runProject } from '../support/run-project.ts';
import { byTier, isFull } from '../support/tier.ts';
import { orchestral } from '../cli/orchestral.ts';
import { connect, INITIALIZE, rawServer, request, trusted } from './mcp-client.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

const PING = (id: number) => request(id, 'ping');

describe('a client that sends what is no message', () => {
  test('is told so, and is served on', async () => {
    const server = await rawServer(runProject());
    server.send(INITIALIZE);
    expect(await server.next()).toMatchObject({ id: 0, result: { serverInfo: { name: 'orchestral' } } });
    const bad: [string | Buffer, number][] = [
      ['{"jsonrpc":"2.0","id":1,\n', -32_700],
      ['not json\n', -32_700],
      [Buffer.from([0xff, 0xfe, 0x00, 0x0a]), -32_700],
      ['[]\n', -32_600],
      ['null\n', -32_600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}\n', -32_600],
      [`${'['.repeat(200_000)}${']'.repeat(200_000)}\n`, -32_600],
    ];
    for (const [text, code] of bad) {
      server.send(text);
      expect(await server.next()).toMatchObject({ error: { code } });
    }
    server.send('\n\r\n');
    server.send(request(2, 'no/such/method'));
    expect(await server.next()).toMatchObject({ id: 2, error: { code: -32_601 } });
    server.send(request(3, 'tools/call', { name: 'no_such_tool', arguments: {} }));
    expect(await server.next()).toMatchObject({ id: 3 });
    server.send(request(4, 'tools/call', { name: 'list', arguments: {} }).replace('{}', deep(50_000)));
    expect(await server.next()).toMatchObject({ id: 4 });
    server.send(PING(5));
    expect(await server.next()).toMatchObject({ id: 5, result: {} });
  });

  test('in one line of 100 MB', async () => {
    const server = await rawServer(runProject());
    server.send(INITIALIZE);
    await server.next();
    const size = byTier({ usual: 30, full: 100 });
    server.send('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"start_run","arguments":{"briefing":"');
    const part = Buffer.alloc(1024 * 1024, 'a');
    for (let n = 0; n < size; n++) await written(server, part);
    const before = memoryOf(server.child.pid ?? 0);
    server.send('"}}}\n');
    expect(await server.next()).toMatchObject({ error: { code: -32_600 } });
    // None of it was kept.
    expect(before).toBeLessThan(250 * 1024 * 1024);
    server.send(PING(2));
    expect(await server.next()).toMatchObject({ id: 2, result: {} });
  });

  test('and reads nothing', async () => {
    const server = await rawServer(runProject());
    const { stdin, stdout } = server.child;
    server.send(INITIALIZE);
    await server.next();
    stdout?.pause();
    const count = byTier({ usual: 200, full: 1_000 });
    // More than pipes hold, and quickly answered: what is not taken from them stays here.
    const asked = { name: 'run', arguments: { briefing: 'x'.repeat(100_000) } };
    for (let n = 1; n <= count; n++) server.send(request(n, 'prompts/get', asked));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(stdin?.writableLength).toBeGreaterThan(0);
    expect(memoryOf(server.child.pid ?? 0)).toBeLessThan(400 * 1024 * 1024);
    stdout?.resume();
    await server.next(({ id }) => id === count);
    server.send(PING(9_999));
    expect(await server.next(({ id }) => id === 9_999)).toMatchObject({ result: {} });
  });
});

describe('a client that never has enough', () => {
  test('of calls that it takes back is served on', async () => {
    const server = await rawServer(runProject());
    server.send(INITIALIZE);
    await server.next();
    const before = (await api(server)).length;
    for (let n = 1; n <= 600; n++) {
      server.send(request(n, 'tools/call', { name: 'list', arguments: { what: 'runs' } }));
      server.send(cancelled(n));
    }
    // Of calls that are not there, of others' types, of one that is being made.
    server.send(cancelled(9_999) + cancelled('x') + cancelled(null) + cancelled({}));
    server.send(PING(10_000));
    expect(await server.next(({ id }) => id === 10_000)).toMatchObject({ result: {} });
    expect(await api(server)).toHaveLength(before);
  });

  test('of subscriptions is told where it ends', async () => {
    const server = await rawServer(runProject());
    server.send(INITIALIZE);
    await server.next();
    const subscribe = (id: number, uri: string) => request(id, 'resources/subscribe', { uri });
    server.send(subscribe(1, `orchestral://document/${'x'.repeat(5_000)}`));
    expect(await server.next(({ id }) => id === 1)).toMatchObject({ error: { code: -32_602 } });
    for (let n = 2; n <= 1_001; n++) {
      server.send(subscribe(n, `orchestral://document/${n}.json`));
      expect(await server.next(({ id }) => id === n)).toMatchObject({ result: {} });
    }
    server.send(subscribe(2_000, 'orchestral://document/one-more.json'));
    expect(await server.next(({ id }) => id === 2_000)).toMatchObject({ error: { code: -32_000 } });
    // One that is there already is no more than before.
    server.send(subscribe(2_001, 'orchestral://document/2.json'));
    expect(await server.next(({ id }) => id === 2_001)).toMatchObject({ result: {} });
    server.send(request(2_002, 'resources/unsubscribe', { uri: 'orchestral://document/2.json' }));
    server.send(subscribe(2_003, 'orchestral://document/one-more.json'));
    expect(await server.next(({ id }) => id === 2_003)).toMatchObject({ result: {} });
  });

  test('of versions gets one that is spoken here', async () => {
    const server = await rawServer(runProject());
    const params = { capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    server.send(request(0, 'initialize', { ...params, protocolVersion: '1999-01-01' }));
    const { result } = await server.next();
    expect(result?.['protocolVersion']).toMatch(/^202\d-\d\d-\d\d$/);
    server.send(PING(1));
    expect(await server.next()).toMatchObject({ id: 1, result: {} });
  });
});

function cancelled(requestId: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`;
}

let asked = 50_000;

/** The tools that are offered. */
async function api(server: Awaited<ReturnType<typeof rawServer>>): Promise<unknown[]> {
  const id = ++asked;
  server.send(request(id, 'tools/list'));
  const { result } = await server.next((message) => message.id === id);
  return result?.['tools'] as unknown[];
}

test('nothing but the protocol is on stdout, and only when asked', async () => {
  const project = runProject();
  // As a package might that forgot a line.
  const stray = "setInterval(() => process.stdin.listenerCount('data') > 0 && console.log('stray'), 5).unref()";
  const preload = `--import data:text/javascript,${encodeURIComponent(stray)}`;
  const env = { ORCHESTRAL_AGENT: rehearsed(project.home, {}), NODE_OPTIONS: preload };
  const server = await rawServer(project, env, 'ignore');
  server.send(INITIALIZE);
  await server.next();
  for (const [id, name] of ['status', 'list', 'show', 'validate', 'start_run', 'wait', 'next', 'prove'].entries())
    server.send(request(id + 1, 'tools/call', { name, arguments: {} }));
  await server.next(({ id }) => id === 8);
  server.child.stdin?.end();
  expect(await server.ended).toBe(0);
  for (const line of server.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

describe('an agent that was told to do harm', () => {
  test('gets nothing outside the project', async () => {
    const project = autoProjectWith('- [ ] T1.1: Write it\n');
    await trusted(project);
    const outside = temporaryFolder();
    fs.writeFileSync(path.join(outside, 'TASKS.md'), '- [ ] T9.9: Leak `cat /etc/passwd`\n');
    fs.writeFileSync(path.join(outside, 'secret.json'), '{"secret": true}');
    fs.symlinkSync(path.join(outside, 'TASKS.md'), path.join(project.folder, 'LINK.md'));
    fs.symlinkSync(outside, path.join(project.folder, 'linked'));
    const { call, client } = await connect(project, { agent: rehearsedTasks(project.home, scriptFor(['T1.1'])) });
    const places = [
      path.join(outside, 'TASKS.md'),
      path.relative(project.folder, path.join(outside, 'TASKS.md')),
      'LINK.md',
      'linked/TASKS.md',
      `${project.folder}/../${path.basename(outside)}/TASKS.md`,
      'TASKS.md\0.png',
    ];
    for (const tasks of places) {
      for (const name of ['start_auto', 'next', 'forecast']) {
        const said = await call(name, { tasks });
        expect([name, tasks, said]).toMatchObject([name, tasks, { isError: true }]);
        expect(said.text).toContain('mcp.outside');
      }
      expect((await call('exec', { task: 'T1.1', tasks })).text).toContain('mcp.outside');
      expect((await call('validate', { paths: [tasks], as: 'evidence' })).text).toContain('mcp.outside');
    }
    for (const uri of [
      'orchestral://document/../../etc/passwd',
      'orchestral://document/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
      'orchestral://document/linked/secret.json',
      'orchestral://document/.orchestral/config/project.json',
      'orchestral://document/%00',
      'orchestral://document/%ff',
      'orchestral://schema/../../x',
      'file:///etc/passwd',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow();
    expect((await call('list', { what: 'jobs' })).data).toMatchObject({ total: 0 });
    expect((await call('status')).data).toMatchObject({ work: [] });
  });

  test('cannot pass options where a name is wanted', async () => {
    const project = autoProjectWith('- [ ] T1.1: Write it\n');
    await trusted(project);
    const { call } = await connect(project, { agent: rehearsedTasks(project.home, scriptFor(['T1.1'])) });
    for (const task of ['--trust', 'T1.1 --yes', 'T1.1\n--yes', '../x', '', 'T1.1;id'])
      expect(await call('exec', { task })).toMatchObject({ isError: true });
    for (const base of ['--help', '../main', 'main:readme.md', 'main\n', 'HEAD^{/x}', ''])
      expect([base, await call('start_run', { briefing: 'Do it', base })]).toMatchObject([base, { isError: true }]);
    expect((await call('list', { what: 'runs' })).data).toMatchObject({ total: 0 });
    for (const change of ['--help', '--project=/', '-V']) {
      const { data } = await call('prove', { change });
      expect(data).toMatchObject({ kind: 'job', state: 'failed', at: 'prove', result: null });
      expect(data['said']).toContain(change);
    }
    for (const id of ['../../etc', 'run-20240115-143022/../..', '\u001b[2J', '-h']) {
      for (const name of ['show', 'wait', 'resume', 'stop', 'evidence', 'diff', 'log'])
        expect((await call(name, { id })).text).not.toContain('\u001b');
    }
  });

  test('starts nothing that a person has not agreed to, or stopped', async () => {
    const project = runProject({
      config: { project: { version: 1, test_command: 'sh test/run.sh', setup_command: 'sh evil.sh' } },
    });
    const agent = rehearsed(project.home, {});
    const { call } = await connect(project, { agent });
    expect(await call('status')).toMatchObject({ data: { is_trusted: false } });
    for (const [name, args] of [
      ['start_run', { briefing: 'Do it' }],
      ['start_session', { request: 'Do it' }],
      ['start_auto', {}],
      ['next', {}],
      ['exec', { task: 'T1.1' }],
      ['prove', {}],
      ['verify', {}],
    ] as const) {
      const refused = await call(name, args);
      expect([name, refused]).toMatchObject([name, { isError: true }]);
      expect(refused.text).toContain('trust.needed');
      // How it would go without a person is no advice for an agent.
      expect(refused.text).not.toContain('--trust');
    }
    expect((await call('status')).data).toMatchObject({ work: [], is_trusted: false });
    for (const flag of ['--trust', '--yes'])
      expect(await orchestral(['mcp', flag], { cwd: project.folder, env: project.env })).toMatchObject({
        code: 2,
        stdout: '',
      });

    const list = autoProjectWith('- [ ] T1.1: Write it\n');
    await trusted(list);
    const tasks = rehearsedTasks(list.home, scriptFor(['T1.1']));
    const where = { cwd: list.folder, env: { ...list.env, ORCHESTRAL_AGENT: tasks } };
    await orchestral(['auto', 'next'], where);
    expect(await orchestral(['auto', 'stop'], where)).toMatchObject({ code: 0 });
    const other = await connect(list, { agent: tasks });
    for (const [name, args] of [
      ['start_auto', {}],
      ['next', {}],
      ['exec', { task: 'T1.1' }],
      ['resume', { id: 'auto' }],
    ] as const)
      expect((await other.call(name, args)).text).toContain('mcp.person_stopped');
    expect((await other.call('stop', { id: 'auto' })).text).toContain('mcp.not_yours');
  });

  test('cannot spend what is not there, or say too much', async () => {
    const project = runProject({ config: { agents: { version: 1, limits: { total_cost_usd: 0 } } } });
    await trusted(project);
    const { call } = await connect(project, { agent: rehearsed(project.home, {}) });
    expect((await call('start_run', { briefing: 'Do it' })).text).toContain('budget.reached');
    expect((await call('start_run', { briefing: ' \n' })).isError).toBe(true);
    expect((await call('start_run', { briefing: 'x'.repeat(1024 * 1024 + 1) })).isError).toBe(true);
  });

  if (isFull)
    test('cannot begin without end', async () => {
      const busy = runProject();
      await trusted(busy);
      const works = rehearsed(busy.home, { builder: [{ say: 'working', run: 'exec sleep 600' }] });
      const other = await connect(busy, { agent: works });
      const said = await Promise.all(Array.from({ length: 7 }, () => other.call('start_run', { briefing: 'Do it' })));
      expect(said.filter(({ isError }) => !isError)).toHaveLength(5);
      expect(said.filter(({ text }) => text.includes('mcp.too_many'))).toHaveLength(2);
      for (const { data } of said.filter(({ isError }) => !isError)) await other.call('stop', { id: data['id'] });
    });

  test('is shown no secrets, and no characters that hide or move others', async () => {
    const project = runProject();
    await trusted(project);
    const agent = rehearsed(project.home, {});
    const { call, client } = await connect(project, { agent, env: { MY_API_KEY: 'very-secret-value' } });
    const briefing = 'Use very-secret-value \u001b[31mred\u202e now';
    const id = String((await call('start_run', { briefing })).data['id']);
    const { data } = await call('list', { what: 'runs' });
    expect(JSON.stringify(data)).toContain('*** red now');
    const { resources } = await client.listResources();
    const state = resources.find(({ uri }) => uri.endsWith(`${id}/state.json`));
    expect(state).toMatchObject({ title: 'run-state', mimeType: 'application/json' });
    await call('stop', { id });
  });

  test('inside an agent’s step gets what reads, and nothing else', async () => {
    const project = runProject();
    const { client, call } = await connect(project, { env: { ORCHESTRAL_EFFECT: 'x' } });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('start_run');
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(await call('status')).toMatchObject({ isError: false });
    const tried = await call('start_run', { briefing: 'Do it' }).catch(() => ({ isError: true }));
    expect(tried.isError).toBe(true);
  });
});

test('a project behind a link, with control characters in its name', async () => {
  const project = runProject();
  await trusted(project);
  const link = path.join(temporaryFolder(), 'a\u001b[31m\nb');
  fs.symlinkSync(project.folder, link);
  const { call } = await connect(project, { cwd: '/', args: ['--project', link] });
  expect(await call('status')).toMatchObject({ data: { project: { path: project.folder } } });
  const odd = path.join(temporaryFolder(), 'odd\u001b[31m\nname');
  fs.cpSync(project.folder, odd, { recursive: true });
  const other = await connect({ folder: odd, env: project.env });
  const { text } = await other.call('status');
  expect(text).not.toContain('\\u001b');
});

function deep(levels: number): string {
  return `${'{"what":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

function written(
  server: { readonly child: { readonly stdin: NodeJS.WritableStream | null } },
  part: Buffer,
): Promise<void> {
  return new Promise((resolve) => server.child.stdin?.write(part, () => resolve()));
}

/** Resident, in bytes. */
function memoryOf(pid: number): number {
  const [, pages = '0'] = fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Number(pages) * 4096;
}
