import { expect } from 'vitest';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import { playRun, type PlayedRun } from '../../support/conduct-run.ts';
import { runProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

/** What verifier.json requires tests of: edge cases, error cases, attacks. */

const builder: RehearsalStep[] = [{ edit: { 'answer.sh': 'echo right\n' } }];

const CHECK = 'test "prints what is right"\ntest "$(sh answer.sh)" = right\n';
const ATTACK = 'test "takes no argument for a command"\ntest "$(sh answer.sh "; rm -rf /")" = right\n';

const named = [
  { kind: 'edge', test: 'prints what is right' },
  { kind: 'error', test: 'prints what is right' },
];

async function play(verifier: RehearsalStep[], config: Record<string, unknown> = {}): Promise<PlayedRun> {
  const project = runProject({ config: { verifier: {}, ...config } });
  return playRun(project, { roles: { builder, verifier }, approves: false });
}

function kindsOf({ events }: PlayedRun): string[] {
  return events.map(({ type }) => type).filter((type) => type.startsWith('tests_'));
}

test('a Verifier that names a test of each kind is called once', async () => {
  const attack = { kind: 'attack', test: 'takes no argument for a command' };
  const played = await play([
    { edit: { 'test/answer.check': CHECK, 'test/attack.check': ATTACK }, answer: { cases: [...named, attack] } },
  ]);
  expect(kindsOf(played)).toEqual(['tests_written']);
  expect(played.run.step.at).toBe('ready_for_merge');
  expect(played.project.read('mrp/summary.md')).not.toContain('left open');
});

test('one that lacks a kind is told which, goes on from what it has, and need not name the others again', async () => {
  const played = await play([
    { edit: { 'test/answer.check': CHECK }, answer: { cases: named } },
    {
      edit: { 'test/attack.check': ATTACK },
      answer: { cases: [{ kind: 'attack', test: 'takes no argument for a command' }] },
    },
  ]);
  expect(kindsOf(played)).toEqual(['tests_incomplete', 'tests_written']);
  const prompt = played.project.step('verify-2/prompt.md');
  expect(prompt).toContain('- an attack on the change (`attack`)');
  expect(prompt).not.toContain('- an edge case (`edge`)');
  expect(played.run.test_files).toEqual(['test/answer.check', 'test/attack.check']);
  expect(played.project.read('mrp/summary.md')).not.toContain('left open');
});

test('what is missing still stands first in the pack and the review, with what attacks are said to have found', async () => {
  const played = await play([
    {
      edit: { 'test/answer.check': CHECK },
      answer: { cases: [...named, { kind: 'attack', test: 'of which no file has a word' }] },
    },
    { answer: { adversarial_findings: ['answer.sh: could be overwritten by its user'] } },
  ]);
  expect(kindsOf(played)).toEqual(['tests_incomplete', 'tests_written']);
  for (const file of ['mrp/summary.md', 'gatekeeper/review.md']) {
    const text = played.project.read(file);
    const open = text.slice(text.indexOf('## What the Verifier left open'));
    expect(open, file).toContain('no test was named for an attack on the code');
    expect(open, file).toContain('could be overwritten by its user');
    expect(open, file).toContain('## What was proven');
  }
});

test('one that says nothing of its tests is told, too; of documents nothing is required', async () => {
  const silent = await play([{ edit: { 'test/answer.check': CHECK } }]);
  expect(kindsOf(silent)).toEqual(['tests_incomplete', 'tests_written']);
  const project = runProject({ config: { verifier: {} } });
  const prose = { builder: [{ edit: { 'guide.md': 'Read this.\n' } }], verifier: [{}] };
  expect(kindsOf(await playRun(project, { roles: prose, approves: false }))).toEqual(['tests_written']);
});

test('an attack that got through sends the work back to the Builder, whatever the Gatekeeper says', async () => {
  const attack = { kind: 'attack', test: 'takes no argument for a command' };
  const edit = { 'test/answer.check': CHECK, 'test/attack.check': ATTACK };
  const project = runProject({ config: { verifier: {} } });
  const played = await playRun(project, {
    approves: false,
    roles: {
      builder: [...builder, { edit: { 'answer.sh': 'printf "right\\n"\n' } }],
      verifier: [
        { edit, answer: { cases: [...named, { ...attack, succeeded: true }] } },
        { answer: { cases: [attack] } },
      ],
    },
  });
  expect(played.run).toMatchObject({ iteration: 2, step: { at: 'ready_for_merge' } });
  expect(project.step('build-2/prompt.md')).toContain('an attack got through: takes no argument for a command');
  expect(project.read('history/round-1/gatekeeper/review.md')).toContain('an attack got through');
});
