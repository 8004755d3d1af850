import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { commitOf, runWithPack, cliOutput } from './waiting-run.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(3);

const GATEKEEPER = {
  model: 'sonnet',
  pass_criteria: { tests_passing: true, no_critical_issues: true, min_test_coverage: 80 },
  auto_crp_triggers: [],
};

describe('reject', () => {
  test('needs a reason', async () => {
    const waitingRun = await runWithPack();
    for (const args of [['reject'], ['reject', '--reason', ' ']]) {
      const { code, all } = await cliOutput(waitingRun, ...args);
      expect([code, all]).toEqual([2, expect.stringContaining('a rejection needs a reason')]);
    }
  });

  test('builds again with the reason, right there', async () => {
    const builder = [{ edit: { 'answer.txt': 'right\n' } }, { edit: { 'answer.txt': 'right, and more\n' } }];
    const waitingRun = await runWithPack({ roles: { builder } });
    const first = await commitOf(waitingRun);
    const { code, all } = await cliOutput(waitingRun, 'reject', waitingRun.id, '--reason', 'say more');
    expect(code, all).toBe(3);
    expect(waitingRun.project.step('build-2/prompt.md')).toContain('say more');
    const second = await commitOf(waitingRun);
    expect(second).not.toBe(first);
    expect(await cliOutput(waitingRun, 'approve', '--commit', first)).toMatchObject({
      code: 3,
      all: expect.stringContaining('nothing was merged'),
    });
    expect(await cliOutput(waitingRun, 'approve', '--commit', second)).toMatchObject({ code: 0 });
  });

  test('reaches every role and the next pack, which shows what was done; the round before is kept', async () => {
    const builder = [
      { edit: { 'answer.txt': 'right\n' }, answer: { log: 'First try.' } },
      { edit: { 'answer.txt': 'right, and more\n' }, answer: { log: 'Said more, as asked.' } },
    ];
    const waitingRun = await runWithPack({ roles: { builder } });
    const { project, id } = waitingRun;
    expect(project.read('mrp/summary.md')).not.toContain('sent back');
    await cliOutput(waitingRun, 'reject', id, '--reason', 'say more');
    for (const step of ['build-2', 'verify-2', 'gate-2'])
      expect(project.step(`${step}/prompt.md`), step).toContain('say more');
    const summary = project.read('mrp/summary.md');
    expect(summary).toContain('**Round 1 was sent back:** say more');
    expect(summary).toContain('changed since: `answer.txt`');
    expect(summary).toContain('> Said more, as asked.');
    expect(summary).not.toContain('Not to be merged');
    expect(project.read('history/round-1/builder/log.md')).toContain('First try.');
    expect(project.read('history/round-1/gatekeeper/verdict.json')).toContain('PASS');
    expect(project.read('history/round-1/verifier/results.json')).toContain('"passed"');
    expect(project.read('builder/log.md')).toContain('Said more, as asked.');
    // Tests of the Verifier are in its own folder alone.
    expect(fs.readdirSync(path.join(project.run(), 'builder/output'))).toEqual(['answer.txt']);
    expect(fs.readdirSync(path.join(project.run(), 'verifier/tests/test'))).toHaveLength(1);
  });

  test('what was rejected is not shown again unchanged, whatever tests are added, and the Builder is told so', async () => {
    const builder = [
      { edit: { 'answer.txt': 'right\n' } },
      { run: 'true' },
      { edit: { 'answer.txt': 'right, and more\n' }, answer: { log: 'Said more.' } },
    ];
    const verifier = [
      { edit: { 'test/answer.check': 'grep -q right answer.txt\n' } },
      { edit: { 'test/another.check': 'test -e answer.txt\n' } },
    ];
    const waitingRun = await runWithPack({ roles: { builder, verifier } });
    const { project, id, cli } = waitingRun;
    const { code, all } = await cliOutput(waitingRun, 'reject', id, '--reason', 'say more');
    expect(code, all).toBe(3);
    expect(all).toContain('exactly what you rejected');
    const prompt = project.step('build-3/prompt.md');
    for (const part of ['say more', 'exactly what you rejected']) expect(prompt).toContain(part);
    const pack = JSON.parse((await cli('review', '--json')).stdout) as { rejections: unknown };
    expect(pack.rejections).toMatchObject([
      { round: 1, reason: 'say more', changed: expect.arrayContaining(['answer.txt']) },
    ]);
    expect((await cli('review')).stdout).toContain('Round 1 was sent back: say more');
    expect(JSON.parse(project.read('state.json'))).toMatchObject({ iteration: 3, phase: 'ready_for_merge' });
  });

  test('after the last round no document says that it is ready', async () => {
    const waitingRun = await runWithPack({}, { config: { gatekeeper: { ...GATEKEEPER, max_iterations: 1 } } });
    const { project } = waitingRun;
    await cliOutput(waitingRun, 'reject', '--reason', 'not like this');
    for (const name of ['mrp/summary.md', 'gatekeeper/review.md'])
      expect(project.read(name), name).toMatch(/^> Not to be merged: round 1 was sent back: not like this\n/);
  });

  test('after the last round it says what lets it go on', async () => {
    const waitingRun = await runWithPack({}, { config: { gatekeeper: { ...GATEKEEPER, max_iterations: 1 } } });
    const { code, all } = await cliOutput(waitingRun, 'reject', '--reason', 'no');
    expect(code, all).toBe(1);
    expect(all).toContain('max_iterations');
  });
});
