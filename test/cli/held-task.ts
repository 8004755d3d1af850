import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { runProject } from '../support/run-project.ts';
import { type CliProject, cliProject } from './cli-project.ts';

const TEST = (price: number) => `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { round } from '../src/price.mjs';

test('rounds prices', () => {
  assert.equal(round(1.5), ${price});
});
`;

const PRODUCT = (how: string) => `export function round(price) {
  return Math.${how}(price);
}
`;

const PLAN = `# TASKS: Shop

## Phase 1: Prices

- [ ] T1.1: Round prices up
  - test/price.test.mjs demands the old way. Change it.
- [ ] T1.2: Print prices
  - deps: [T1.1]
`;

export const PRICE_FILES = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.mjs': PRODUCT('floor'),
  'test/price.test.mjs': TEST(1),
  'TASKS.md': PLAN,
};

const TASKS: Rehearsal['tasks'] = {
  'T1.1': [{ say: 'Rounds up now.', edit: { 'src/price.mjs': PRODUCT('ceil'), 'test/price.test.mjs': TEST(2) } }],
  'T1.2': [
    {
      say: 'Prints.',
      edit: {
        'src/print.mjs': 'export const print = (price) => `$${price}`;\n',
        'test/print.test.mjs':
          "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { print } from '../src/print.mjs';\ntest('prints prices', () => assert.equal(print(2), '$2'));\n",
      },
    },
  ],
};

/** A graph whose first task changes what a test demands, where the person wants to be asked about that. */
export function heldTaskProject(tasks: Rehearsal['tasks'] = {}): CliProject {
  const project = runProject({
    files: PRICE_FILES,
    ignores: '.claude/',
    config: { project: { version: 1, superseded: 'ask' } },
  });
  rehearsedTasks(project.home, { version: 1, tasks: { ...TASKS, ...tasks } });
  const stage = cliProject({}, project);
  const agent = ['--agent', `rehearsal:${project.home}/tasks.yaml`];
  return {
    ...stage,
    cli: (...args) => stage.cli(...agent, ...args),
    startCli: (...args) => stage.startCli(...agent, ...args),
  };
}
