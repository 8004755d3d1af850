import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { openTmux, sessionName, type TmuxOptions } from '../../src/engine/operations/runs/tmux.ts';
import { unrecordedSpawner } from '../../src/engine/ask-program.ts';
import { needs } from '../support/needs.ts';

/** A tmux server of the test's own, and a program in Orchestral's place that tells how it was called. */
function aPlace(context: TestContext, folder = 'project') {
  needs(context, 'tmux');
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'tm-')));
  const project = path.join(root, folder);
  fs.mkdirSync(project);
  const script = path.join(root, 'orchestral.mjs');
  fs.writeFileSync(
    script,
    `console.log(JSON.stringify({ args: process.argv.slice(4), cwd: process.cwd(), marker: process.env.ORCHESTRAL_EFFECT, state: process.env.XDG_STATE_HOME }));
    setInterval(() => {}, 1000);`,
  );
  const env = { ...process.env, TMUX_TMPDIR: root, SHELL: '/bin/sh' };
  const tmux = (...args: string[]) =>
    execFileSync('tmux', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] }).trimEnd();
  onTestFinished(() => {
    try {
      tmux('kill-server');
    } catch {
      // It never started.
    }
    fs.rmSync(root, { recursive: true, force: true });
  });
  const options: TmuxOptions = {
    prefix: 'orchestral',
    runId: 'run-20260102-030405',
    roles: ['refiner', 'builder', 'verifier', 'gatekeeper'],
    project,
    command: [process.execPath, script],
    env,
    spawner: unrecordedSpawner(),
  };
  return { root, project, options, tmux };
}

type Place = ReturnType<typeof aPlace>;

const name = 'orchestral-run-20260102-030405';

test('a pane for each agent, the status, and a shell', async (context) => {
  const place = aPlace(context);
  expect(await catchFailure(() => openTmux(place.options))).toEqual({
    ok: true,
    value: { session: name, isNew: true },
  });
  expect(titles(place)).toEqual(['refiner', 'builder', 'verifier', 'gatekeeper', 'status', 'shell']);
  const where = { cwd: place.project, state: process.env['XDG_STATE_HOME'] };
  expect(await said(place, 1)).toEqual({ args: ['logs', 'run-20260102-030405', 'builder', '-f'], ...where });
  expect(await said(place, 4)).toEqual({ args: ['watch'], ...where });
  // The shell is where the person is, and nothing there believes to be an agent's.
  place.tmux('send-keys', '-t', `=${name}:.5`, 'tmux wait-for -S "$PWD$ORCHESTRAL_EFFECT"', 'Enter');
  place.tmux('wait-for', place.project);
  expect(place.tmux('display-message', '-p', '-t', `=${name}:`, '#{pane_title} #{session_attached}')).toBe('shell 0');
});

test('panes look where the run is kept, whatever the server knows', async (context) => {
  const place = aPlace(context);
  place.tmux('new-session', '-d', '-s', 'other');
  const state = path.join(place.root, 'state; here');
  await catchFailure(() => openTmux({ ...place.options, env: { ...place.options.env, XDG_STATE_HOME: state } }));
  expect(await said(place, 0)).toMatchObject({ state });
});

test('a session that is there already is left as it is', async (context) => {
  const place = aPlace(context);
  await catchFailure(() => openTmux(place.options));
  place.tmux('kill-pane', '-t', `=${name}:.0`);
  const again = await Promise.all([
    catchFailure(() => openTmux(place.options)),
    catchFailure(() => openTmux(place.options)),
  ]);
  expect(again).toEqual(Array.from({ length: 2 }, () => ({ ok: true, value: { session: name, isNew: false } })));
  expect(titles(place)).toHaveLength(5);
});

test('two at once make one', async (context) => {
  const place = aPlace(context);
  const both = await Promise.all([
    catchFailure(() => openTmux(place.options)),
    catchFailure(() => openTmux(place.options)),
  ]);
  expect(both.filter((one) => one.ok && one.value.isNew)).toHaveLength(1);
  expect(both.every(({ ok }) => ok)).toBe(true);
  expect(titles(place)).toHaveLength(6);
});

test('what a pane last said stays; a name that another begins with is another', async (context) => {
  const place = aPlace(context);
  place.tmux('new-session', '-d', '-s', `${name}-2`);
  const command = ['/bin/sh', '-c', 'echo gone; exit 3'];
  expect(await catchFailure(() => openTmux({ ...place.options, command }))).toMatchObject({
    ok: true,
    value: { isNew: true },
  });
  expect(await shown(place, 0, /gone/)).toContain('gone');
  expect(titles(place)).toHaveLength(6);
});

test('names that tmux would read as commands', async (context) => {
  const place = aPlace(context, '한글 #(touch fired) #{session_name} ;');
  const opened = await catchFailure(() =>
    openTmux({ ...place.options, prefix: '-a.b:c#(touch fired)=$;', roles: ['builder'] }),
  );
  expect(opened).toEqual({ ok: true, value: { session: '-a_b_c__touch_fired____-run-20260102-030405', isNew: true } });
  const session = opened.ok ? opened.value.session : '';
  expect(await said(place, 0, session)).toMatchObject({ cwd: place.project });
  expect(fs.existsSync(path.join(place.project, 'fired'))).toBe(false);
});

test('a prefix may be anything', () => {
  expect(sessionName('', 'run-1')).toBe('run-1');
  expect(sessionName('프로젝트', 'run-1')).toBe('프로젝트-run-1');
  expect(sessionName('x'.repeat(500), 'run-1')).toHaveLength(46);
});

test('no tmux, and one that cannot work', async (context) => {
  const place = aPlace(context);
  const without = { ...place.options, env: { ...place.options.env, PATH: '/nowhere:bin' } };
  expect(await catchFailure(() => openTmux(without))).toMatchObject({ ok: false, error: { code: 'tmux.absent' } });
  // A folder that others may write to is none to tmux.
  const sockets = path.join(place.root, `tmux-${process.getuid?.()}`);
  fs.mkdirSync(sockets);
  fs.chmodSync(sockets, 0o777);
  const said: unknown = expect.stringContaining('unsafe permissions');
  expect(await catchFailure(() => openTmux(place.options))).toMatchObject({
    ok: false,
    error: { code: 'tmux.failed', params: { command: 'new-session', said } },
  });
});

function titles({ tmux }: Place): string[] {
  return tmux('list-panes', '-t', `=${name}:`, '-F', '#{pane_title}').split('\n');
}

/** What the program in a pane told. */
async function said(place: Place, pane: number, session = name): Promise<unknown> {
  return JSON.parse(/\{.*\}/.exec(await shown(place, pane, /\}/, session))?.[0] ?? '');
}

/** What a pane shows once it shows this; a pane tells nobody, so it is looked at again and again. */
async function shown({ tmux }: Place, pane: number, wanted: RegExp, session = name): Promise<string> {
  for (;;) {
    const text = tmux('capture-pane', '-p', '-J', '-S', '-', '-t', `=${session}:.${pane}`);
    if (wanted.test(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
