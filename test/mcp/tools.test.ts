import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { findProject } from '../../src/engine/project.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { expectOk } from '../support/conduct-session.ts';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { isFull, sampled } from '../support/tier.ts';
import { connect, trusted } from './mcp-client.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

/** What an agent gets. Nothing that decides for a person is among it. */
const TOOLS = [
  'ask_person',
  'comment',
  'diff',
  'evidence',
  'exec',
  'forecast',
  'knowledge',
  'list',
  'log',
  'next',
  'prove',
  'resume',
  'show',
  'start_auto',
  'start_run',
  'start_session',
  'status',
  'stop',
  'validate',
  'verify',
  'wait',
];

test('a run, from its briefing to what a person approves', async () => {
  const project = runProject();
  const api = await trusted(project);
  const { client, call, waitFor } = await connect(project, { agent: rehearsed(project.home, {}), name: 'robot' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS);
  for (const { description, inputSchema, outputSchema } of tools) {
    expect(description).not.toBe('');
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  }
  expect(await call('status')).toMatchObject({ data: { work: [], is_trusted: true } });

  const started = await call('start_run', { briefing: 'Do it right' });
  expect(started).toMatchObject({ isError: false, data: { kind: 'run', id: path.basename(project.run()) } });
  const id = String(started.data['id']);
  const waited = await waitFor(id);
  expect(waited.data).toMatchObject({ id, state: 'needs_person', need: 'pack' });
  expect(String(waited.data['next'])).toContain(`orchestral review ${id}`);

  expect((await call('show', { id })).data).toMatchObject({
    kind: 'run',
    view: { run_id: id, step: 'ready_for_merge' },
  });
  expect((await call('list', { what: 'runs' })).data).toMatchObject({
    total: 1,
    items: [{ id, title: 'Do it right', state: 'ready_for_merge' }],
    next: null,
  });
  const files = (await call('diff', { id })).data['files'] as { readonly path: string; readonly is_test: boolean }[];
  const changed = files.find(({ is_test }) => !is_test)?.path ?? '';
  const patch = await call('diff', { id, path: changed });
  expect(String(patch.data['patch'])).toContain('@@');
  const evidence = await call('evidence', { id });
  expect(evidence.data).toMatchObject({ id, state: 'ready_for_merge', evidence: { tests: { failed: 0 } } });

  const comment = await call('comment', { run: id, path: changed, line: 1, text: 'Is this\u001b[31m needed?' });
  expect(comment).toMatchObject({ isError: false });
  const { drafts } = await unwrapped(api.runs.reviews.comments(id));
  expect(drafts).toMatchObject([
    { path: changed, first: 1, text: '[robot] Is this needed?', commit: evidence.data['commit'] },
  ]);
  expect(await call('comment', { run: id, path: changed, line: 999, text: 'x' })).toMatchObject({ isError: true });
  expect(await call('comment', { run: id, path: 'nowhere.txt', line: 1, text: 'x' })).toMatchObject({ isError: true });

  expect((await call('log', { id })).data).toEqual({ agents: [] });
  expect((await call('validate')).data).toMatchObject({ valid: true });
  // Everything that a person decides is still as it was.
  expect(await unwrapped(api.runs.view(id))).toMatchObject({ step: 'ready_for_merge', merge: null });
  if (!isFull) return;
  expect((await call('prove', { change: id })).data).toMatchObject({ state: 'done', result: { is_enough: true } });
  expect((await call('verify', { change: id })).data).toMatchObject({
    state: 'done',
    result: { answer: 'cannot_be_repeated' },
  });
});

if (isFull)
  test('a session', async () => {
    const project = calculator();
    await trusted(project);
    const { call, waitFor } = await connect(project, { agent: rehearsed(project.home, oneSubtask()) });
    expect(await call('start_session', { request: 'Add mul' })).toMatchObject({ data: { kind: 'session', id: 'R1' } });
    const again = await call('start_session', { request: 'Add div' });
    expect(again).toMatchObject({ isError: true });
    expect(again.text).toContain('session.active');
    expect(await waitFor('R1')).toMatchObject({ data: { state: 'done' } });
    expect((await call('show', { id: 'R1' })).data).toMatchObject({ kind: 'session', view: { status: 'completed' } });
    expect((await call('list', { what: 'sessions' })).data).toMatchObject({ items: [{ id: 'R1', title: 'Add mul' }] });
  });

if (isFull)
  test('a list of tasks, conducted, and step by step', async () => {
    const plan = '- [ ] T1.1: Write it\n- [ ] T1.2: Write more\n';
    const project = autoProjectWith(plan);
    await trusted(project);
    const { call, waitFor } = await connect(project, {
      agent: rehearsedTasks(project.home, scriptFor(['T1.1', 'T1.2'])),
    });
    expect((await call('forecast')).data).toMatchObject({ total: 2, left: 2, is_begun: false });
    expect((await call('next')).data).toMatchObject({ state: 'done', line: 'READY:T1.1,T1.2' });
    const done = await call('exec', { task: 'T1.1' });
    expect(done.data).toMatchObject({ kind: 'job', state: 'done', at: 'auto exec T1.1', line: 'DONE:T1.1' });
    expect((await call('show', { id: 'T1.1' })).data).toMatchObject({ kind: 'task', view: { status: 'completed' } });
    expect((await call('list', { what: 'tasks', from: 1, limit: 1 })).data).toMatchObject({
      total: 2,
      items: [{ id: 'T1.2' }],
      next: null,
    });
    const jobs = (await call('list', { what: 'jobs' })).data;
    expect(jobs).toMatchObject({
      total: 2,
      items: [{ title: 'auto exec T1.1', state: 'ended' }, { title: 'auto next' }],
    });
    expect((await call('wait', { id: done.data['id'] })).data).toMatchObject({ state: 'done', answer: 'DONE:T1.1' });
    expect(await call('start_auto', { mode: 'ultra-thin' })).toMatchObject({ data: { id: 'auto' } });
    expect(await waitFor('auto')).toMatchObject({ data: { state: 'done' } });
    expect((await call('next')).data).toMatchObject({ line: 'ALL_DONE' });
    expect(project.git('show', 'main:T1.2.txt')).toBe('T1.2');
  });

describe('a question', () => {
  const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION };
  const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };

  const eras = [
    ['an older client', {}],
    ['a newer one', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
  ] as const;

  test.each(sampled(eras, 1))('is put to the person of %s, and the answer is recorded as theirs', async (_, how) => {
    const project = runProject();
    const api = await trusted(project);
    const agent = rehearsed(project.home, { refiner: [{ answer: asks }, { answer: ready }] });
    const client = await connect(project, {
      agent,
      name: 'robot',
      client: { ...how, capabilities: { elicitation: { form: {} } } },
    });
    const seen: string[] = [];
    client.client.setRequestHandler('elicitation/create', ({ params }) => {
      seen.push(params.message);
      return { action: 'accept' as const, content: { decision: QUESTION.options[0]?.id ?? '', reason: 'I say so' } };
    });
    const { data } = await client.call('start_run', { briefing: 'Do it right' });
    const id = String(data['id']);
    expect(await client.waitFor(id)).toMatchObject({ data: { state: 'needs_person', need: 'question' } });
    expect((await client.call('list', { what: 'questions' })).data).toMatchObject({ items: [{ id: `${id}/crp-001` }] });
    const asked = await client.call('ask_person', {});
    expect(asked).toMatchObject({ isError: false, data: { id: `${id}/crp-001`, decision: QUESTION.options[0]?.id } });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toContain(QUESTION.question);
    const vcr = JSON.parse(project.read('vcr/vcr-001.json')) as object;
    expect(vcr).toMatchObject({ rationale: 'I say so (answered by the person in robot)', applies_to_future: false });
    expect(await client.waitFor(id)).toMatchObject({ data: { need: 'pack' } });
    expect((await unwrapped(api.runs.view(id))).consultations).toHaveLength(1);
  });

  test('waits where the client cannot ask, or its person does not answer', async () => {
    const project = runProject();
    const api = await trusted(project);
    const agent = rehearsed(project.home, { refiner: [{ answer: asks }] });
    const mute = await connect(project, { agent });
    const id = String((await mute.call('start_run', { briefing: 'Do it right' })).data['id']);
    await mute.waitFor(id);
    expect((await mute.call('ask_person')).text).toContain('mcp.no_asking');
    const client = await connect(project, { agent, client: { capabilities: { elicitation: {} } } });
    const answers = [
      { action: 'decline' as const },
      { action: 'accept' as const, content: { decision: 'nonsense' } },
      { action: 'accept' as const, content: {} },
    ];
    client.client.setRequestHandler('elicitation/create', () => answers.shift() ?? { action: 'cancel' as const });
    for (let n = 0; n < 4; n++) expect((await client.call('ask_person')).text).toContain('mcp.declined');
    // An agent has no way to say what a person decided.
    expect(await client.call('ask_person', { decision: 'A' })).toMatchObject({ isError: true });
    expect((await unwrapped(api.runs.view(id))).question).not.toBeNull();
    expect(fs.existsSync(path.join(project.run(), 'vcr/vcr-001.json'))).toBe(false);
  });
});

