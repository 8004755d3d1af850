import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { playRun, type RunScenario } from '../../support/conduct-run.ts';
import { playOnce } from '../../support/play-once.ts';
import { type ProjectOptions, QUESTION, runProject } from '../../support/run-project.ts';
import { type Situation, type Stage, stage } from './situation.ts';

const START = ['start', 'Add a file'];
const REASON = { '…': 'as advised' };
const ASKS = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION };
const READY = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };

/** Runs, and the questions they ask. */
export const runSituations: readonly Situation[] = [
  { name: 'logs of no run', code: 'run.none', args: ['logs'], ends: [3] },
  { name: 'resuming no run', code: 'run.none', args: ['resume'], ends: [3] },
  { name: 'approving no run', code: 'run.none', args: ['approve'], ends: [3] },
  { name: 'rejecting no run', code: 'run.none', args: ['reject', '--reason', 'no'], ends: [3] },
  { name: 'reviewing no run', code: 'run.none', args: ['review'], ends: [3] },
  { name: 'stopping no run', code: 'run.none', args: ['stop'], ends: [3] },
  { name: 'applying no run', code: 'run.none', args: ['apply'] },
  { name: 'updating no run', code: 'run.none', args: ['rebase'], ends: [3] },
  { name: 'repeating a step of no run', code: 'run.none', args: ['rerun', 'builder'], ends: [3] },
  { name: 'a run that is none', code: 'run.unknown', args: ['review', 'frobnicate'] },
  { name: 'a mistyped run', code: 'run.unknown', args: ['review', 'RUNx'], arrange: packed },
  {
    name: 'approving without saying what',
    code: 'run.wants_approval',
    args: ['approve'],
    arrange: packed,
    effect: merged,
  },
  {
    name: 'approving what changed since',
    code: 'run.pack_changed',
    args: ['approve', '--commit', '0123456789012345678901234567890123456789'],
    arrange: packed,
  },
  {
    name: 'rejecting without a reason',
    code: 'run.wants_reason',
    args: ['reject'],
    arrange: packed,
    fill: REASON,
    ends: [3],
  },
  {
    name: 'answering where nothing is asked',
    code: 'crp.unknown',
    args: ['answer', 'crp-001', '--decision', 'A', '--rationale', 'so'],
    arrange: packed,
  },
  {
    name: 'repeating a step that there is not',
    code: 'usage.unknown_step',
    args: ['rerun', 'painter'],
    arrange: packed,
    retry: ['rerun', 'builder'],
    ends: [0, 3],
  },
  { name: 'stopping what does not run', code: 'run.not_now', args: ['stop', 'RUN'], arrange: packed },
  { name: 'applying what is not merged', code: 'run.not_now', args: ['apply', 'RUN'], arrange: packed },
  { name: 'updating what is up to date', code: 'rebase.not_moved', args: ['rebase', 'RUN'], arrange: packed },
  { name: 'resuming what is done', code: 'run.not_now', args: ['resume', 'RUN'], arrange: () => played({}) },
  { name: 'approving what is done', code: 'run.not_now', args: ['approve', 'RUN'], arrange: () => played({}) },
  {
    name: 'logs of an agent that there is not',
    code: 'usage.not_a_choice',
    args: ['logs', 'RUN', 'painter'],
    arrange: packed,
    retry: ['logs', 'RUN', 'builder'],
  },
  {
    name: 'cleaning up without a terminal',
    code: 'answer.needed',
    args: ['clean', '--older-than', '0s'],
    arrange: () => played({}),
    retry: ['clean', '--older-than', '0s', '--yes'],
  },
  {
    name: 'approving what waits for an answer',
    code: 'run.not_now',
    args: ['approve', 'RUN'],
    arrange: asked,
  },
  {
    name: 'a question that there is not',
    code: 'crp.unknown',
    args: ['answer', 'crp-9', '--decision', 'A', '--rationale', 'so'],
    arrange: asked,
    ends: [3],
  },
  {
    name: 'an answer that is none',
    code: 'crp.not_an_option',
    args: ['answer', 'crp-001', '--decision', 'Z', '--rationale', 'so'],
    arrange: asked,
    fill: { '"…"': 'rounded' },
    retry: ['answer', 'crp-001', '--decision', 'other', '--notes', 'rounded', '--rationale', 'so'],
  },
  {
    name: 'an answer without a reason',
    code: 'crp.needs_rationale',
    args: ['answer', 'crp-001', '--decision', 'A'],
    arrange: asked,
    fill: REASON,
  },
  {
    name: 'a question that is answered already',
    code: 'crp.answered',
    args: ['answer', 'crp-001', '--decision', 'A', '--rationale', 'so'],
    arrange: async () => {
      const own = await asked();
      await own.cli(['answer', 'crp-001', '--decision', 'A', '--rationale', 'so']);
      return own;
    },
  },
  {
    name: 'a conflict with what was committed meanwhile',
    code: 'run.conflict',
    args: ['approve', '--commit', 'COMMIT'],
    arrange: () => packed(({ git, write }) => commit({ git, write }, { 'answer.txt': 'mine\n' })),
    ends: [0, 3],
  },
  {
    name: 'tests that fail with what was committed meanwhile',
    code: 'run.red_when_merged',
    args: ['approve', '--commit', 'COMMIT'],
    arrange: () => packed(({ git, write }) => commit({ git, write }, { 'test/none.check': 'test ! -e answer.txt\n' })),
    fill: REASON,
    ends: [0, 1, 3],
  },
  {
    name: 'a file in the way of what is merged',
    code: 'run.undelivered',
    args: ['approve', '--commit', 'COMMIT'],
    arrange: () => packed(({ write }) => write({ 'answer.txt': 'mine, not committed\n' })),
    byHand: ({ cwd }) => fs.unlinkSync(path.join(cwd, 'answer.txt')),
    effect: merged,
  },
  {
    name: 'a branch to merge into that is gone',
    code: 'run.base_gone',
    args: ['approve', '--commit', 'COMMIT'],
    arrange: () => packed(({ git }) => void [git('checkout', '--quiet', '-b', 'other'), git('branch', '-D', 'main')]),
    byHand: ({ project }) => project.git?.('branch', 'main', 'other'),
    ends: [0, 3],
  },
  {
    name: 'an agent that fails',
    code: 'run.failed',
    args: START,
    arrange: () =>
      stage({
        roles: {
          builder: [
            { fail: 'crash' },
            { fail: 'crash' },
            { fail: 'crash' },
            { fail: 'crash' },
            { edit: { 'answer.txt': 'right\n' } },
          ],
        },
      }),
    ends: [0, 3],
  },
  {
    name: 'an agent that is not signed in',
    code: 'run.agent_unusable',
    args: START,
    arrange: () => stage({ roles: { builder: [{ fail: 'auth' }, { edit: { 'answer.txt': 'right\n' } }] } }),
    ends: [0, 1, 3],
  },
  {
    name: 'work that is not accepted in any round',
    code: 'run.not_accepted',
    args: START,
    arrange: () =>
      stage({
        config: { global: { max_iterations: 1 } },
        roles: { builder: [{ edit: { 'answer.txt': 'wrong\n' } }, { edit: { 'answer.txt': 'right\n' } }] },
      }),
    byHand: raiseRounds,
    ends: [3],
  },
  {
    name: 'resuming what has used all rounds',
    code: 'run.no_rounds_left',
    args: ['resume', 'RUN'],
    arrange: async () => {
      const own = stage({
        config: { global: { max_iterations: 1 } },
        roles: { builder: [{ edit: { 'answer.txt': 'wrong\n' } }, { edit: { 'answer.txt': 'right\n' } }] },
      });
      await own.cli(START);
      return own;
    },
    byHand: raiseRounds,
    ends: [3],
  },
  {
    name: 'a state.json that is damaged, with its log and backup',
    code: 'document.lost',
    args: ['resume', 'RUN'],
    arrange: async () => damaged(await packed()),
    fill: { 'start over': 'start Add a file' },
    retry: START,
    ends: [3],
  },
  {
    name: 'more than one question',
    code: 'crp.which',
    args: ['answer', '--decision', 'A', '--rationale', 'so'],
    arrange: () => askedTwice(),
    fill: { '…': 'A' },
    ends: [0, 3],
  },
];

