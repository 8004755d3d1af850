import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { answerHeldTask } from '../../../src/engine/operations/auto/questions.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import type { Graph } from '../../../src/workflows/auto/graph-state.ts';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { type PlayedAuto, startAutoIn } from '../../support/conduct-auto.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(3);

const right = { edit: { 'T1.1.txt': 'T1.1\n' } };

describe('an attempt at a task', () => {
  test('that needs no change is done without one, and its box is ticked all the same', async () => {
    const { project, graph } = await worked('- [ ] T1.1: Look around\n  - changes: none\n', [{ say: 'All fine.' }]);
    expect(graph.tasks['T1.1']).toMatchObject({ status: 'completed', result: 'All fine.', mishaps: null });
    expect(project.git('show', 'main:TASKS.md')).toContain('- [x] T1.1');
    expect(project.git('status', '--porcelain')).toBe('');
  });

  test('that needs no change and makes one is merged as any other', async () => {
    const { project } = await worked('- [ ] T1.1: Look around\n  - changes: none\n', [right]);
    expect(filesOn(project)).toContain('T1.1.txt');
  });

  test('is refuted by what the task itself says must hold', async () => {
    const { project, graph, played } = await worked(
      '- [ ] T1.1: Write it\n  - acceptance: `grep -q right T1.1.txt` passes\n',
      [right, { edit: { 'T1.1.txt': 'right\n' } }],
    );
    expect(graph.tasks['T1.1']?.mishaps).toMatchObject({
      count: 1,
      last: { kind: 'acceptance', message: 'grep -q right T1.1.txt: exit 1' },
    });
    expect(played.prompt('T1.1/work#2')).toContain('grep -q right T1.1.txt: exit 1');
    expect(project.git('show', 'main:T1.1.txt')).toBe('right');
  });

  test('is held where a program that must succeed is not installed; the others go on, and allowed it is done', async () => {
    const { project, graph } = await worked(
      '- [ ] T1.1: Write it\n  - acceptance: `no-such-program up -d` passes\n  - acceptance: `grep -q T1.1 T1.1.txt` passes\n- [ ] T1.2: Write more\n',
      [right],
    );
    expect(graph.tasks['T1.1']).toMatchObject({
      status: 'in_progress',
      next: 'hold',
      mishaps: null,
      findings: [{ code: 'condition_cannot_run', command: 'no-such-program up -d', program: 'no-such-program' }],
    });
    expect(graph.tasks['T1.2']?.status).toBe('completed');
    const again = await startAutoIn(project, { script: scriptFor(['T1.1', 'T1.2'], {}) });
    await answerHeldTask(again.open, 'T1.1', { allow: 'all', refuse: false, reason: 'Not here.' });
    await again.conduct();
    expect(again.graph().tasks['T1.1']).toMatchObject({ status: 'completed', mishaps: null });
    await again.close();
  });

  test('that was refused a tool is judged by what it did without; where it did nothing, only it fails', async () => {
    const { project, graph } = await worked(
      '- [ ] T1.1: Write it\n- [ ] T1.2: Write more\n',
      [{ ...right, fail: 'denied' }],
      { 'T1.2': [{ fail: 'denied', say: 'I may not.' }] },
    );
    expect(graph.tasks['T1.1']).toMatchObject({ status: 'completed', mishaps: null });
    expect(filesOn(project)).toContain('T1.1.txt');
    const last = { kind: 'denied', message: 'shell: I may not.' };
    expect(graph.tasks['T1.2']).toMatchObject({ status: 'failed', mishaps: { last } });
    expect(graph.stage).toEqual({ at: 'done' });
  });

  test('fails where a script of the repository, which it was to write, is not there', async () => {
    const { graph } = await worked('- [ ] T1.1: Write it\n  - acceptance: `./check.sh` passes\n', [right]);
    expect(graph.tasks['T1.1']).toMatchObject({ status: 'failed', mishaps: { last: { kind: 'acceptance' } } });
  });

  test('may delete tests only if a reviewer finds the words of the task that ask for it', async () => {
    const quote = 'Remove the outdated base.check';
    const said = (allow: boolean, words: string) => ({
      answer: { answers: [{ finding: 1, allow, quote: words, reason: 'So it says.' }], acceptance: [] },
    });
    const { project, graph } = await worked(
      `- [ ] T1.1: Write it\n- [ ] T1.2: ${quote}\n  - deps: [T1.1]\n`,
      [{ ...right, delete: ['test/base.check'] }, right],
      { 'T1.2': [{ delete: ['test/base.check'] }] },
      { reviewer: [said(false, ''), said(true, quote)] },
    );
    expect(graph.tasks['T1.1']?.mishaps).toMatchObject({ count: 1, last: { kind: 'review' } });
    expect(graph.tasks['T1.2']).toMatchObject({ mishaps: null, allowed: [{ by: 'reviewer', quote }] });
    expect(filesOn(project)).not.toContain('test/base.check');
  });

  test('is shown to a reviewer without what was merged meanwhile', async () => {
    const quote = 'Remove the outdated base.check';
    const removes = { delay_ms: 2_000, delete: ['test/base.check'] };
    const answer = { answers: [{ finding: 1, allow: true, quote, reason: 'So it says.' }], acceptance: [] };
    const plan = `- [ ] T1.1: Write it\n- [ ] T1.2: ${quote}\n`;
    const { played } = await worked(plan, [right], { 'T1.2': [removes] }, { reviewer: [{ answer }] });
    const merged = played.events.flatMap(({ type, data }) => (type === 'task_merged' ? [data.id] : []));
    expect(merged).toEqual(['T1.1', 'T1.2']);
    expect(played.prompt('T1.2/review#1')).toContain('test/base.check');
    expect(played.prompt('T1.2/review#1')).not.toContain('T1.1.txt');
  });

  test('cannot change the list of tasks', async () => {
    const lines = '- [ ] T1.1: Write it\n- [ ] T1.2: Write more\n  - deps: [T1.1]\n';
    const own = { 'TASKS.md': '# Mine\n\n- [x] T1.1: Done\n- [x] T1.2: Done\n- [ ] T9.9: Rule the world\n' };
    const longer = { 'TASKS.md': `# Mine\n\n${lines}- [ ] T9.9: Rule the world\n`, ...right.edit };
    const { project, graph } = await worked(lines, [{ edit: own }, { edit: longer }]);
    expect(graph.tasks['T1.1']?.mishaps).toMatchObject({ count: 1, last: { kind: 'proof' } });
    expect(graph.order).toEqual(['T1.1', 'T1.2']);
    expect(project.git('show', 'main:TASKS.md')).toBe(`# Shop\n\n${lines.replaceAll('[ ]', '[x]')}`.trim());
  });

  test('that commits by itself has its commits folded in', async () => {
    const run =
      'git add -A && git -c user.name=Eve -c user.email=e@example.com commit -qm Mine && echo more > more.txt';
    const { project } = await worked('- [ ] T1.1: Write it\n', [{ ...right, run }]);
    expect(project.git('log', '--format=%an %s', 'main').split('\n').toSorted()).toEqual([
      'Ann Begin',
      'Ann Merge T1.1: Write it',
      'Ann Merge phase 1: phase-1-shop',
      'Ann T1.1: Write it',
    ]);
    expect(filesOn(project)).toEqual(expect.arrayContaining(['T1.1.txt', 'more.txt']));
    expect(project.git('branch', '--format=%(refname:short)')).toBe('main');
  });

  test('that fails for good blocks what needs it, and its work is kept on its branch', async () => {
    const wrong = { edit: { 'test/T1.1.check': 'false\n' } };
    const { project, graph } = await worked('- [ ] T1.1: Break it\n- [ ] T1.2: Build on it\n  - deps: [T1.1]\n', [
      wrong,
    ]);
    expect(graph.tasks['T1.1']).toMatchObject({ status: 'failed', mishaps: { count: 2 } });
    expect(graph.tasks['T1.2']?.status).toBe('blocked');
    expect(graph.stage).toEqual({ at: 'done' });
    expect(project.git('log', '--format=%s', 'main')).toBe('Begin');
    expect(filesOn(project, 'orchestral/task/T1.1')).toContain('test/T1.1.check');
    const state = JSON.parse(fs.readFileSync(path.join(project.folder, '.claude/orchestrate-state.json'), 'utf8'));
    expect(state.checkpoints.phase_1).not.toHaveProperty('merge_commit');
  });
});

/** Taken to its end. `steps` are those of T1.1. Outside the sandbox, so that agents can commit. */
async function worked(
  lines: string,
  steps: RehearsalStep[],
  others: Readonly<Record<string, RehearsalStep[]>> = {},
  roles: Readonly<Record<string, RehearsalStep[]>> = {},
): Promise<{ project: RunProject; played: PlayedAuto; graph: Graph }> {
  const project = autoProjectWith(`# Shop\n\n${lines}`, { config: { agents: { version: 1, sandbox: 'off' } } });
  const played = await startAutoIn(project, {
    retryLimit: 1,
    script: { ...scriptFor(['T1.1', 'T1.2'], { 'T1.1': steps, ...others }), roles },
  });
  await played.conduct();
  const graph = played.graph();
  await played.close();
  return { project, played, graph };
}