async function unwrapped<T>(result: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>): Promise<T> {
  const came = await result;
  if (!came.ok) throw new Error(JSON.stringify(came.error));
  return came.value;
}

describe('knowledge', () => {
  const FILE = (hash: string) => `version: 1
project: { path: "/shop", name: "shop", hash: "${hash}" }
patterns: {}
decisions:
  - id: "D1"
    topic: "Orders"
    decision: "are cancelled by their owner"
    rationale: "the law"
    refs: []
    created_at: "2026-11-16"
pitfalls: []
updated_at: "2026-11-16T00:49:51Z"
`;

  async function worker(answer: (response: http.ServerResponse, url: string) => void) {
    const server = http.createServer((request, response) => answer(response, request.url ?? ''));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void (server.closeAllConnections(), server.close()));
    return { CLAUDE_MEM_WORKER_PORT: String((server.address() as AddressInfo).port) };
  }

  function learnedProject() {
    const project = runProject();
    const hash = expectOk(findProject({ cwd: project.folder })).hash;
    const file = path.join(project.folder, `.claude/orchestrator/knowledge/${hash}/knowledge.yaml`);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, FILE(hash));
    return project;
  }

  test('is what the project has learned, and what claude-mem remembers of it', async () => {
    const project = learnedProject();
    const asked: string[] = [];
    const narrative = 'Never after\u001b[2J payment; the key is very-secret-value.';
    const env = await worker((response, url) => {
      asked.push(url);
      response.end(JSON.stringify({ observations: [{ id: 7, title: 'Orders', project: 'x', narrative }] }));
    });
    const { call } = await connect(project, { env: { ...env, MY_API_KEY: 'very-secret-value' } });
    const { data, text } = await call('knowledge', { query: 'orders' });
    expect(data).toMatchObject({
      total: 2,
      memory: 'searched',
      entries: [
        { id: 'D1', kind: 'decision' },
        { id: '#7', kind: 'memory', text: expect.stringContaining('Never after') },
      ],
    });
    expect(text).not.toMatch(/\\u001b|very-secret-value/);
    expect(asked).toEqual([expect.stringContaining(`project=${path.basename(project.folder)}`)]);
    expect((await call('knowledge', { query: '' })).data).toMatchObject({ total: 1, memory: 'none' });
    expect(asked).toHaveLength(1);
    const inside = await connect(project, { env: { ...env, ORCHESTRAL_EFFECT: 'x' } });
    expect((await inside.call('knowledge', { query: 'orders' })).data).toMatchObject({ total: 1, memory: 'none' });
    expect(asked).toHaveLength(1);
  });

  test.each<[string, (response: http.ServerResponse) => void]>([
    ['answers garbage', (response) => void response.end('<html>')],
    ['fails', (response) => void response.writeHead(500).end()],
    ['hangs', () => undefined],
  ])('where claude-mem %s, the rest is told', async (_how, answer) => {
    const { call } = await connect(learnedProject(), { env: await worker(answer) });
    expect((await call('knowledge', { query: 'orders' })).data).toMatchObject({ total: 1, memory: 'silent' });
  });
});
