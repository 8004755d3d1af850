import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { findConductor } from '../../src/engine/find-conductor.ts';
import { orchestral } from '../cli/orchestral.ts';
import { QUESTION, rehearsed, runProject } from '../support/run-project.ts';
import { shellSessionScript, SHELL_CASES } from '../support/shell-session.ts';
import { isFull } from '../support/tier.ts';
import { lastPlan, type Person, startEditor, stepStatus } from './editor.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

const ASKS = { answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION } };
const READY = { answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] } };

const choose =
  (...wanted: readonly string[]): Person =>
  ({ options }) =>
    options.find(({ optionId, name }) => wanted.includes(optionId) || wanted.includes(name))?.optionId;

/** A step that is at work until the file is there. */
const waitsFor = (file: string) => ({ run: `while ! [ -e '${file}' ]; do sleep 0.05; done` });

test('a prompt becomes a run: plan, steps, the diff, and the merge that the person approved', async () => {
  const project = runProject();
  const editor = await startEditor(project, rehearsed(project.home, {}));
  editor.person = choose('approve');
  const session = await editor.open();
  expect(await editor.prompt(session, 'Do it right')).toBe('end_turn');

  expect(project.git('log', '--oneline', 'main').split('\n').length).toBeGreaterThan(1);
  expect(project.git('show', 'main:answer.txt')).toBe('right');
  const [review] = editor.questions;
  expect(review?.toolCall.content?.filter(({ type }) => type === 'diff')).toEqual([
    { type: 'diff', path: path.join(project.folder, 'answer.txt'), oldText: null, newText: 'right\n' },
    {
      type: 'diff',
      path: path.join(project.folder, 'test/answer.check'),
      oldText: null,
      newText: 'grep -q right answer.txt\n',
    },
  ]);
  expect(review?.options.map(({ optionId, kind }) => [optionId, kind])).toEqual([
    ['later', 'allow_once'],
    ['approve', 'allow_once'],
    ['reject', 'reject_once'],
  ]);
  for (const step of ['refine', 'build', 'verify', 'test', 'gate', 'merge'])
    expect([step, stepStatus(editor, step)]).toEqual([step, 'completed']);
  expect(lastPlan(editor)).toEqual(
    ['Refine the briefing', 'Build', 'Write tests', 'Run the tests', 'Review', 'Your approval', 'Merge'].map(
      (step) => `${step}: completed`,
    ),
  );
  expect(editor.said()).toMatch(/✅ run-\S+ is done: merged into main as [0-9a-f]{12}/);
  // Nothing but the protocol.
  for (const line of editor.stdout().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

test('a question is the person’s to answer; an editor that allows everything by itself answers and approves nothing', async () => {
  const project = runProject();
  const editor = await startEditor(project, rehearsed(project.home, { refiner: [ASKS, READY] }));
  const session = await editor.open();
  const allowAll: typeof editor.person = ({ options }) => options.find(({ kind }) => kind === 'allow_once')?.optionId;
  editor.person = allowAll;
  expect(await editor.prompt(session, 'Do it right')).toBe('end_turn');
  expect(fs.existsSync(path.join(project.run(), 'vcr/vcr-001.json'))).toBe(false);
  expect(editor.said()).toContain('waits for your decision');

  editor.person = (request) => request.options.find(({ name }) => name === 'Yes')?.optionId ?? allowAll(request);
  expect(await editor.prompt(session, '/continue')).toBe('end_turn');
  expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject({ decision: 'B' });
  expect(editor.questions.map(({ toolCall }) => toolCall.title)).toEqual([
    'Round or not?',
    'Round or not?',
    expect.stringMatching(/^Review of run-/),
  ]);
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge' });

  // No other answer counts, nor do words.
  for (const answer of [
    { outcome: { outcome: 'selected', optionId: 'allow' } },
    { outcome: { outcome: 'approve', optionId: 'approve' } },
    { outcome: 'approve' },
    { optionId: 'approve' },
    null,
    undefined,
  ]) {
    editor.person = () => answer;
    await editor.prompt(session, '/continue');
  }
  editor.person = () => Promise.reject(new Error('no such thing here'));
  await editor.prompt(session, 'approve');
  await editor.prompt(session, '/approve');
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'ready_for_merge' });
  expect(project.git('log', '--oneline', 'main').split('\n')).toHaveLength(1);
});

test('a cancel ends the work and leaves nothing behind', async () => {
  const project = runProject();
  const editor = await startEditor(project, rehearsed(project.home, { builder: [waitsFor('/nowhere/at/all')] }));
  const session = await editor.open();
  const ended = editor.prompt(session, 'Do it right');
  await editor.sees((update) => update.sessionUpdate === 'tool_call' && update.toolCallId.endsWith('/build#1'));
  await editor.agent.notify('session/cancel', { sessionId: session });
  expect(await ended).toBe('cancelled');
  expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'stopped' });
  expect(findConductor(project.run())).toBeNull();
  expect(stepStatus(editor, 'build')).toBe('failed');
});

