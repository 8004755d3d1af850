import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAutoIn } from '../../support/conduct-auto.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../../support/run-project.ts';

const PLAN = `# TASKS: Shop

## Phase 1: Basics

- [ ] T1.1: Write one
- [ ] T1.2: Write two
- [ ] T1.3: Write three
  - deps: [T1.1, T1.2]

## Phase 2: More

- [ ] T2.1: Write four
  - deps: [T1.3]
`;

/** Each task writes a file of its own. */
const writes = (name: string) => [{ say: `Wrote ${name}.`, edit: { [`${name}.txt`]: `${name}\n` } }];
const SCRIPT = {
  version: 1 as const,
  tasks: { 'T1.1': writes('one'), 'T1.2': writes('two'), 'T1.3': writes('three'), 'T2.1': writes('four') },
};

function project(files: Record<string, string> = {}): RunProject {
  return runProject({ files: { ...SHELL_TESTS, 'TASKS.md': PLAN, ...files }, ignores: '.claude/' });
}

describe('a task graph', () => {
  test('is worked through phase by phase and delivered', async () => {
    const made = project();
    const played = await startAutoIn(made, { script: SCRIPT });
    await played.conduct();
    expect(played.graph().stage).toEqual({ at: 'done' });
    expect(played.graph().left_alone).toBeNull();
    await played.close();
    expect(played.listed('completed')).toEqual(['T1.1', 'T1.2', 'T1.3', 'T2.1']);
    for (const name of ['one', 'two', 'three', 'four'])
      expect(fs.readFileSync(path.join(made.folder, `${name}.txt`), 'utf8')).toBe(`${name}\n`);
    expect(fs.readFileSync(path.join(made.folder, 'TASKS.md'), 'utf8')).toBe(PLAN.replaceAll('[ ]', '[x]'));
    expect(made.git('log', '--first-parent', '--format=%s', 'main').split('\n')).toEqual([
      'Merge phase 2: phase-2-more',
      'Merge phase 1: phase-1-basics',
      'Begin',
    ]);
    expect(made.git('status', '--porcelain')).toBe('');
    expect(made.git('branch', '--format=%(refname:short)').split('\n')).toEqual(['main']);
    expect(made.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(played.prompt('T1.3/work#1')).toContain('T1.1 Write one: Wrote one.');
  });
});
