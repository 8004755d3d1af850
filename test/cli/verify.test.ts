import { expect, test } from 'vitest';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { runProject } from '../support/run-project.ts';
import { cliProject } from './cli-project.ts';
import { PRICE_FILES } from './held-task.ts';

const PLAN = '# TASKS: Shop\n\n- [ ] T1.1: Print prices\n';

test('a merge is proved again: the same, another, or not to be repeated', async () => {
  const project = runProject({
    files: { ...PRICE_FILES, 'TASKS.md': PLAN },
    ignores: '.claude/',
    config: { project: null },
  });
  const { cli } = cliProject({}, project);
  const agent = rehearsedTasks(project.home, {
    version: 1,
    tasks: {
      'T1.1': [
        {
          say: 'Prints.',
          edit: {
            'src/print.mjs': 'export const print = (price) => `$${price}`;\n',
            'test/print.test.mjs':
              "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { print } from '../src/print.mjs';\ntest('prints prices', () => assert.equal(print(2), '$2'));\n",
          },
        },
      ],
    },
  });
  const done = await cli('--agent', agent, 'auto', '--ultra-thin');
  expect(done.code, done.stdout + done.stderr).toBe(0);
  const merge = project.git('log', '--merges', '--grep=Orchestral-Task: T1.1', '-1', '--format=%H');
  const message = project.git('log', '-1', '--format=%B', merge);
  expect(message).toMatch(/^Orchestral-Baseline: [0-9a-f]{40}$/m);
  expect(message).toContain('Orchestral-Proven: 1');
  expect(message).toMatch(/^Orchestral-Tools: node v/m);

  const same = await cli('verify', merge);
  expect(same, same.stdout + same.stderr).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('same') as unknown,
  });

  const commit = (text: string, ...parents: string[]): string =>
    project.git('commit-tree', `${merge}^{tree}`, ...parents.flatMap((one) => ['-p', one]), '-m', text);
  const forged = commit(message.replace('Orchestral-Proven: 1', 'Orchestral-Proven: 7'), `${merge}^1`, `${merge}^2`);
  const differs = await cli('verify', forged, '--json');
  expect(differs.code).toBe(1);
  expect(JSON.parse(differs.stdout)).toMatchObject({
    answer: 'differs',
    differences: [{ what: 'proven', recorded: '7', now: '1' }],
  });

  for (const [what, id] of [
    ['the commit does not record a proof', commit('Squashed', `${merge}^1`)],
    ['it was rebased', commit(message)],
    ['is not in this repository', commit(message.replace(/(?<=Baseline: )\w+/, 'e'.repeat(40)), `${merge}^1`)],
    [
      'it was squashed, amended or rebased',
      commit(message.replace(/(?<=Evidence: tree )\w+/, 'e'.repeat(40)), `${merge}^1`),
    ],
    ['is missing here: deno', commit(message.replace('Orchestral-Tools: ', '$&deno 1, '), `${merge}^1`)],
  ] as const) {
    const said = await cli('verify', id);
    expect(said.code).toBe(1);
    expect(said.stdout.replaceAll(/\s+/g, ' ')).toContain(`cannot be repeated: `);
    expect(said.stdout.replaceAll(/\s+/g, ' ')).toContain(what);
  }
  expect(await cli('verify', 'nobody')).toMatchObject({ code: 2 });
  expect(project.git('worktree', 'list').split('\n')).toHaveLength(1);
});
