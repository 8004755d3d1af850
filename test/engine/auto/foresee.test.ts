import { describe, expect, test } from 'vitest';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { judgeTasks } from '../../../src/engine/operations/auto/decide.ts';
import { foreseeAuto } from '../../../src/engine/operations/auto/foresee.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { autoTools, startedAuto } from '../../support/conduct-auto.ts';
import { taken } from '../../support/conduct-session.ts';

const PLAN = '# Shop\n\n## Phase 1: One\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n';

describe('what is foreseen is what a start would go on with', () => {
  test('a task that is in another phase by now', async () => {
    const project = autoProjectWith(PLAN);
    await (await startedAuto(project, { script: scriptFor([]) })).close();
    project.write({ 'TASKS.md': PLAN.replace('- [ ] T1.2', '\n## Phase 2: Two\n\n- [ ] T1.2') });
    const { phases } = taken(foreseeAuto({}, autoTools(project)));
    expect(phases.map(({ phase }) => phase)).toEqual([1, 2]);
  });

  test('a task that is to be done again, though its box is ticked', async () => {
    const project = autoProjectWith(PLAN);
    const played = await startedAuto(project, { script: scriptFor(['T1.1', 'T1.2']) });
    await played.conduct();
    await played.close();
    const open = taken(await openAuto(autoTools(project)));
    taken(await judgeTasks(open, 'retry', ['T1.2']));
    taken(await open.close());
    expect(taken(foreseeAuto({}, autoTools(project))).tasks.map(({ id }) => id)).toEqual(['T1.2']);
  });
});
