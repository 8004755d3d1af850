import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { configDefaults } from '../../src/schema/config/defaults.ts';
import { processesWith } from '../support/processes.ts';
import { QUESTION } from '../support/run-project.ts';
import { shell } from './orchestral.ts';
import { cliProject } from './cli-project.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

interface Line {
  readonly type: string;
  readonly seq?: number;
  readonly data: Record<string, unknown>;
}

const linesOf = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Asks, and is content with any answer. */
const ASKS = {
  refiner: [
    { answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION } },
    { answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] } },
  ],
};

/** The Builder works until it is ended. */
const WORKS = { builder: [{ say: 'working', run: 'exec sleep 600' }] };

const isWorking = (line: string) => line.includes('"tool_use"') && line.includes('sleep 600');

describe('start', () => {
  test('says with --quiet only what waits', async () => {
    const said = await cliProject().cli('start', 'x', '--quiet');
    expect(said).toMatchObject({ code: 3, stderr: '' });
    expect(said.stdout).toMatch(/^(run-\S+) is ready to merge\n {2}orchestral review \1\n$/);
  });

  test('goes as far as a pack, says what it is, and is exit 3', async () => {
    const { project, cli } = cliProject();
    const { code, stdout, stderr } = await cli('start', 'Do', 'it', 'right');
    const run = path.basename(project.run());
    expect({ code, stderr }).toMatchObject({ code: 3 });
    expect(project.read('briefing/raw.md')).toBe('Do it right\n');
    expect(stderr.replaceAll(/\d+ (?:ms|s)$/gm, 'T')).toBe(
      [
        `${run} on main (${project.git('rev-parse', '--short=12', 'HEAD')})`,
        '· prepare  round 1 of 3',
        '· prepare  testing: as it was before the work',
        '✓ prepare  1 test passes · T',
        '· refine   round 1 of 3',
        '! refiner  this is a rehearsal: a script plays the agent, no model is called',
        '✓ refine   rehearsal · T',
        '· build    round 1 of 3',
        '✓ build    rehearsal · T',
        '· verify   round 1 of 3',
        '✓ verify   1 test file · rehearsal · T',
        '· test     round 1 of 3',
        '· test     testing: with the work',
        '✓ test     tests 2 passed, 0 failed · coverage not measured · T',
        '· gate     round 1 of 3',
        '✓ gate     PASS · rehearsal · T',
        '· pack     round 1 of 3',
        '✓ pack     ready for your review · T',
        '',
      ].join('\n'),
    );
    expect(stdout).toContain(`${run} is ready to merge`);
    expect(stdout).toContain(`.orchestral/runs/${run}/mrp/summary.md`);
    for (const command of ['review', 'approve', 'reject']) expect(stdout).toContain(`orchestral ${command} ${run}`);
    expect(stdout.trim().split('\n').length).toBeLessThanOrEqual(10);
  });

  test('takes the briefing from a file, and from a pipe', async () => {
    const { project, cli } = cliProject(ASKS);
    project.write({ 'wish.md': '# A wish\n' });
    await cli('start', 'wish.md', '--quiet');
    expect(project.read('briefing/raw.md')).toBe('# A wish\n');
    const env = { ...project.env, ORCHESTRAL_AGENT: `rehearsal:${project.home}/script.yaml` };
    const piped = await shell('echo piped | orchestral start - --quiet --trust', { cwd: project.folder, env });
    expect({ code: piped.code, briefing: project.read('briefing/raw.md') }).toEqual({ code: 3, briefing: 'piped\n' });
  });

  test('without the dashboard nothing to do is wrong usage', async () => {
    const { project } = cliProject();
    const { env } = project;
    const said = await shell('orchestral start --no-dashboard < /dev/null', { cwd: project.folder, env });
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(said.stderr).toContain('the briefing is empty');
  });

  test.each([
    ['nothing', ['start'], 'the briefing is empty'],
    ['a file that is not there', ['start', 'wihs.md'], 'wihs.md: file not found'],
    ['an unknown branch', ['start', 'x', '--base', 'mian'], 'mian'],
    ['a mistyped option', ['start', 'x', '--tmx'], '--tmux'],
  ])('with %s is wrong usage', async (_, args, expected) => {
    const { project, cli } = cliProject();
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(expected);
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
  });

  test('without trust and without anybody to ask is exit 3, and starts nothing', async () => {
    const { project } = cliProject();
    const env = { ...project.env, ORCHESTRAL_AGENT: `rehearsal:${project.home}/script.yaml` };
    const { code, stderr } = await shell('orchestral start x', { cwd: project.folder, env });
    expect(code).toBe(3);
    expect(stderr).toContain('orchestral trust');
    expect(fs.existsSync(path.join(project.folder, '.orchestral/runs'))).toBe(false);
  });

  test('a run that is not accepted is exit 1, and says why and what to do', async () => {
    const FAIL = { verdict: 'FAIL', reason: 'Not good.', issues: [], triggers: [] };
    const { project, cli } = cliProject({ gatekeeper: [{ answer: FAIL }] });
    const { code, stderr } = await cli('start', 'x');
    const run = path.basename(project.run());
    expect(code).toBe(1);
    expect(stderr).toContain('  - the Gatekeeper said FAIL\n  - Not good.\n  - back to the Builder: round 2 of 3\n');
    expect(stderr).toContain(`error: ${run} failed: its work was not accepted in any of 3 rounds\n`);
    expect(stderr).toContain('gatekeeper/review.md');
    expect(await cli('resume')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has used all of its 3 rounds'),
    });
  });

  test('what the environment lacks keeps the run, with how to go on', async () => {
    const { project, cli } = cliProject({ builder: [{ fail: 'crash', say: 'no such thing' }] });
    const failed = await cli('start', 'x');
    const run = path.basename(project.run());
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('retrying (1 of 2)');
    expect(failed.stderr).toContain(`error: ${run} failed at build: crash: no such thing`);
    expect(failed.stderr).toContain(`orchestral resume ${run}`);
  });
});

