import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { judgeTasks, stopAuto, type Verdict } from '../../../src/engine/operations/auto/decide.ts';
import { foreseeAuto } from '../../../src/engine/operations/auto/foresee.ts';
import { readAuto } from '../../../src/engine/operations/auto/status.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { programFile } from '../../cli/orchestral.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { autoContext, type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import { playOnce } from '../../support/play-once.ts';
import { effectProcesses } from '../../support/processes.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const PLAN = `# Shop

- [ ] T1.1: One
- [ ] T1.2: Two
  - deps: [T1.1]
`;
const IDS = ['T1.1', 'T1.2'];

/** Until a person lets it go on. */
function hangs(id: string): RehearsalStep[] {
  return [{ run: 'while [ ! -e "$XDG_DATA_HOME/go" ]; do sleep 0.2; done', edit: { [`${id}.txt`]: `${id}\n` } }];
}

describe('while tasks are worked on', () => {
  test('nobody finishes a task behind the back of its agent, which could have done it itself: a person confirms it', async () => {
    const { project, played } = await begun({ 'T1.1': hangs('T1.1') });
    const conducted = played.conduct();
    await untilShown(project, 'T1.1');
    edit(project, (tasks) => move(tasks, 'T1.1', 'completed'));
    await until(() => fs.readdirSync(path.join(project.folder, '.claude')).some((name) => name.includes('rejected')));
    for (const verdict of ['complete', 'skip'] as const) {
      const other = await openAuto(autoContext(project));
      const said = await catchFailure(() => judgeTasks(other, { verdict, tasks: ['T1.1'], isConfirmed: false }));
      expect(said).toMatchObject({ ok: false, error: { code: 'auto.agent_at_work', params: { tasks: ['T1.1'] } } });
      expectOk(await other.close());
    }
    expect(played.graph().tasks['T1.1']?.status).toBe('in_progress');
    await say(project, 'complete', 'T1.1');
    await conducted;
    await expectEnd(project, played, { completed: IDS });
    expect(filesOn(project)).not.toContain('T1.1.txt');
    expect(project.git('show', 'main:TASKS.md')).toBe(PLAN.replaceAll('[ ]', '[x]').trim());
  });

  test('an agent does not finish its own task, whether by hand or by the command', async () => {
    const project = autoProjectWith('# Shop\n\n- [ ] T1.1: One\n', {
      config: { agents: { version: 1, sandbox: 'off' } },
    });
    const state = path.join(project.folder, '.claude/orchestrate-state.json');
    const [tick, said] = [path.join(project.home, 'data/tick.mjs'), path.join(project.home, 'data/said')];
    fs.writeFileSync(
      tick,
      `import fs from 'node:fs';
const read = () => JSON.parse(fs.readFileSync('${state}', 'utf8'));
while (!read().tasks.in_progress.includes('T1.1')) await new Promise((resolve) => setTimeout(resolve, 20));
const edited = read();
edited.tasks.in_progress = [];
edited.tasks.completed = ['T1.1'];
fs.writeFileSync('${state}.edited', JSON.stringify(edited, null, 2));
fs.renameSync('${state}.edited', '${state}');
`,
    );
    const environment = Object.entries(project.env).map(([name, value]) => `${name}='${value}'`);
    const program = `env -u ORCHESTRAL_EFFECT ${environment.join(' ')} '${process.execPath}' '${await programFile()}'`;
    const complete = `cd '${project.folder}' && ${program} auto complete T1.1 > '${said}' 2>&1; echo "exit $?" >> '${said}'`;
    const script = scriptFor([], { 'T1.1': [{ run: complete }, { run: `node '${tick}'` }] });
    const played = await startAutoIn(project, { script, retryLimit: 1 });
    await played.conduct();
    expect(fs.readFileSync(said, 'utf8')).toMatch(/T1\.1[^]*exit 3\n$/);
    expect(played.graph().tasks['T1.1']).toMatchObject({ status: 'failed', mishaps: { count: 2 } });
    expect(fs.readdirSync(path.dirname(state))).toContainEqual(expect.stringContaining('rejected'));
    expect(project.git('show', 'main:TASKS.md')).not.toContain('[x]');
    await played.close();
  });

  test('a person moves one to `failed`: what needs it is blocked; and back: it is done after all', async () => {
    const { project, played } = await begun({ 'T1.1': hangs('T1.1') });
    const conducted = played.conduct();
    await untilShown(project, 'T1.1');
    edit(project, (tasks) => move(tasks, 'T1.1', 'failed'));
    await conducted;
    expect(played.graph().stage).toEqual({ at: 'done' });
    await played.close();
    expect(listed(project, 'failed')).toEqual(['T1.1']);
    expect(listed(project, 'blocked')).toEqual(['T1.2']);

    letGo(project);
    edit(project, (tasks) => move(tasks, 'T1.1', 'ready'));
    const again = await startAutoIn(project, { resumes: true });
    await again.conduct();
    await expectEnd(project, again, { completed: IDS });
    expect(filesOn(project)).toContain('T1.1.txt');
  });

  test('nonsense in the state file is refused and kept aside', async () => {
    const { project, played } = await begun({ 'T1.1': hangs('T1.1') });
    const conducted = played.conduct();
    await untilShown(project, 'T1.1');
    edit(project, (tasks) => tasks['completed']?.push('T9.9'));
    await until(() => fs.readdirSync(path.join(project.folder, '.claude')).some((name) => name.includes('rejected')));
    letGo(project);
    await conducted;
    await expectEnd(project, played, { completed: IDS });
  });

  test.each([
    ['complete', 'x'],
    ['skip', ' '],
  ] as const)(
    'another process says %s: it is done without its agent, and ticked if it should be',
    async (verdict, box) => {
      const { project, played } = await begun({ 'T1.1': hangs('T1.1') });
      const conducted = played.conduct();
      await until(() => played.graph().tasks['T1.1']?.status === 'in_progress');
      await say(project, verdict, 'T1.1');
      await conducted;
      await expectEnd(project, played, { completed: IDS });
      expect(filesOn(project)).not.toContain('T1.1.txt');
      expect(project.git('show', 'main:TASKS.md')).toContain(`- [${box}] T1.1`);
    },
  );

  test('another process says retry: a finished one is done again', async () => {
    const { project, played } = await begun({ 'T1.2': hangs('T1.2') });
    const conducted = played.conduct();
    await until(() => played.graph().tasks['T1.2']?.status === 'in_progress');
    fs.writeFileSync(
      path.join(project.home, 'tasks.yaml'),
      JSON.stringify(scriptFor(IDS, { 'T1.1': [{ edit: { 'more.txt': 'more\n' } }], 'T1.2': hangs('T1.2') })),
    );
    await say(project, 'retry', 'T1.1');
    letGo(project);
    await conducted;
    await expectEnd(project, played, { completed: IDS });
    expect(filesOn(project)).toContain('more.txt');
  });

  test('a person stops it: nothing runs any more, and the next start goes on', async () => {
    const { project, played } = await begun({ 'T1.2': hangs('T1.2') });
    const conducted = played.conduct();
    await untilShown(project, 'T1.2');
    await until(() => effectProcesses(project.env).length > 0);
    const other = await openAuto(autoContext(project));
    await stopAuto(other);
    expectOk(await other.close());
    await conducted;
    await played.close();
    expect(effectProcesses(project.env)).toEqual([]);
    expect(listed(project, 'completed')).toEqual(['T1.1']);
    expect(listed(project, 'ready')).toEqual(['T1.2']);
    letGo(project);
    const again = await startAutoIn(project);
    await again.conduct();
    await expectEnd(project, again, { completed: IDS });
    expect(again.events.filter(({ type }) => type === 'task_merged')).toHaveLength(1);
  });
});

describe('after the end', () => {
  test.each(['complete', 'skip', 'retry'] as const)(
    'a person says %s of a failed one: what needs it is done',
    async (verdict) => {
      const { project } = await playOnce('failed', async () => {
        const failed = await begun({ 'T1.1': [{ fail: 'crash' }] }, { retryLimit: 0 });
        await failed.played.conduct();
        expect(failed.played.graph()).toMatchObject({
          stage: { at: 'done' },
          tasks: { 'T1.2': { status: 'blocked' } },
        });
        await failed.played.close();
        return failed;
      });
      await say(project, verdict, 'T1.1');
      const again = await startAutoIn(project, { script: scriptFor(IDS) });
      await again.conduct();
      await expectEnd(project, again, { completed: IDS });
    },
  );
});

describe('between two starts', () => {
  test('tasks are added, removed and rewired', async () => {
    const { project, played } = await begun({ 'T1.2': hangs('T1.2') }, { plan: `${PLAN}- [ ] T1.3: Three\n` });
    await untilMerged(played, 'T1.1');
    const plan =
      '# Shop\n\n- [x] T1.1: One\n- [ ] T1.4: Four\n- [ ] T1.2: Two\n  - deps: [T1.1, T1.4]\n- [ ] T2.1: Last\n';
    project.write({ 'TASKS.md': plan });
    project.git('commit', '--quiet', '--all', '--message', 'Plan anew');
    letGo(project);
    const ids = ['T1.1', 'T1.4', 'T1.2', 'T2.1'];
    const again = await startAutoIn(project, { script: scriptFor(ids) });
    expect(again.started.changes).toMatchObject({
      added: ['T1.4', 'T2.1'],
      removed: ['T1.3'],
      rewired: [{ id: 'T1.2', needs: ['T1.1', 'T1.4'] }],
    });
    await again.conduct();
    const merged = again.events.flatMap(({ type, data }) => (type === 'task_merged' && 'id' in data ? [data.id] : []));
    expect(merged).toEqual(['T1.4', 'T1.2', 'T2.1']);
    await expectEnd(project, again, { completed: ids });
    expect(project.git('show', 'main:TASKS.md')).toBe(plan.replaceAll('[ ]', '[x]').trim());
  });

  test('more may run at once: a worktree of the pool that still has the branch of a task is no obstacle', async () => {
    const ids = ['T1.1', 'T1.2', 'T1.3'];
    const plan = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n- [ ] T1.3: Three\n';
    const project = autoProjectWith(plan, { config: { agents: { version: 1, sandbox: 'off' } } });
    const script = scriptFor(ids, { 'T1.1': hangs('T1.1'), 'T1.2': hangs('T1.2') });
    const played = await startAutoIn(project, { script, parallel: 2 });
    const stop = new AbortController();
    const conducted = played.conduct({ signal: stop.signal });
    await until(() => effectProcesses(project.env).length >= 2);
    stop.abort();
    await conducted;
    await played.close();
    const again = await startAutoIn(project, { script: scriptFor(ids), parallel: 3 });
    await again.conduct();
    await expectEnd(project, again, { completed: ids });
  });

  test('the folder is copied: both go on by themselves', async () => {
    const { project, played } = await begun({ 'T1.2': hangs('T1.2') });
    await untilMerged(played, 'T1.1');
    letGo(project);
    const folder = path.join(temporaryFolder(), 'copy');
    fs.cpSync(project.folder, folder, { recursive: true, preserveTimestamps: true });
    const copy: RunProject = {
      ...project,
      folder,
      env: { ...project.env, XDG_STATE_HOME: temporaryFolder() },
      git: (...args) => project.git('-C', folder, ...args),
    };
    // What was merged is known without its branch.
    copy.git('update-ref', '-d', 'refs/heads/phase-1-shop');
    const script = scriptFor(IDS);
    const there = await startAutoIn(copy, { script });
    await there.conduct();
    expect(there.events.filter(({ type }) => type === 'task_merged')).toHaveLength(1);
    await there.close();
    expect(listed(copy, 'completed')).toEqual(IDS);
    expect(filesOn(copy)).toEqual(expect.arrayContaining(IDS.map((id) => `${id}.txt`)));
    expect(filesOn(project)).not.toContain('T1.2.txt');

    const here = await startAutoIn(project, { script });
    await here.conduct();
    await expectEnd(project, here, { completed: IDS });
  });
});

test('what a person wrote while nothing runs is what is shown and foreseen', async () => {
  const { project, played } = await begun({});
  await untilMerged(played, 'T1.1');
  edit(project, (tasks) => move(tasks, 'T1.2', 'completed'));
  const tools = autoContext(project);
  expect(await readAuto(tools)).toMatchObject({ counts: { completed: 2, total: 2 } });
  expect(foreseeAuto({}, tools).left).toBe(0);
  edit(project, (tasks) => move(tasks, 'T1.2', 'failed'));
  expect(await readAuto(tools)).toMatchObject({ counts: { completed: 1, failed: 1 } });
  expect(foreseeAuto({}, tools)).toMatchObject({ left: 0, failed: ['T1.2'], blocked: [] });
});

/** Outside the sandbox, so that agents can see that they may go on. */
async function begun(
  tasks: Readonly<Record<string, RehearsalStep[]>>,
  { plan = PLAN, ...options }: { readonly plan?: string; readonly retryLimit?: number } = {},
): Promise<{ project: RunProject; played: PlayedAuto }> {
  const project = autoProjectWith(plan, { config: { agents: { version: 1, sandbox: 'off' } } });
  return { project, played: await startAutoIn(project, { ...options, script: scriptFor(IDS, tasks) }) };
}

async function untilMerged(played: PlayedAuto, id: string): Promise<void> {
  const stop = new AbortController();
  const unwatch = played.open.store.watch(
    ({ event }) => event.type === 'task_merged' && event.data.id === id && stop.abort(),
  );
  await played.conduct({ signal: stop.signal });
  unwatch();
  await played.close();
}

async function expectEnd(
  project: RunProject,
  played: PlayedAuto,
  { completed }: { readonly completed: readonly string[] },
): Promise<void> {
  expect(played.graph()).toMatchObject({ stage: { at: 'done' }, left_alone: null, in_flight: {} });
  await played.close();
  expect(listed(project, 'completed')).toEqual(completed);
  expect(effectProcesses(project.env)).toEqual([]);
  expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(project.git('status', '--porcelain')).toBe('');
}

async function say(project: RunProject, verdict: Verdict, id: string): Promise<void> {
  const other = await openAuto(autoContext(project));
  await judgeTasks(other, { verdict, tasks: [id], isConfirmed: true });
  expectOk(await other.close());
}

type Lists = Record<string, string[]>;

/** As `jq … > tmp && mv tmp state.json` would. */
function edit(project: RunProject, change: (tasks: Lists) => unknown): void {
  const state = read(project);
  change(state.tasks);
  const file = stateFile(project);
  fs.writeFileSync(`${file}.edited`, JSON.stringify(state, null, 2));
  fs.renameSync(`${file}.edited`, file);
}

function move(tasks: Lists, id: string, to: string): void {
  for (const [name, ids] of Object.entries(tasks)) tasks[name] = ids.filter((other) => other !== id);
  tasks[to]?.push(id);
}

function listed(project: RunProject, list: string): string[] {
  return read(project).tasks[list] ?? [];
}

function read(project: RunProject): { tasks: Lists } {
  return JSON.parse(fs.readFileSync(stateFile(project), 'utf8'));
}

function stateFile({ folder }: RunProject): string {
  return path.join(folder, '.claude/orchestrate-state.json');
}

function letGo({ home }: RunProject): void {
  fs.writeFileSync(path.join(home, 'data/go'), '');
}

/** As in progress. */
function untilShown(project: RunProject, id: string): Promise<void> {
  return until(() => fs.existsSync(stateFile(project)) && listed(project, 'in_progress').includes(id));
}

async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await pause(20);
}
