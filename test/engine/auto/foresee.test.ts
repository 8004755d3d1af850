import { describe, expect, test } from 'vitest';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { judgeTasks } from '../../../src/engine/operations/auto/decide.ts';
import { foreseeAuto } from '../../../src/engine/operations/auto/foresee.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';

const PLAN = '# Shop\n\n## Phase 1: One\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n';

describe('what is foreseen is what a start would go on with', () => {
  test('a task that is in another phase by now', async () => {
    const project = autoProjectWith(PLAN);
    await (await startAutoIn(project, { script: scriptFor([]) })).close();
    project.write({ 'TASKS.md': PLAN.replace('- [ ] T1.2', '\n## Phase 2: Two\n\n- [ ] T1.2') });
    const { phases } = foreseeAuto({}, autoContext(project));
    expect(phases.map(({ phase }) => phase)).toEqual([1, 2]);
  });

  test('a task that is to be done again, though its box is ticked', async () => {
    const project = autoProjectWith(PLAN);
    const played = await startAutoIn(project, { script: scriptFor(['T1.1', 'T1.2']) });
    await played.conduct();
    await played.close();
    const open = await openAuto(autoContext(project));
    await judgeTasks(open, { verdict: 'retry', tasks: ['T1.2'], isConfirmed: false });
    expectOk(await open.close());
    expect(foreseeAuto({}, autoContext(project)).tasks.map(({ id }) => id)).toEqual(['T1.2']);
  });
});
