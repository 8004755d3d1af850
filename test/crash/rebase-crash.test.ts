import { describe, expect, test } from 'vitest';
import { rebaseRun } from '../../src/engine/operations/runs/decide.ts';
import { bundleDriver } from '../support/bundle.ts';
import { conductAll, startRunIn } from '../support/conduct-run.ts';
import { outcomesIn, RECORD_EFFECT } from '../support/executed-effects.ts';
import { type Conducted, killAt, type Trial } from '../support/killed-conductor.ts';
import { invalidDocuments } from '../support/poll-documents.ts';
import { rehearsed, type RunProject, runProject, SHELL_TESTS } from '../support/run-project.ts';
import { byTier } from '../support/tier.ts';
import { runningProcesses } from '../support/user-checkout.ts';

interface Scene extends Conducted {
  readonly log: string;
}

const trial: Trial<Scene> = {
  driver: await bundleDriver('test/support/drivers/run-conductor.ts'),
  end: 'end completed',
  recorded: ({ log }) => outcomesIn(log),
  expectFinished,
};

/** On the way of the step that takes up the base, in their order; and after it. */
const points = [
  'effect.recorded:1',
  'checks.ended:1',
  'agent.ended:1',
  'merge.made:1',
  'worktree.removed:1',
  'work.committed:1',
  'work.committed:2',
  'effect.performed:1',
  'outcome.recorded:1',
  'effect.recorded:2',
];

describe('a run that takes up its base over a conflict', () => {
  test.concurrent.each([...byTier({ usual: points.filter((_, n) => n % 3 === 0), full: points }), points.join(', ')])(
    'killed at %s and resumed, takes it up once, and loses neither side',
    async (chain) => {
      expect(await killAt(trial, await prepared(), chain)).not.toEqual([]);
    },
  );
});

/** Its pack was shown; the base moved, and a person asked for it. */
async function prepared(): Promise<Scene> {
  const project = runProject({
    files: { ...SHELL_TESTS, 'list.txt': 'one\n', 'test/run.sh': `${RECORD_EFFECT}\n${SHELL_TESTS['test/run.sh']}` },
    config: { agents: { version: 1, sandbox: 'off' } },
  });
  const roles = {
    builder: [
      { edit: { 'answer.txt': 'right\n', 'list.txt': 'one\nof the run\n' } },
      { run: RECORD_EFFECT, edit: { 'list.txt': 'one\nof the base\nof the run\n' } },
    ],
  };
  const agent = rehearsed(project.home, roles);
  const started = await startRunIn(project, { agent });
  if (!started.ok) throw new Error(started.error.code);
  const { open } = started.value;
  await conductAll(open, { approves: false });
  project.write({ 'list.txt': 'one\nof the base\n' });
  project.git('commit', '--quiet', '--all', '--message', 'Go on');
  await rebaseRun(open);
  await open.close();
  return { project, agent, log: `${open.folder}/events.log` };
}

async function expectFinished({ project, log }: Scene): Promise<void> {
  expect(await invalidDocuments(project.folder)).toEqual([]);
  expect(project.git('show', 'main:list.txt')).toBe('one\nof the base\nof the run');
  expect(project.git('show', 'main:answer.txt')).toBe('right');
  expect(project.git('status', '--porcelain')).toBe('');
  expect(outcomesIn(log).filter((effect) => effect.includes('/rebase#'))).toHaveLength(1);
  expect(mergesOf(project)).toHaveLength(1);
  expect(runningProcesses(project)).toEqual([]);
}

function mergesOf(project: RunProject): string[] {
  const all = project.git('log', '--first-parent', '--format=%s', 'main').split('\n');
  return all.filter((subject) => subject.startsWith('Merge run-'));
}
