import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { needs } from '../support/needs.ts';
import { PASS, QUESTION, runProject, type RunProject } from '../support/run-project.ts';
import { isFull } from '../support/tier.ts';
import { KINDS } from './kinds.ts';
import { onMain, orchestral, phaseOf, projectOf, rehearse } from './make-project.ts';
import { sessionOf } from './session-of.ts';
import { oneIn } from '../support/one-in.ts';

const inTurn = oneIn(2);

/** In every kind of project that people have, what they do with Orchestral goes through to its end. */

const CHOSEN = isFull ? KINDS : KINDS.slice(0, 1);

const ready = { status: 'ready', refined: '# Brief\n\nMultiply.\n', clarifications: [], auto_filled: [] };

describe.each(CHOSEN.map((kind) => [kind.name, kind] as const))('%s', (_name, kind) => {
  inTurn('a run: question, rounds, pack, rejection, pack, approval', { timeout: 20 * 60_000 }, async (context) => {
    for (const program of kind.programs ?? []) needs(context, program);
    const project = await projectOf(kind);
    const mine = personalWork(project);
    const [wrong, right] = [kind.product('mul', 'a + b'), kind.product('mul', 'a * b')];
    const better = ['NOTES.md', 'Multiplies.\n'] as const;
    const checks = kind.writesTests ? Object.fromEntries([kind.test('mul', 'mul(3, 4)', 12)]) : {};
    rehearse(project, {
      roles: {
        refiner: [
          { answer: { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION } },
          { answer: ready },
        ],
        builder: [
          { edit: Object.fromEntries([kind.writesTests ? wrong : right]) },
          { edit: Object.fromEntries(kind.writesTests ? [right] : [right, better]) },
          { edit: Object.fromEntries([better]) },
        ],
        verifier: [{ edit: checks }],
        gatekeeper: [{ answer: PASS }],
      },
    });
    expect(await orchestral(project, 'trust', '--yes')).toMatchObject({ code: 0 });
    expect(await orchestral(project, 'start', 'Teach it to multiply.')).toMatchObject({ code: 3 });
    const answered = await orchestral(project, 'answer', '--decision', 'B', '--rationale', 'As money is.');
    expect(answered, answered.stderr).toMatchObject({ code: 0 });
    const built = await orchestral(project, 'resume');
    expect(built, built.stderr).toMatchObject({ code: 3 });
    expect(await phaseOf(project)).toBe('ready_for_merge');
    const rejected = await orchestral(project, 'reject', '--reason', 'Write notes, too.');
    expect(rejected, rejected.stderr).toMatchObject({ code: 3 });
    expect(await phaseOf(project)).toBe('ready_for_merge');
    const shown = await orchestral(project, 'review', '--json');
    const { commit } = JSON.parse(shown.stdout) as { commit: string };
    const approved = await orchestral(project, 'approve', '--commit', commit);
    expect(approved, approved.stderr).toMatchObject({ code: 0 });
    expect(onMain(project, right[0])).toContain('a * b');
    expect(onMain(project, 'NOTES.md')).toBe('Multiplies.');
    mine.expectUntouched();
  });

  inTurn('a list of six tasks with a conflict', { timeout: 20 * 60_000 }, async (context) => {
    for (const program of kind.programs ?? []) needs(context, program);
    const project = await projectOf(kind);
    const mine = personalWork(project);
    const names = ['sub', 'mul', 'div', 'neg', 'inc', 'dec'];
    const bodies = ['a - b', 'a * b', 'a / b', '-a', 'a + 1', 'a - 1'];
    const results = [6, 16, 4, -8, 9, 7];
    const plan = names.map((name, index) => `- [ ] T${index < 4 ? 1 : 2}.${(index % 4) + 1}: Write ${name}`);
    fs.writeFileSync(path.join(project.folder, 'TASKS.md'), `# TASKS: More functions\n\n${plan.join('\n')}\n`);
    project.git('add', path.join(project.folder, 'TASKS.md'));
    project.git('commit', '--quiet', '--message', 'Plan');
    const tasks = names.map((name, index) => {
      const product = kind.product(name, bodies[index] ?? '');
      const check = kind.test(name, `${name}(8, 2)`, results[index] ?? 0);
      const files = [product, ...(kind.writesTests ? [check] : [])];
      // Two tasks of a phase write the same line: whoever comes second has to see what the first one wrote.
      const clash = index === 0 || index === 1 ? [['NOTES.md', `Begun with ${name}.\n`] as const] : [];
      const id = plan[index]?.match(/T\d\.\d/)?.[0] ?? '';
      return [id, [{ edit: Object.fromEntries([...files, ...clash]) }]] as [string, RehearsalStep[]];
    });
    rehearse(project, { tasks: Object.fromEntries(tasks) });
    expect(await orchestral(project, 'trust', '--yes')).toMatchObject({ code: 0 });
    const done = await orchestral(project, 'auto', '--yes');
    expect(done, done.stderr).toMatchObject({ code: 0 });
    const { stdout } = await orchestral(project, 'auto', 'status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ stage: 'done' });
    for (const [index, name] of names.entries())
      expect(onMain(project, kind.product(name, '')[0])).toContain(bodies[index]);
    mine.expectUntouched();
  });

  if (kind.writesTests)
    inTurn('a session of two subtasks', { timeout: 20 * 60_000 }, async (context) => {
      for (const program of kind.programs ?? []) needs(context, program);
      const project = await projectOf(kind);
      const mine = personalWork(project);
      rehearse(project, sessionOf(kind));
      expect(await orchestral(project, 'trust', '--yes')).toMatchObject({ code: 0 });
      const done = await orchestral(project, 'session', 'Multiply and subtract.', '--merge');
      expect(done, done.stderr).toMatchObject({ code: 0 });
      expect(onMain(project, kind.product('sub', '')[0])).toContain('a - b');
      mine.expectUntouched();
    });
});

test('a folder without git: a run works in place, a list of tasks and a session say what is needed', async () => {
  const project = runProject({ hasGit: false, config: { project: null } });
  rehearse(project, { roles: {} });
  for (const args of [
    ['auto', '--yes'],
    ['session', 'Multiply.'],
  ]) {
    project.write({ 'TASKS.md': '# TASKS: One\n\n- [ ] T1.1: Write one\n' });
    const { code, stderr } = await orchestral(project, ...args);
    expect({ code, stderr }).toEqual({ code: 5, stderr: expect.stringContaining('git init') as string });
  }
});

/** What a person has open while Orchestral works: it is as it was afterwards. */
function personalWork({ folder }: RunProject): { expectUntouched(): void } {
  const files = { 'scratch.txt': 'mine, not committed\n', 'ignored/local.txt': 'mine, ignored\n' };
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return {
    expectUntouched: () => {
      for (const [name, text] of Object.entries(files))
        expect(fs.readFileSync(path.join(folder, name), 'utf8')).toBe(text);
    },
  };
}
