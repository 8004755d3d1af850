import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { findConductor } from '../../src/engine/find-conductor.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { QUESTION, rehearsed, type RunProject, runProject } from '../support/run-project.ts';
import { calculator, oneSubtask } from '../support/session-script.ts';
import { type CliResult, orchestral, orchestralProcess, project as emptyProject, shell } from './orchestral.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

interface Begun {
  readonly workflow: string;
  readonly id: string;
  readonly pid: number;
  readonly log: string;
}

interface Waited {
  readonly id: string;
  readonly outcome: string;
  readonly need: string | null;
  readonly next: string | null;
  readonly said: string;
}

function background(project: RunProject, agent: string) {
  const where = { cwd: project.folder, env: { ...project.env, ORCHESTRAL_AGENT: agent } };
  return {
    where,
    cli: (...args: string[]) => orchestralProcess(['--trust', ...args], where),
    /** Ends with the test. */
    begin: async (...args: string[]): Promise<Begun> => {
      const said = await orchestralProcess(['--trust', '--json', ...args, '--detach'], where);
      expect(said).toMatchObject({ code: 0 });
      const begun = JSON.parse(said.stdout) as Begun;
      onTestFinished(() => end(begun.pid));
      return begun;
    },
    wait: async (...args: string[]): Promise<CliResult & { readonly waited: Waited }> => {
      const said = await orchestralProcess(['wait', ...args, '--json'], where);
      return { ...said, waited: JSON.parse(said.stdout) as Waited };
    },
  };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended on its own.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The Builder works until it is ended. */
const WORKS = { builder: [{ say: 'working', run: 'exec sleep 600' }] };

describe('start --detach', () => {
  test('prints the id and goes on alone; wait tells when it needs a person', async () => {
    const project = runProject();
    const { begin, wait, cli } = background(project, rehearsed(project.home, {}));
    const begun = await begin('start', 'Do it right');
    expect(begun).toMatchObject({ workflow: 'run', id: path.basename(project.run()) });
    const { code, waited } = await wait();
    expect({ code, waited }).toMatchObject({
      code: 3,
      waited: { id: begun.id, outcome: 'needs_person', need: 'pack', next: `orchestral review ${begun.id}` },
    });
    // All that it says comes with its end.
    await expect.poll(() => findConductor(project.run())).toBeNull();
    expect(fs.readFileSync(begun.log, 'utf8')).toContain('"type":"end"');
    expect(await cli('approve', begun.id, '--yes')).toMatchObject({ code: 3 });
    const { commit } = JSON.parse((await cli('review', begun.id, '--json')).stdout) as { commit: string };
    expect(await cli('approve', begun.id, '--commit', commit)).toMatchObject({ code: 0 });
    expect(await wait(begun.id)).toMatchObject({ code: 0, waited: { outcome: 'done', next: null } });
  });

  test('survives the shell that began it, with a briefing that was piped in', async () => {
    const project = runProject();
    const { where, wait } = background(project, rehearsed(project.home, {}));
    const said = await shell('printf "Do it right" | orchestral --trust start - --detach; kill -HUP -- $$', where);
    const id = said.stdout.trim();
    expect(id).toBe(path.basename(project.run()));
    expect(said.stderr).toContain(`orchestral wait ${id}`);
    expect(await wait(id)).toMatchObject({ code: 3 });
    expect(project.read('briefing/raw.md')).toBe('Do it right\n');
  });

  test('a question is told as one', async () => {
    const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION };
    const project = runProject();
    const { begin, wait } = background(project, rehearsed(project.home, { refiner: [{ answer: asks }] }));
    await begin('start', 'Do it right');
    expect(await wait()).toMatchObject({ code: 3, waited: { need: 'question', next: 'orchestral answer' } });
  });

  test('that cannot begin says why, with its exit code', async () => {
    const cwd = emptyProject();
    const env = { PATH: '/nowhere', ORCHESTRAL_AGENT: '' };
    const said = await orchestralProcess(['--trust', 'start', 'Do it', '--detach'], { cwd, env });
    expect(said).toMatchObject({ code: 5, stdout: '' });
    expect(said.stderr).toContain('error:');
    expect(await orchestralProcess(['start', '--detach'], { cwd, env })).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('wait', () => {
  test('says when the time is up, and when the process was killed, and how to go on', async () => {
    const project = runProject();
    const agent = rehearsed(project.home, WORKS);
    const { begin, wait, cli } = background(project, agent);
    const { id, pid } = await begin('start', 'Do it right');
    const early = await wait(id, '--for', '200ms');
    expect(early).toMatchObject({ code: 6, waited: { outcome: 'running', next: `orchestral wait ${id}` } });
    process.kill(pid, 'SIGKILL');
    const left = await wait(id);
    expect(left).toMatchObject({
      code: 130,
      waited: { outcome: 'interrupted', next: `orchestral resume ${id} --detach` },
    });
    rehearsed(project.home, {});
    const again = await begin('resume', id);
    expect(again).toMatchObject({ id });
    expect(again.pid).not.toBe(pid);
    expect(await wait()).toMatchObject({ code: 3, waited: { id, need: 'pack' } });
    const told = await cli('wait', id);
    expect(told).toMatchObject({ code: 3, stdout: `${id} needs you\n` });
  });

  test('is told of a process that gave up by what it printed last', async () => {
    const project = runProject();
    const { begin, wait } = background(project, rehearsed(project.home, WORKS));
    const { id, pid } = await begin('start', 'Do it right');
    process.kill(pid, 'SIGTERM');
    await expect.poll(() => isAlive(pid)).toBe(false);
    const { code, waited } = await wait(id);
    expect({ code, waited }).toMatchObject({ code: 130, waited: { outcome: 'interrupted' } });
    expect(waited.said).toContain('"exit":130');
  });

  test.each([{ mode: [] }, { mode: ['--ultra-thin'] }])(
    'says that a phase is done where no other was wanted $mode',
    async ({ mode }) => {
      const project = autoProjectWith('- [ ] T1.1: One\n- [ ] T2.1: Two\n');
      const agent = rehearsedTasks(project.home, scriptFor(['T1.1', 'T2.1']));
      const where = { cwd: project.folder, env: { ...project.env, ORCHESTRAL_AGENT: agent } };
      expect(await orchestral(['--trust', 'auto', ...mode, '--phase', '1'], where)).toMatchObject({ code: 0 });
      const said = 'the phase you asked for is done; the list is not finished yet\n';
      expect(await orchestral(['wait', 'auto'], where)).toMatchObject({ code: 0, stdout: said });
    },
  );

  test.each([
    [['wait'], 'nothing was started here'],
    [['wait', 'run-20240115-143022'], 'run-20240115-143022'],
    [['wait', '--for', 'soon'], 'like 90s, 9m or 2h'],
  ])('%j is exit 2', async (args, why) => {
    const said = await orchestralProcess(args, { cwd: emptyProject() });
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain(why);
  });
});

test('a session and a task list go on alone, too', async () => {
  const session = calculator();
  const one = background(session, rehearsed(session.home, oneSubtask()));
  expect(await one.begin('session', 'Add mul')).toMatchObject({ workflow: 'session', id: 'R1' });
  const list = autoProjectWith('- [ ] T1.1: Write it\n');
  const two = background(list, rehearsedTasks(list.home, scriptFor(['T1.1'])));
  expect(await two.begin('auto', '--ultra-thin')).toMatchObject({ workflow: 'auto', id: 'auto' });
  expect(await two.wait('auto')).toMatchObject({ code: 0, waited: { outcome: 'done' } });
  expect(list.git('show', 'main:T1.1.txt')).toBe('T1.1');
  expect(await one.wait()).toMatchObject({ code: 0, waited: { id: 'R1', outcome: 'done' } });
});
