import fs from 'node:fs';
import { expect, test } from 'vitest';
import { startSessionIn } from '../../support/conduct-session.ts';
import { byTier } from '../../support/tier.ts';
import { calculator, judges, mul, oneSubtask, verifies, writesTests } from '../../support/session-script.ts';

/** What is lost right after an outcome, and with it the way that the session has to go from there. */
const losses = [
  { after: 'discovery', lost: 'explored.yaml', way: ['merge#1', 'explore#2'] },
  { after: 'explore#2', lost: 'task-breakdown.yaml', way: ['merge#2', 'plan#2', 'merge#3'] },
  { after: 'merge#3', lost: 'T1/design-brief.yaml', way: ['T1/design#1', 'merge#4', 'T1/design#2'] },
  { after: 'T1/design#2', lost: 'T1/design-contract.yaml', way: ['T1-S1/write#1', 'T1/design#3', 'T1-S1/write#2'] },
  {
    after: 'T1-S1/write#2',
    lost: 'T1/T1-S1/test-contract.yaml',
    way: ['T1-S1/red#1', 'T1-S1/write#3', 'T1-S1/red#2'],
  },
  {
    after: 'T1-S1/red#2',
    lost: 'task-breakdown.yaml',
    way: ['T1-S1/implement#1', 'plan#3', 'merge#5', 'T1-S1/implement#2'],
  },
] as const;

const rest = ['scope#1', 'verify#1', 'green#1', 'judge#1', 'commit#1'].map((step) => `T1-S1/${step}`);

const remove = (file: string) => fs.rmSync(file);
const garble = (file: string) => fs.writeFileSync(file, 'version: [');
let nth = 0;
const either = (file: string) => (nth++ % 2 === 0 ? garble(file) : remove(file));

const ways = byTier({ usual: { either }, full: { remove, garble } });

test.each(Object.entries(ways))(
  'a contract that is lost (%s) between two steps is made again by whoever makes it',
  async (_how, spoil) => {
    const roles = oneSubtask({ 'qa-engineer': [writesTests(mul), writesTests(mul), verifies(), judges(mul)] });
    const session = await startSessionIn(calculator(), { roles });
    const left = [...losses];
    session.open.store.watch(({ event }) => {
      const last = session.effects().at(-1) ?? '';
      // Exploring and planning end in either order.
      const isDiscovered = ['plan#1', 'explore#1'].includes(last) && session.state().stage.at === 'merge';
      const [next] = left;
      if (event.type === 'shown' || next?.after !== (isDiscovered ? 'discovery' : last)) return;
      left.shift();
      spoil(session.file(`contracts/R1/${next.lost}`));
    });
    await session.conduct();
    expect(session.state()).toMatchObject({ status: 'completed', failure: null });
    expect(session.effects().slice(2)).toEqual([...losses.flatMap(({ way }) => way), ...rest, 'learn#1']);
    const why = 'What this step had made is gone or cannot be used, so it has to be made again';
    for (const again of ['T1/design#3', 'T1-S1/write#3']) expect(session.prompt(again)).toContain(why);
    expect(session.prompt('T1-S1/implement#2')).toContain('mul in src/mul.js');
    await session.close();
  },
);
