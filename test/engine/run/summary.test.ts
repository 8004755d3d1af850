import { expect, test } from 'vitest';
import { playRun } from '../../support/conduct-run.ts';
import { runProject } from '../../support/run-project.ts';

test('the pack has the decisions that agents made by themselves: what was filled in, and the Builder’s reasons', async () => {
  const filled = { category: 'naming', item: 'indentation', value: 'two blanks', rationale: 'as everywhere here' };
  const refiner = [{ answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [filled] } }];
  const builder = [
    { edit: { 'answer.txt': 'right\n' }, answer: { log: 'A file, since a service would be too much.' } },
  ];
  const { project, run } = await playRun(runProject(), {
    briefing: 'Do it; decide the rest yourself.',
    roles: { refiner, builder },
    approves: false,
  });
  expect(run.step.at).toBe('ready_for_merge');
  const summary = project.read('mrp/summary.md');
  for (const said of ['indentation', 'two blanks', 'as everywhere here', 'since a service would be too much'])
    expect(summary).toContain(said);
});