test('an editor that dies finds the work again, which went on without it', async () => {
  const project = runProject({ config: { agents: { version: 1, sandbox: 'off' } } });
  const gate = path.join(project.home, 'data/gate');
  const edits = { 'answer.txt': 'right\n' };
  const agent = rehearsed(project.home, { builder: [{ ...waitsFor(gate), edit: edits }] });
  const first = await startEditor(project, agent);
  const session = await first.open();
  void first.prompt(session, 'Do it right').catch(() => undefined);
  await first.sees((update) => update.sessionUpdate === 'tool_call' && update.toolCallId.endsWith('/build#1'));
  await first.die();
  const conductor = findConductor(project.run());
  expect(conductor).not.toBeNull();
  onTestFinished(() => {
    if (conductor !== null && findConductor(project.run())?.pid === conductor.pid) process.kill(conductor.pid);
  });

  const editor = await startEditor(project, agent);
  const { sessions } = await editor.agent.request('session/list', { cwd: project.folder });
  expect(sessions).toMatchObject([{ sessionId: session, title: 'Do it right' }]);
  await editor.agent.request('session/load', { sessionId: session, cwd: project.folder, mcpServers: [] });
  expect(editor.updates).toContainEqual({
    sessionUpdate: 'user_message_chunk',
    content: { type: 'text', text: 'Do it right' },
  });
  expect(stepStatus(editor, 'refine')).toBe('completed');
  expect(stepStatus(editor, 'build')).toBe('in_progress');
  editor.person = choose('approve');
  fs.writeFileSync(gate, '');
  expect(await editor.prompt(session, '/continue')).toBe('end_turn');
  expect(stepStatus(editor, 'build')).toBe('completed');
  expect(project.git('show', 'main:answer.txt')).toBe('right');
});

