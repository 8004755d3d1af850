import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { openHome, openProject, type ProjectApi, type ProjectEvent, snapshotSchema } from '../../../src/index.ts';
import { bundleDriver } from '../../support/bundle.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { QUESTION, rehearsed, runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const READY = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
const ASKS = { refiner: [{ answer: { ...READY, status: 'needs_human', crp: QUESTION } }, { answer: READY }] };
const SLOW = { builder: [{ delay_ms: 60_000, edit: { 'answer.txt': 'right\n' } }] };
const ANSWER = { crp: 'crp-001', decision: 'B', rationale: 'Rounded is enough.', notes: '', future: false };

type Roles = Parameters<typeof rehearsed>[1];

function scene(roles: Roles = {}) {
  const repository = runProject();
  const agent = rehearsed(repository.home, roles);
  const options = { env: repository.env, agent, trust: true };
  return { ...repository, options, project: expectOk(openProject(repository.folder, options)) };
}

test('a process that does not conduct starts, answers and approves, and sees every event once', async () => {
  const { project, env, folder } = scene(ASKS);
  const started = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  expectOk(await started.close());
  const { id } = started;
  const child = await conductElsewhere(folder, { env, id });
  const events: ProjectEvent[] = [];
  for await (const event of project.events({ until: once(child, 'close') })) {
    events.push(event);
    if (event.type === 'asked') {
      expect(snapshotSchema.parse(await project.snapshot())).toMatchObject({
        runs: [{ run_id: id, step: 'waiting', question: QUESTION, conductor: { pid: child.pid } }],
        waiting: [{ kind: 'question', run_id: id, crp_id: 'crp-001' }],
      });
      expect(expectOk(await project.runs.answer(id, ANSWER))).toMatchObject({ conductor: { pid: child.pid } });
    }
    if (event.type === 'packed') {
      const { commit } = expectOk(await project.runs.review(id));
      expect(await project.snapshot()).toMatchObject({ waiting: [{ kind: 'pack', run_id: id, commit }] });
      expectOk(await project.runs.approve(id, { commit }));
    }
  }
  expect(child.exitCode).toBe(0);
  const told = events.flatMap((event) => (event.type === 'snapshot' ? [] : [event.seq]));
  expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['run_started', 'answered', 'merged']));
  expect(await project.snapshot()).toMatchObject({
    runs: [{ step: 'completed', tests: { passed: 2, failed: 0 }, conductor: null }],
    waiting: [],
  });
});

test('a request to stop reaches whoever conducts', async () => {
  const { project, env, folder } = scene(SLOW);
  const started = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  expectOk(await started.close());
  const child = await conductElsewhere(folder, { env, id: started.id });
  const said = text(child.stdout ?? process.stdin);
  await seen(project, isBuilding);
  expect(expectOk(await project.runs.stop(started.id)).conductor?.pid).toBe(child.pid);
  expect(await said).toContain('end stopped');
  expect(expectOk(await project.runs.view(started.id)).step).toBe('stopped');
});

test('a cursor survives that the conductor is killed and another goes on', async () => {
  const { project, env, folder } = scene(SLOW);
  const started = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  expectOk(await started.close());
  const { id } = started;
  const first = await conductElsewhere(folder, { env, id });
  const before = await seen(project, isBuilding);
  first.kill('SIGKILL');
  await once(first, 'close');
  const second = await conductElsewhere(folder, { env, id });
  const after = await seen(project, isBuilding, before.at(-1)?.cursor);
  expectOk(await project.runs.stop(id));
  await once(second, 'close');
  const all = await seen(project, ({ type }) => type === 'stop_requested');
  expect([...before, ...after].map(({ seq }) => seq)).toEqual(
    all.slice(0, before.length + after.length).map(({ seq }) => seq),
  );
  expect(after.map(({ type }) => type)).toContain('effect_interrupted');
});

test('what an agent says is there for other processes, behind a cursor too', async () => {
  const { project } = scene({ builder: [{ say: 'I write it.', edit: { 'answer.txt': 'right\n' } }] });
  const run = expectOk(await project.runs.start({ briefing: 'Do it.' }));
  expectOk(await run.conduct());
  expectOk(await run.close());
  const [started, ...rest] = await outputOf(project, `${run.id}/build#1`);
  expect(started).toMatchObject({ type: 'line', line: { type: 'started', model: 'rehearsal' } });
  expect(rest[0]).toMatchObject({ line: { type: 'text', text: 'I write it.' } });
  expect(await outputOf(project, `${run.id}/build#1`, started?.type === 'line' ? started.cursor : '')).toEqual(rest);
});

test('trust is asked for once, while the person is there, and refused work is not begun', async () => {
  const { folder, options } = scene();
  const asked: string[] = [];
  const opened = (agrees: boolean) =>
    expectOk(
      openProject(folder, {
        ...options,
        trust: false,
        confirmTrust: async ({ runnables }) => {
          asked.push(...runnables.map(({ text: command }) => command));
          return agrees;
        },
      }),
    );
  const refused = await opened(false).runs.start({ briefing: 'Do it.' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'trust.needed' } });
  const started = await opened(true).runs.start({ briefing: 'Do it.' });
  expectOk(await expectOk(started).close());
  expectOk(await expectOk(await opened(false).runs.start({ briefing: 'Again.' })).close());
  expect(asked).toEqual(['sh test/run.sh', 'sh test/run.sh']);
  expect((await opened(false).snapshot()).runs).toHaveLength(2);
});

test('a home knows the projects that were worked on, latest first', async () => {
  const [one, other] = [scene(), runProject()];
  const home = expectOk(openHome(one.options));
  expect(expectOk(home.projects())).toEqual([]);
  for (const folder of [one.folder, other.folder]) {
    const project = expectOk(home.open(folder));
    expectOk(await expectOk(await project.runs.start({ briefing: 'Do it.' })).close());
  }
  expect(expectOk(home.projects()).map(({ path }) => path)).toEqual([other.folder, one.folder]);
});

type RecordedEvent = Exclude<ProjectEvent, { type: 'snapshot' }>;

function isBuilding(event: RecordedEvent): boolean {
  return event.type === 'effect_started' && event.data.effect.includes('/build#');
}

async function conductElsewhere(
  folder: string,
  { env, id }: { readonly env: Readonly<Record<string, string>>; readonly id: string },
): Promise<ChildProcess> {
  const driver = await bundleDriver('test/support/drivers/door-conductor.ts');
  const args = [driver, '--project', folder, '--run', id];
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Events up to one that is looked for. */
async function seen(
  project: ProjectApi,
  isLast: (event: RecordedEvent) => boolean,
  after?: string,
): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of project.events({ after })) {
    if (event.type === 'snapshot') throw new Error('a snapshot, where all events are there');
    events.push(event);
    if (isLast(event)) break;
  }
  return events;
}

async function outputOf(project: ProjectApi, effect: string, after?: string) {
  const outputs = [];
  for await (const output of expectOk(await project.output(effect, { after }))) outputs.push(output);
  return outputs;
}
