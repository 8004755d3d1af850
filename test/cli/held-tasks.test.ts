import { expect } from 'vitest';
import { heldTaskProject } from './held-task.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

test('a task that changes what tests demand waits, is shown, allowed and merged', async () => {
  const { cli, project } = heldTaskProject();
  const first = await cli('auto', '--ultra-thin');
  expect(first.code, first.stdout + first.stderr).toBe(3);
  expect(first.stderr).toContain('1 task waits for your decision: T1.1');
  expect(first.stderr).toContain('orchestral auto review');
  expect(first.stdout).toContain('1 waiting for you');

  const next = await cli('auto', 'next');
  expect(next, next.stdout).toMatchObject({ code: 3, stdout: 'ERROR:WAITING:1 held\n' });

  const status = await cli('auto', 'status');
  expect(status.stdout).toContain('0/2 done · 1 waiting for you · 1 pending');
  expect(status.stdout).toContain('? T1.1 Round prices up: ');
  expect(status.stdout).toContain('decide on the tasks that wait for you: orchestral auto review');

  const shown = await cli('auto', 'review');
  expect(shown.code).toBe(3);
  expect(shown.stdout).toContain('T1.1 Round prices up · waits for your decision');
  expect(shown.stdout).toMatch(/assert\.equal\(round\(1\.5\), 1\).*│ .*assert\.equal\(round\(1\.5\), 2\)/);
  expect(shown.stdout).toContain('the request says: “test/price.test.mjs demands the old way.');
  expect(shown.stdout).toContain('orchestral answer T1.1 --allow all');
  expect((await cli('answer')).stdout).toBe(shown.stdout);
  const json = JSON.parse((await cli('answer', 'T1.1', '--json')).stdout);
  expect(json).toMatchObject({
    questions: [],
    findings: [
      { workflow: 'auto', id: 'T1.1', items: [{ number: 1, code: 'superseded', file: 'test/price.test.mjs' }] },
    ],
  });

  expect(await cli('answer', 'T1.1', '--allow', '9')).toMatchObject({ code: 2 });
  expect(await cli('answer', 'T1.1', '--allow', 'some')).toMatchObject({ code: 2 });
  expect(await cli('answer', 'T1.7', '--allow', 'all')).toMatchObject({ code: 2 });
  const answered = await cli('answer', 'T1.1', '--allow', 'all', '--reason', 'We round up now.');
  expect(answered.code, answered.stderr).toBe(0);
  expect(answered.stderr).toContain('saved: T1.1 is allowed');
  expect(answered.stderr).toMatch(/orchestral --agent \S+ auto --resume/);
  expect(await cli('answer')).toMatchObject({ code: 0, stdout: '' });

  const done = await cli('auto', '--resume', '--ultra-thin');
  expect(done.code, done.stdout + done.stderr).toBe(0);
  expect(project.git('show', 'main:src/price.mjs')).toContain('ceil');
  const after = await cli('auto', 'status');
  expect(after.stdout).toContain('T1.1: you allowed test/price.test.mjs > rounds prices · We round up now.');
  expect((await cli('auto', 'next')).stdout).toBe('ALL_DONE\n');
});

test('work that the person refuses is done again', async () => {
  const { cli } = heldTaskProject();
  expect(await cli('auto', '--ultra-thin')).toMatchObject({ code: 3 });
  const refused = await cli('auto', 'review', 'T1.1', '--refuse', '--reason', 'Not this.', '--lang', 'ko');
  expect(refused.code, refused.stderr).toBe(0);
  expect(refused.stderr).toContain('T1.1 거부');
  const again = await cli('auto', 'status', '--json');
  expect(JSON.parse(again.stdout)).toMatchObject({ held: [], counts: { in_progress: 1 } });
});
