import { expect, test } from 'vitest';
import { autoState } from '../../../src/workflows/auto/graph-state.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';

test.each(['constructor', '__proto__', 'toString', '분야'])(
  'a domain called %s is one like any other',
  async (domain) => {
    const plan = `# Shop\n\n- [ ] T1.1: One\n  - domain: ${domain}\n- [ ] T1.2: Two\n  - deps: [T1.1]\n`;
    const project = autoProjectWith(plan);
    const played = await startAutoIn(project, { script: scriptFor(['T1.1', 'T1.2']) });
    await played.conduct();
    const kept = autoState.safeParse(JSON.parse(JSON.stringify(played.graph())));
    expect(kept.success).toBe(true);
    expect(played.graph().stage).toEqual({ at: 'done' });
    await played.close();
  },
);