test('garbage is answered, and the conversation goes on', async () => {
  const project = runProject();
  const editor = await startEditor(project, rehearsed(project.home, {}));
  const write = (text: string): unknown => editor.child.stdin?.write(`${text}\n`);
  write('what is this?');
  write('[1, 2]');
  write('"text"');
  write('{"jsonrpc":"2.0","id":"x","method":"session/prompt","params":{"sessionId":7}}');
  write('{"jsonrpc":"2.0","id":"y"}');
  write('{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"none"}}');
  write(Buffer.from([0xff, 0xfe, 0x00, 0x80]).toString('latin1'));
  const { agent } = editor;
  const nothing = (method: string, params: unknown) => expect(agent.request(method, params)).rejects.toThrow();
  await nothing('session/prompt', { sessionId: 'none', prompt: [] });
  await nothing('session/load', { sessionId: 'none', cwd: project.folder, mcpServers: [] });
  await nothing('session/new', { cwd: 'relative', mcpServers: [] });
  await nothing('session/new', { cwd: '/no/such/folder', mcpServers: [] });
  await nothing('session/what', {});
  const session = await editor.open();
  await nothing('session/set_mode', { sessionId: session, modeId: 'bypass' });
  expect(await editor.prompt(session, '   ')).toBe('end_turn');
  expect(editor.said()).toContain('Say what you want.');
  expect(await editor.prompt(session, '/continue')).toBe('end_turn');
  expect(editor.said()).toContain('Nothing was started');
  for (const line of editor.stdout().trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
  editor.child.stdin?.end();
  expect(await new Promise((resolve) => editor.child.once('exit', resolve))).toBe(0);
});

if (isFull)
  test('an answer in the person’s own words, and a pack that is sent back with a reason', async () => {
    const project = runProject();
    const again = { edit: { 'answer.txt': 'right, and said better\n' } };
    const builder = [{ edit: { 'answer.txt': 'right\n' } }, again];
    const editor = await startEditor(project, rehearsed(project.home, { refiner: [ASKS, READY], builder }));
    const session = await editor.open();
    editor.person = choose('in-my-words');
    await editor.prompt(session, 'Do it right');
    expect(editor.said()).toContain('Write your answer as the next message.');
    editor.person = choose('reject');
    await editor.prompt(session, 'Round up, always.');
    const answer = { decision: 'other', additional_notes: 'Round up, always.' };
    expect(JSON.parse(project.read('vcr/vcr-001.json'))).toMatchObject(answer);
    expect(editor.said()).toContain('what is wrong');
    editor.person = choose('approve');
    expect(await editor.prompt(session, 'Say it better')).toBe('end_turn');
    expect(project.step('build-2/prompt.md')).toContain('Say it better');
    expect(project.git('show', 'main:answer.txt')).toBe('right, and said better');
  });

if (isFull)
  test('what is decided elsewhere is withdrawn', async () => {
    const project = runProject();
    const agent = rehearsed(project.home, { refiner: [ASKS, READY] });
    const editor = await startEditor(project, agent);
    const session = await editor.open();
    // The person does not answer here.
    editor.person = () => new Promise(() => undefined);
    const ended = editor.prompt(session, 'Do it right');
    const where = { cwd: project.folder, env: { ...project.env, ORCHESTRAL_AGENT: agent } };
    const asked = (count: number) => expect.poll(() => editor.questions.length).toBe(count);
    await asked(1);
    const answer = ['answer', '--decision', 'A', '--rationale', 'so it is'];
    expect(await orchestral(answer, where)).toMatchObject({ code: 0 });
    await asked(2);
    const { commit } = JSON.parse((await orchestral(['review', '--json'], where)).stdout) as { commit: string };
    expect(await orchestral(['--trust', 'approve', '--commit', commit], where)).toMatchObject({ code: 0 });
    expect(await ended).toBe('end_turn');
    expect(editor.said().split('This was decided elsewhere meanwhile.')).toHaveLength(3);
    expect(project.git('show', 'main:answer.txt')).toBe('right');
  });

if (isFull)
  test('a message while work is unfinished is new work only if the person says so', async () => {
    const project = runProject();
    const editor = await startEditor(project, rehearsed(project.home, {}));
    const session = await editor.open();
    await editor.prompt(session, 'Do it right');
    const [run] = fs.readdirSync(path.join(project.folder, '.orchestral/runs'));
    await editor.prompt(session, 'And another thing');
    expect(fs.readdirSync(path.join(project.folder, '.orchestral/runs'))).toEqual([run]);
    expect(editor.questions.at(-1)?.options.map(({ optionId }) => optionId)).toEqual(['later', 'continue', 'new']);
    editor.person = choose('continue', 'approve');
    await editor.prompt(session, 'Go on');
    expect(project.git('show', 'main:answer.txt')).toBe('right');
  });

if (isFull)
  test('what the repository runs is begun only once the person trusts it', async () => {
    const project = runProject();
    const editor = await startEditor(project, rehearsed(project.home, {}), []);
    const session = await editor.open();
    editor.person = choose('later');
    await editor.prompt(session, 'Do it right');
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
    expect(editor.questions).toHaveLength(1);
    editor.person = choose('trust', 'approve');
    await editor.prompt(session, 'Do it right');
    expect(project.git('show', 'main:answer.txt')).toBe('right');
  });

if (isFull)
  test('a session: its subtasks are the plan, and it is merged when the person says so', async () => {
    const project = runProject({ files: SHELL_CASES, config: { agents: { version: 1, sandbox: 'off' } } });
    const editor = await startEditor(project, rehearsed(project.home, shellSessionScript({})), [
      '--trust',
      '--lang',
      'ko',
    ]);
    const session = await editor.open('session');
    editor.person = choose('later');
    expect(await editor.prompt(session, 'Two functions')).toBe('end_turn');
    expect(lastPlan(editor)).toEqual([
      '프로젝트 탐색과 계획: completed',
      'T1-S1 one: completed',
      'T1-S2 two: completed',
      '병합: in_progress',
    ]);
    expect(stepStatus(editor, 'T1-S1/implement')).toBe('completed');
    editor.person = choose('merge');
    expect(await editor.prompt(session, '/continue')).toBe('end_turn');
    expect(project.git('show', 'main:src/two.txt')).toBe('two is right');
  });
