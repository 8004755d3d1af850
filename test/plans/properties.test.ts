import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idPatterns } from '../../src/base/ids.ts';
import { readPlan } from '../../src/plans/read-plan.ts';
import { tick } from '../../src/plans/tick.ts';
import { type NewTask, writePlan } from '../../src/plans/write-plan.ts';
import { byTier, seed } from '../support/tier.ts';

const runs = { numRuns: byTier({ usual: 100, full: 3000 }), ...(seed === 0 ? {} : { seed }) };

/** Words that mean something to the reader, among any others. */
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '- [ ] T1.1: x',
        '### [ ] Phase 1, T2: y',
        '```',
        '~~~~',
        '~~~text',
        '\n',
        '\r\n',
        '  ',
        '<!--',
        '-->',
        '> ',
        '# ',
        '- deps: [T1]',
        '**의존성**: T3',
        '(depends on T4)',
        '[P]',
        '[x]',
        '`npm test` passes',
        'mermaid',
        'graph TD',
        'T1 --> T2',
        ': ',
        '—',
        '없음',
        '\u2028',
        '\0',
        '===',
        '---',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

const plans = fc
  .array(
    fc.record({
      title: words,
      notes: words,
      acceptance: fc.array(words, { maxLength: 2 }),
      project: words,
      phaseStep: fc.constantFrom(0, 0, 0, 1),
      completed: fc.boolean(),
      needsNoChange: fc.boolean(),
      priority: fc.option(words),
      needs: fc.array(fc.nat(), { maxLength: 4 }),
      depth: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((drafts) => {
    const tasks: NewTask[] = [];
    let phase = 0;
    for (const [index, { needs, depth, phaseStep, project: _, ...rest }] of drafts.entries()) {
      phase += phaseStep;
      const earlier = needs.map((number) => tasks[number % (index + 1)]?.id).filter((id) => id !== undefined);
      const id = `T${phase}${`.${index}`.repeat(depth)}.${index}`;
      tasks.push({ ...rest, id, phase, needs: [...new Set(earlier)] });
    }
    return { project: drafts[0]?.project ?? null, tasks };
  });

test('what is written down is read as the same graph', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const text = writePlan(plan);
      const read = readPlan(text);
      if (!read.ok) throw new Error(`${JSON.stringify(read.error)}\n${text}`);
      const graph = ({ id, phase, needs, completed, needsNoChange }: NewTask) => ({
        id,
        phase,
        needs: [...needs],
        completed,
        needsNoChange,
      });
      expect(read.value.tasks.map((task) => graph({ ...task, priority: null, notes: '' }))).toEqual(
        plan.tasks.map(graph),
      );
    }),
    runs,
  );
});

test('a tick changes one byte, and then the task is completed', () => {
  fc.assert(
    fc.property(plans, fc.nat(), fc.boolean(), (plan, which, isWindows) => {
      const text = writePlan(plan);
      const before = Buffer.from(isWindows ? text.replaceAll(/\r\n|\n/g, '\r\n') : text);
      const task = plan.tasks[which % plan.tasks.length];
      const ticked = tick(before, [task?.id ?? '']);
      if (task?.completed === true) {
        expect(ticked).toBeNull();
        return;
      }
      if (ticked === null) throw new Error(`${task?.id} was not ticked:\n${text}`);
      const changed = [...before.keys()].filter((at) => before[at] !== ticked[at]);
      expect([changed.length, ticked[changed[0] ?? -1], ticked.length]).toEqual([1, 0x78, before.length]);
      const read = readPlan(ticked.toString());
      expect(read.ok && read.value.tasks.find(({ id }) => id === task?.id)?.completed).toBe(true);
      expect(read.ok && read.value.tasks.filter(({ completed }) => completed).length).toBe(
        plan.tasks.filter(({ completed }) => completed).length + 1,
      );
    }),
    runs,
  );
});

test('no text makes it throw, and no id that it gives is none', () => {
  const anything = fc.array(fc.oneof(words, plans.map(writePlan)), { maxLength: 6 }).map((parts) => parts.join('\n'));
  fc.assert(
    fc.property(anything, fc.nat(), fc.nat(), (text, from, length) => {
      const start = from % (text.length + 1);
      for (const damaged of [text, text.slice(start), text.slice(0, start) + text.slice(start + (length % 40))]) {
        const read = readPlan(damaged);
        if (read.ok) {
          const { regex } = idPatterns['graph-task-id'];
          for (const { id, needs } of read.value.tasks)
            expect([id, ...needs].every((one) => regex.test(one))).toBe(true);
        } else {
          expect(read.error.length).toBeGreaterThan(0);
          expect(read.error.every(({ line }) => line >= 1 && line <= damaged.split(/\r\n?|\n/).length)).toBe(true);
        }
        tick(Buffer.from(damaged), ['T1.1']);
      }
    }),
    runs,
  );
});