describe('a question', () => {
  test('without a terminal is exit 3, with the command that answers it', async () => {
    const { cli } = cliProject(ASKS);
    const { code, stdout, stderr } = await cli('start', 'x');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('Round or not?');
    expect(stderr).toContain('A  No (recommended)');
    expect(stderr).toContain('orchestral answer crp-001 --decision A');
  });

  test('is answered by --yes once, and not when it is asked again', async () => {
    const { cli } = cliProject({ ...ASKS, builder: [{ answer: { crp: QUESTION } }] });
    const { code, stderr } = await cli('start', 'x', '--yes');
    expect(code).toBe(3);
    expect(stderr).toContain('crp-001 is answered: A');
    expect(stderr).toContain('orchestral answer crp-002');
  });
});

describe('for programs', () => {
  test('every event is a line of JSON, and the end is one too', async () => {
    const { project, cli } = cliProject();
    const { code, stdout, stderr } = await cli('start', 'x', '--json');
    const lines = linesOf(stdout);
    const run_id = path.basename(project.run());
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(lines[0]).toMatchObject({ type: 'conducting', data: { run_id, iteration: 1, max_iterations: 3 } });
    expect(lines.at(-1)).toMatchObject({ type: 'end', data: { run_id, step: 'ready_for_merge', exit: 3 } });
    const recorded = lines.filter(({ seq }) => seq !== undefined).map(({ type }) => type);
    expect(recorded.filter((type) => type !== 'effect_started' && type !== 'spent')).toEqual([
      'prepared',
      'refined',
      'built',
      'tests_written',
      'tested',
      'gated',
      'packed',
    ]);
    expect(lines).toContainEqual(
      expect.objectContaining({ type: 'agent', data: { role: 'builder', event: expect.anything() } }),
    );
  });

  test('the list of runs says where each stands', async () => {
    const { project, cli } = cliProject(ASKS);
    await cli('start', 'x', '--quiet');
    const { code, stdout } = await cli('runs', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      runs: [
        expect.objectContaining({
          run_id: path.basename(project.run()),
          phase: 'waiting_human',
          iteration: 1,
          question: 'Round or not?',
          conductor: null,
          commit: null,
        }),
      ],
    });
    expect((await cli('runs')).stdout).toMatch(
      /^run +state .*\nrun-\S+ {2}.* {2}1\/3 +now +Round or not\? \(orchestral answer\)\n$/,
    );
  });

  test('what runs cost is told of each, and of all', async () => {
    const refiner = [
      {
        answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] },
        usage: { input_tokens: 1000, output_tokens: 200, cost_usd: 0.25 },
      },
    ];
    const { cli } = cliProject({ refiner });
    await cli('start', 'x', '--quiet');
    const { runs } = JSON.parse((await cli('runs', '--json')).stdout) as { runs: unknown[] };
    expect(runs).toMatchObject([{ spent: { tokens: 1200, cost_usd: 0.25 }, is_undelivered: false }]);
    const { stdout } = await cli('runs');
    expect(stdout).toMatch(/orchestral review run-\S+ · \$0\.25/);
    expect(stdout).toContain('1 run: 1.2k tokens · $0.25');
  });

  test('where there is none, nothing is made up', async () => {
    const { cli } = cliProject();
    expect(await cli('runs')).toMatchObject({ code: 0, stdout: 'there are no runs here\n' });
    for (const command of ['resume', 'review', 'approve', 'logs']) {
      expect(await cli(command)).toMatchObject({
        code: 2,
        stderr: 'error: there are no runs here\n  start one: orchestral start "what you want"\n',
      });
    }
  });
});