async function played(playing: RunScenario, options: ProjectOptions = {}): Promise<Stage> {
  const { project } = await playOnce(JSON.stringify(['hints', playing, options]), async () => {
    const made = runProject(options);
    await playRun(made, playing);
    return { project: made };
  });
  return stage({ project, roles: { builder: [{ edit: { 'answer.txt': 'right\n', 'more.txt': 'more\n' } }] } });
}

/** A run whose pack waits, and what happened to the project then. */
export async function packed(
  then: (project: ReturnType<typeof runProject>) => unknown = () => undefined,
): Promise<Stage> {
  const own = await played({ approves: false });
  then(own.project as ReturnType<typeof runProject>);
  return own;
}

function asking(more_crps: readonly object[] = []) {
  return { refiner: [{ answer: { ...ASKS, more_crps } }, { answer: READY }] };
}

async function asked(): Promise<Stage> {
  const own = stage({ roles: asking() });
  await own.cli(START);
  return own;
}

async function askedTwice(): Promise<Stage> {
  const own = stage({ roles: asking([{ ...QUESTION, question: 'Blue or not?' }]) });
  await own.cli(START);
  return own;
}

type Repository = Pick<ReturnType<typeof runProject>, 'git' | 'write'>;

function commit({ git, write }: Repository, files: Record<string, string>): void {
  write(files);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Mine');
}

function merged({ project }: Stage): void {
  expect(project.git?.('show', 'main:answer.txt')).toBe('right');
}

function raiseRounds({ project }: Stage): void {
  const file = path.join(project.run?.() ?? '', 'state.json');
  const state = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...state, max_iterations: 2 }));
}

function damaged(own: Stage): Stage {
  const folder = own.project.run?.() ?? '';
  for (const name of fs.readdirSync(folder))
    if (/^(?:state\.json|events\.log)/.test(name)) fs.writeFileSync(path.join(folder, name), '\0\0\0{');
  return own;
}
