import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { playOnce } from '../../support/play-once.ts';
import { calculator, oneSubtask, type Roles } from '../../support/session-script.ts';
import type { RunProject } from '../../support/run-project.ts';
import { type Situation, type Stage, stage } from './situation.ts';

const REQUEST = ['session', 'Add mul'];

/** Sessions. */
export const sessionSituations: readonly Situation[] = [
  { name: 'no session to show', code: 'session.none', args: ['session', 'status'], arrange: fresh },
  { name: 'no session to merge', code: 'session.none', args: ['session', '--merge'], arrange: fresh },
  { name: 'no session to resume', code: 'session.none', args: ['session', 'resume'], arrange: fresh },
  { name: 'no request', code: 'session.no_request', args: ['session'], arrange: fresh },
  {
    name: 'a session that is none',
    code: 'session.unknown',
    args: ['session', 'resume', '9'],
    arrange: stuck,
    ends: [0, 3],
  },
  {
    name: 'resuming what is done',
    code: 'session.not_now',
    args: ['session', 'resume', '1'],
    arrange: done,
    effect: merged,
  },
  { name: 'ending what is done', code: 'session.not_now', args: ['session', 'reset', '--yes'], arrange: done },
  { name: 'a mistyped command of session', code: 'usage.unknown_command', args: ['session', 'statsu'], arrange: done },
  {
    name: 'an agent that fails',
    code: 'session.failed',
    args: REQUEST,
    arrange: () =>
      fresh({
        planner: [...Array.from({ length: 4 }, () => ({ fail: 'crash' as const })), ...(oneSubtask()['planner'] ?? [])],
      }),
  },
  {
    name: 'an agent that is not signed in',
    code: 'session.agent_unusable',
    args: REQUEST,
    arrange: () => fresh({ planner: [{ fail: 'auth' }, ...(oneSubtask()['planner'] ?? [])] }),
    ends: [0, 1],
  },
  {
    name: 'a checkout with changed files',
    code: 'session.left_alone',
    args: ['session', '--merge'],
    arrange: () => done(({ write }) => write({ 'src/add.js': '// mine\n' })),
    byHand: ({ project }) => project.git?.('checkout', '--', 'src/add.js'),
    effect: merged,
  },
  {
    name: 'a conflict with what was committed meanwhile',
    code: 'session.not_merged',
    args: ['session', '--merge'],
    arrange: () => done((project) => commit(project, { 'src/mul.js': '// mine\n' })),
    ends: [0, 1, 3],
  },
  {
    name: 'a branch to merge into that is gone',
    code: 'session.not_merged',
    args: ['session', '--merge'],
    arrange: () => done(({ git }) => void [git('checkout', '--quiet', '-b', 'other'), git('branch', '-D', 'main')]),
    byHand: ({ project }) => project.git?.('branch', 'main', 'other'),
    effect: merged,
  },
  {
    name: 'state and log damaged',
    code: 'session.lost',
    args: ['session', 'status'],
    arrange: async () => damaged(await done()),
    fill: { '…': 'Add mul' },
    ends: [0],
  },
];

function fresh(roles: Roles = {}): Stage {
  return stage({ project: calculator(), roles: oneSubtask(roles) });
}

/** Whose Planner failed: it can be resumed. */
async function stuck(): Promise<Stage> {
  const { project } = await playOnce('hints: stuck session', async () => {
    const own = fresh({ planner: [{ fail: 'auth' }] });
    await own.cli(REQUEST);
    return { project: own.project as RunProject };
  });
  return stage({ project, roles: oneSubtask() });
}

async function done(then: (project: RunProject) => unknown = () => undefined): Promise<Stage> {
  const { project } = await playOnce('hints: session', async () => {
    const own = fresh();
    await own.cli(REQUEST);
    return { project: own.project as RunProject };
  });
  then(project);
  return stage({ project, roles: oneSubtask() });
}

function commit({ git, write }: RunProject, files: Record<string, string>): void {
  write(files);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Mine');
}

function merged({ project }: Stage): void {
  expect(project.git?.('ls-tree', '--name-only', 'main', 'src/')).toContain('src/mul.js');
}

function damaged(own: Stage): Stage {
  const sessions = path.join(own.cwd, '.claude/orchestrator/sessions');
  for (const id of fs.readdirSync(sessions))
    for (const name of fs.readdirSync(path.join(sessions, id)))
      if (/^(?:state\.json|session\.json|events\.log)/.test(name))
        fs.writeFileSync(path.join(sessions, id, name), '\0\0{');
  return own;
}