describe('while an agent works', () => {
  const done = { builder: [{ edit: { 'answer.txt': 'right\n' } }] };

  test('Ctrl-C ends it, records that, and is exit 130; resume goes on', async () => {
    const { project, cli, startCli, rehearse } = cliProject(WORKS);
    const begun = await startCli('start', 'x', '--json');
    await begun.nextLine(isWorking);
    const run = path.basename(project.run());
    await eventually(() => processesWith(`${run}/build#1`).length > 0);
    begun.child.kill('SIGINT');
    const { code, stdout, stderr } = await begun.result();
    const how = `everything is saved. Continue with:\n  orchestral resume ${run}`;
    expect({ code, stderr }).toEqual({ code: 130, stderr: `\ninterrupted; ${how}\n` });
    expect(linesOf(stdout).at(-1)).toMatchObject({ type: 'end', data: { step: 'build', exit: 130 } });
    expect(processesWith(`${run}/build#1`)).toEqual([]);
    expect(JSON.parse(project.read('state.json'))).toMatchObject({
      phase: 'build',
      agents: { builder: { status: 'pending' } },
    });
    expect((await cli('runs')).stdout).toContain(`interrupted: orchestral resume ${run}`);
    // However its document is spoilt, the run is there, and the log knows it all.
    fs.writeFileSync(path.join(project.run(), 'state.json'), '{"phase": "bananas"}');
    expect((await cli('runs')).stdout).toContain(`interrupted: orchestral resume ${run}`);
    rehearse(done);
    const resumed = await cli('resume', '--json');
    expect(resumed.code).toBe(3);
    expect(resumed.stderr).toContain(`your edit of .orchestral/runs/${run}/state.json breaks a rule`);
    expect(resumed.stdout).not.toContain('"refined"');
    // What the interrupted call said is gone with it: its records are those of the one that was made again.
    const { stdout: log } = await cli('logs', 'builder');
    expect(log.match(/^builder · build/gm)).toHaveLength(1);
    expect(log).not.toContain('working');
  });

  test('another process stops it, and a second one that would conduct is exit 6', async () => {
    const { project, cli, startCli } = cliProject(WORKS);
    const begun = await startCli('start', 'x', '--json');
    await begun.nextLine(isWorking);
    const run = path.basename(project.run());
    const second = await cli('resume', run);
    expect(second.code).toBe(6);
    expect(second.stderr).toContain(`process ${begun.child.pid}`);
    expect(second.stderr).not.toContain('orchestral resume');
    const stopped = await cli('stop');
    expect({ code: stopped.code, stdout: stopped.stdout }).toEqual({
      code: 0,
      stdout: `${run} is stopped; continue with: orchestral resume ${run}\n`,
    });
    expect(await begun.result()).toMatchObject({ code: 1, stderr: expect.stringContaining(`${run} was stopped`) });
    expect(await cli('stop', run)).toMatchObject({ code: 2, stderr: expect.stringContaining('is not running') });
  });

  test('its log is followed until the run is over', async () => {
    const { project, cli, startCli } = cliProject(WORKS);
    const begun = await startCli('start', 'x', '--json');
    await begun.nextLine(isWorking);
    const following = await startCli('logs', 'builder', '-f');
    await following.nextLine((line) => line.includes('working'));
    await cli('stop', '--quiet');
    const { code, stdout, stderr } = await following.result();
    const run = path.basename(project.run());
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${run} is stopped\n` });
    expect(stdout).toMatch(/^builder · build · \S+ \S+\nstarted/);
    expect(stdout).not.toContain('refiner');
    await begun.result();
  });
});

test('a log that is followed from the beginning lacks nothing in the end', async () => {
  const { cli, startCli } = cliProject({ builder: [{ say: 'I try.\nIn vain.', delay_ms: 300, fail: 'auth' }] });
  const begun = await startCli('start', 'x', '--json');
  await begun.nextLine((line) => line.includes('"conducting"'));
  const following = await startCli('logs', '-f');
  const ended = await begun.result();
  expect(ended.code).toBe(5);
  const { code, stdout } = await following.result();
  const whole = await cli('logs');
  expect({ code, stdout: `${stdout}\n` }).toEqual({ code: 0, stdout: whole.stdout });
  expect(stdout).toContain('In vain.');
});

test('whoever is not looking is told that a run waits', async () => {
  const { project } = cliProject(ASKS);
  const slack = { ORCHESTRAL_AGENT: `rehearsal:${project.home}/script.yaml`, ORCHESTRAL_SLACK_WEBHOOK_URL: 'nonsense' };
  const env = { ...project.env, ...slack };
  const { code, stderr } = await shell('orchestral start x --trust', { cwd: project.folder, env });
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('no message is sent to Slack') });
});

test.each([
  ['warn', '? refine   Round or not? (crp-001)\n'],
  ['debug', '  started'],
])('how much is told is configured: %s', async (log_level, expected) => {
  const { project, cli } = cliProject(ASKS);
  const config = path.join(project.folder, '.orchestral/config/global.json');
  fs.writeFileSync(config, JSON.stringify({ ...configDefaults.global, log_level }));
  const { stderr } = await cli('start', 'x');
  expect(stderr).toContain(expected);
  expect(stderr.includes('✓ prepare')).toBe(log_level === 'debug');
});

describe('stop, where nobody conducts', () => {
  test('is recorded, and shown', async () => {
    const { project, cli } = cliProject(ASKS);
    await cli('start', 'x', '--quiet');
    expect(await cli('stop')).toMatchObject({ code: 0 });
    expect(JSON.parse(project.read('state.json'))).toMatchObject({ phase: 'stopped' });
    expect(await cli('resume')).toMatchObject({ code: 3 });
  });
});

describe('logs', () => {
  test('of all agents, in order', async () => {
    const { cli } = cliProject({ builder: [{ say: 'I build.\nIt is built.', edit: { 'answer.txt': 'right\n' } }] });
    await cli('start', 'x', '--quiet');
    const { code, stdout } = await cli('logs');
    expect(code).toBe(0);
    expect(stdout.match(/^\w+ · \w+(?= · )/gm)).toEqual([
      'refiner · refine',
      'builder · build',
      'verifier · verify',
      'gatekeeper · gate',
    ]);
    expect(stdout).toMatch(/^I build\.\nIt is built\.\n▸ edit\n {4}answer\.txt$/m);
    const json = await cli('logs', 'builder', '--json');
    expect(linesOf(json.stdout).map((line) => (line as unknown as { role: string }).role)).not.toContain('refiner');
  });

  test('of an agent that is none', async () => {
    const { cli } = cliProject(ASKS);
    await cli('start', 'x', '--quiet');
    expect(await cli('logs', 'bulider')).toMatchObject({ code: 2, stderr: expect.stringContaining('builder') });
    expect(await cli('logs', 'builder')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('has not been called yet'),
    });
  });
});

test('watch prints what changes, until it is interrupted', async () => {
  const { cli, startCli } = cliProject(ASKS);
  const watching = await startCli('watch');
  await watching.nextLine((line) => line.includes('nothing has been started'));
  await cli('start', 'x', '--quiet');
  await watching.nextLine((line) => line.includes('Round or not?'));
  watching.child.kill('SIGINT');
  expect(await watching.result()).toMatchObject({ code: 130 });
});

/** Processes tell nobody that they began. */
async function eventually(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
