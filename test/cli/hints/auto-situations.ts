import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { autoProjectWith, filesOn, scriptFor } from '../../support/auto-project.ts';
import { rehearsedTasks } from '../../support/conduct-auto.ts';
import { playOnce } from '../../support/play-once.ts';
import type { RunProject } from '../../support/run-project.ts';
import type { Tasks } from '../auto-trouble-cases.ts';
import { type Situation, type Stage, stage } from './situation.ts';

const PLAN =
  '# Shop\n\n## Phase 1: Basics\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n  - deps: [T1.1]\n\n## Phase 2: More\n\n- [ ] T2.1: Three\n';
const IDS = ['T1.1', 'T1.2', 'T2.1'];
const THIN = ['auto', '--ultra-thin', '--retry-limit', '0'];
const IDLE = [{ say: 'I cannot.' }];

/** Lists of tasks. */
export const autoSituations: readonly Situation[] = [
  {
    name: 'no list that was started',
    code: 'auto.none',
    args: ['auto', 'status'],
    arrange: () => fresh(),
    ends: [0, 3],
  },
  {
    name: 'no list',
    code: 'plan.none',
    args: ['auto', '--dry-run'],
    arrange: () => stage({ files: { 'readme.md': 'hello\n' } }),
    byHand: ({ project }) => project.write({ 'plan.md': PLAN }),
    fill: { FILE: 'plan.md' },
    retry: ['auto', '--dry-run', '--tasks', 'plan.md'],
  },
  {
    name: 'a list that is not there',
    code: 'file.missing',
    args: ['auto', '--dry-run', '--tasks', 'nope.md'],
    arrange: () => fresh(),
    effect: seesNames,
  },
  {
    name: 'a list without tasks',
    code: 'plan.bad',
    args: ['auto', '--dry-run'],
    arrange: () => fresh({ plan: '# Nothing\n' }),
    byHand: ({ project }) => project.write({ 'TASKS.md': '- [ ] T1.1: Name\n', 'list.md': '- [ ] Buy milk\n' }),
    fill: { FILE: 'list.md --tasks imported.md' },
    retry: 'same',
  },
  {
    name: 'a dependency that does not exist',
    code: 'plan.bad',
    args: ['auto', '--dry-run'],
    arrange: () => fresh({ plan: '- [ ] T1.1: One\n  - deps: [T9.9]\n' }),
    byHand: ({ project }) => project.write({ 'TASKS.md': '- [ ] T1.1: One\n' }),
    retry: 'same',
  },
  {
    name: 'a circle of dependencies',
    code: 'plan.bad',
    args: ['auto', '--dry-run'],
    arrange: () => fresh({ plan: '- [ ] T1.1: One\n  - deps: [T1.2]\n- [ ] T1.2: Two\n  - deps: [T1.1]\n' }),
    byHand: ({ project }) => project.write({ 'TASKS.md': '- [ ] T1.1: One\n- [ ] T1.2: Two\n' }),
    retry: 'same',
  },
  {
    name: 'importing over a list',
    code: 'auto.file_exists',
    args: ['auto', 'import', 'list.md'],
    arrange: () => fresh({ files: { 'list.md': '- [ ] Buy milk\n' } }),
    retry: ['auto', 'import', 'list.md', '--yes'],
  },
  {
    name: 'importing what is no list',
    code: 'plan.import_bad',
    args: ['auto', 'import', 'list.json', '--tasks', 'imported.md'],
    arrange: () => fresh({ files: { 'list.json': '{}' } }),
    byHand: ({ project }) => project.write({ 'list.json': '- [ ] Buy milk\n' }),
    retry: 'same',
  },
  {
    name: 'importing a list that is one already',
    code: 'plan.import_bad',
    args: ['auto', 'import', 'TASKS.md', '--yes', '--tasks', 'imported.md'],
    arrange: () => fresh(),
    fill: { FILE: 'TASKS.md --ultra-thin' },
  },
  { name: 'a task that is none', code: 'auto.unknown_task', args: ['auto', 'retry', 'X9'], arrange: failed },
  { name: 'a mistyped task', code: 'auto.unknown_task', args: ['auto', 'retry', 'T1.I'], arrange: failed },
  { name: 'a mistyped command of auto', code: 'usage.unknown_command', args: ['auto', 'statsu'], arrange: failed },
  { name: 'skipping what is done', code: 'auto.task_not_now', args: ['auto', 'skip', 'T1.1'], arrange: done },
  { name: 'nothing to apply', code: 'auto.nothing_to_apply', args: ['apply', 'auto'], arrange: done },
  {
    name: 'a phase that there is not',
    code: 'auto.phase_not_now',
    args: ['auto', '--phase', '9', '--yes'],
    arrange: () => fresh(),
  },
  {
    name: 'a phase before the one before it',
    code: 'auto.phase_not_now',
    args: ['auto', '--phase', '2', '--yes'],
    arrange: () => fresh(),
    ends: [0, 3],
  },
  {
    name: 'a phase that waits for approval',
    code: 'auto.phase_waits',
    args: ['auto', '--mode', 'normal'],
    arrange: () => fresh(),
    ends: [0, 3],
  },
  {
    name: 'a task that failed',
    code: 'auto.unfinished',
    args: THIN,
    arrange: () => fresh({ tasks: { 'T1.1': [...IDLE, { edit: { 'T1.1.txt': 'one\n' } }] } }),
    effect: ({ project }) => expect(filesOn(project as RunProject)).toContain('T2.1.txt'),
  },
  {
    name: 'another branch than the one it was started on',
    code: 'auto.other_base',
    args: ['auto', '--resume', '--base', 'other'],
    arrange: async () => {
      const own = await failed();
      own.project.git?.('branch', 'other');
      return own;
    },
    ends: [0, 1],
  },
  {
    name: 'a branch with a name that is needed',
    code: 'auto.branch_in_the_way',
    args: THIN,
    arrange: () => {
      const own = fresh();
      own.project.git?.('branch', 'orchestral');
      return own;
    },
    fill: { 'NEW-NAME': 'mine' },
    retry: 'same',
  },
  {
    name: 'a checkout with a file in the way',
    code: 'auto.left_alone',
    args: THIN,
    arrange: () => {
      const own = fresh();
      own.project.write({ 'T1.1.txt': 'mine, not committed\n' });
      return own;
    },
    byHand: ({ cwd }) => fs.renameSync(path.join(cwd, 'T1.1.txt'), path.join(cwd, 'mine.txt')),
    effect: ({ project }) => expect(filesOn(project as RunProject)).toContain('T2.1.txt'),
  },
  {
    name: 'tests that cannot run',
    code: 'checks.cannot_run',
    args: THIN,
    arrange: () => fresh({ config: { project: { version: 1, test_command: 'no-such-program' } } }),
    fill: { '…': 'sh test/run.sh' },
    effect: async ({ cli }) => expect(await cli(['auto', '--resume'])).toMatchObject({ code: 0 }),
  },
  {
    name: 'an agent that is not signed in',
    code: 'auto.agent_unusable',
    args: THIN,
    arrange: () => fresh({ tasks: { 'T1.1': [{ fail: 'auth' }] } }),
    byHand: ({ project }) => rehearsedTasks(project.home, scriptFor(IDS)),
    // The script of a rehearsal has nothing for `agents test`.
    ends: [0, 1],
    effect: ({ project }) => expect(filesOn(project as RunProject)).toContain('T2.1.txt'),
  },
  {
    name: 'updating what is up to date',
    code: 'rebase.not_moved',
    args: ['rebase', 'auto'],
    arrange: failed,
  },
];

interface Fresh {
  readonly plan?: string;
  readonly tasks?: Tasks;
  readonly files?: Record<string, string>;
  readonly config?: Record<string, unknown>;
}

function fresh({ plan = PLAN, tasks = {}, files = {}, config = {} }: Fresh = {}): Stage {
  return playedBy(autoProjectWith(plan, { files, config }), tasks);
}

function playedBy(project: RunProject, tasks: Tasks): Stage {
  const agent = rehearsedTasks(project.home, scriptFor(IDS, tasks));
  return stage({ project, env: { ORCHESTRAL_AGENT: agent } });
}

function played(name: string, tasks: Tasks): () => Promise<Stage> {
  return async () => {
    const { project } = await playOnce(`hints: ${name}`, async () => {
      const own = fresh({ tasks });
      await own.cli(THIN);
      return { project: own.project as RunProject };
    });
    return playedBy(project, {});
  };
}

async function failed(): Promise<Stage> {
  return played('a list with a failed task', { 'T1.1': IDLE })();
}

async function done(): Promise<Stage> {
  return played('a list', {})();
}

function seesNames({ cwd }: Stage): void {
  expect(fs.readdirSync(cwd)).toContain('TASKS.md');
}
