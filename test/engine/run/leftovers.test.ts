import { expect, test } from 'vitest';
import { findingsOf, playRun } from '../../support/conduct-run.ts';
import { PASS, runProject } from '../../support/run-project.ts';

const refuse = { ...PASS, verdict: 'FAIL', reason: 'Not yet.' };

test('what the tests of an earlier round left where git does not look helps no later round', async () => {
  const project = runProject();
  const { run, ...played } = await playRun(project, {
    approves: false,
    roles: {
      verifier: [
        { edit: { 'test/answer.check': 'mkdir -p ignored && touch ignored/magic && grep -q right answer.txt\n' } },
        { edit: { 'test/answer.check': 'test -e ignored/magic\n' } },
        { edit: { 'test/answer.check': 'grep -q right answer.txt\n' } },
      ],
      gatekeeper: [{ answer: refuse }, { answer: PASS }, { answer: PASS }],
    },
  });
  expect(findingsOf(played)).toEqual([['agent_failed_it'], ['proof'], []]);
  expect(run).toMatchObject({ step: { at: 'ready_for_merge' }, iteration: 3 });
});
