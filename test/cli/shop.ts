import fs from 'node:fs';
import path from 'node:path';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { type RunProject, runProject, SHELL_TESTS } from '../support/run-project.ts';
import { type CliProject, cliProject } from './cli-project.ts';

type Tasks = NonNullable<Rehearsal['tasks']>;

export const PLAN = `# TASKS: Shop

## Phase 1: Basics

- [ ] T1.1: Write one
- [ ] T1.2: Write two
  - deps: [T1.1]
- [ ] T1.3: Write three

## Phase 2: More

- [ ] T2.1: Write four
  - deps: [T1.3]
- [ ] T2.2: Write five
`;

/** As little of it as has two phases. */
export const SMALL = {
  'TASKS.md': `# TASKS: Shop

## Phase 1: Basics

- [ ] T1.1: Write one

## Phase 2: More

- [ ] T2.1: Write four
`,
};

const usage = { input_tokens: 1_000, output_tokens: 100, cost_usd: 0.25 };
export const writes = (name: string) => [{ say: `Wrote ${name}.`, edit: { [`${name}.txt`]: `${name}\n` }, usage }];
export const ALL: Tasks = {
  'T1.1': writes('one'),
  'T1.2': writes('two'),
  'T1.3': writes('three'),
  'T2.1': writes('four'),
  'T2.2': writes('five'),
};
/** Whoever says nothing but this changed nothing. */
export const IDLE = [{ say: 'I cannot.', usage }];
export const SLOW = [{ say: 'Thinking.', delay_ms: 600_000 }];

export interface AutoCliProject extends CliProject {
  script(tasks: Tasks): void;
}

/** Five tasks in two phases, unless other files are given. */
export function shop(tasks: Tasks = ALL, files: Record<string, string> = { 'TASKS.md': PLAN }): AutoCliProject {
  const project = runProject({ files: { ...SHELL_TESTS, ...files }, ignores: '.claude/' });
  const script = (now: Tasks) => void rehearsedTasks(project.home, { version: 1, tasks: now });
  script(tasks);
  const stage = cliProject({}, project);
  const agent = ['--agent', `rehearsal:${project.home}/tasks.yaml`];
  // A line may end between the two.
  const repeated = new RegExp(`${agent.join(String.raw`\s+`)}\\s+`, 'g');
  return {
    ...stage,
    script,
    cli: async (...args) => {
      const said = await stage.cli(...agent, ...args);
      // Commands that go on with it repeat it.
      const plain = (text: string) => text.replaceAll(repeated, '');
      return { ...said, stdout: plain(said.stdout), stderr: plain(said.stderr) };
    },
    startCli: (...args) => stage.startCli(...agent, ...args),
  };
}

export function stateOf({ folder }: RunProject): { tasks: Record<string, string[]>; mode: string; config: object } {
  return JSON.parse(fs.readFileSync(path.join(folder, '.claude/orchestrate-state.json'), 'utf8'));
}
