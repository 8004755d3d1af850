import { expect, test } from 'vitest';
import { readPlan } from '../../src/plans/read-plan.ts';
import { tick } from '../../src/plans/tick.ts';

const text = `# TASKS: [ ] shop 🛒

\`\`\`
- [ ] T1.1: an example
\`\`\`

- [ ] T1.1: 첫 작업 [ ] with a box in its name
  - deps: []
  - [ ] T1.2: a condition
- [ ] T1.10: another
### [ ] Phase 1, T1.2: 둘째
**의존성**: T1.1
- [ ] 조건
### [] Phase 1, T1.3: no box
### [x] Phase 1, T1.4: done
`;

function bytesThatDiffer(before: Buffer, after: Buffer): [number, number, number][] {
  expect(after.length).toBe(before.length);
  return [...before.entries()].flatMap(([at, byte]) => (after[at] === byte ? [] : [[at, byte, after[at] ?? -1]]));
}

const forms: readonly (readonly [string, (content: string) => Buffer])[] = [
  ['line feeds', (content) => Buffer.from(content)],
  ['CRLF', (content) => Buffer.from(content.replaceAll('\n', '\r\n'))],
  ['carriage returns alone', (content) => Buffer.from(content.replaceAll('\n', '\r'))],
  ['a byte order mark', (content) => Buffer.from(`\uFEFF${content}`)],
  ['a byte order mark and CRLF', (content) => Buffer.from(`\uFEFF${content.replaceAll('\n', '\r\n')}`)],
  ['no line end at the end', (content) => Buffer.from(content.trimEnd())],
  [
    'damaged characters',
    (content) =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe, 0x00, 0xe2, 0x0a, 0xed, 0xa0, 0x80, 0x0d, 0x0a, 0xc3, 0x0a, 0x0a]),
        Buffer.from(content).map((byte) => (byte === 0xec ? 0xff : byte)),
        Buffer.from([0xf0, 0x9f]),
      ]),
  ],
];

test.each(forms)('one byte changes in a file with %s', (_, encode) => {
  const before = encode(text);
  for (const [id, line, completed] of [
    ['T1.1', '- [ ] T1.1:', ['T1.1', 'T1.4']],
    ['T1.2', '### [ ] Phase 1, T1.2:', ['T1.2', 'T1.4']],
    ['T1.10', '- [ ] T1.10:', ['T1.10', 'T1.4']],
  ] as const) {
    const ticked = tick(before, [id]);
    if (ticked === null) throw new Error(`${id} was not ticked`);
    // The last of them: the first T1.1 stands in a fence.
    const place = before.lastIndexOf(line) + line.indexOf('[ ]') + 1;
    expect(bytesThatDiffer(before, ticked)).toEqual([[place, 0x20, 0x78]]);
    const plan = readPlan(new TextDecoder().decode(ticked));
    expect(plan.ok && plan.value.tasks.filter((task) => task.completed).map((task) => task.id)).toEqual(completed);
  }
});

test.each([
  ['there is no such task', 'T9.9'],
  ['it is a condition of another', 'T1.20'],
  ['there is no box', 'T1.3'],
  ['it is ticked already', 'T1.4'],
  ['the id is none', 'T1.1: 첫'],
])('nothing is ticked when %s', (_, id) => {
  expect(tick(Buffer.from(text.replace('T1.2: a condition', 'T1.20: a condition')), [id])).toBeNull();
});

test('nothing is ticked when two tasks have the id, and the content given stays as it is', () => {
  const content = Buffer.from('- [ ] T1: a\n- [ ] T1: b\n- [ ] T2: c\n');
  const copy = Buffer.from(content);
  expect(tick(content, ['T1'])).toBeNull();
  expect(tick(content, ['T2'])?.toString()).toBe('- [ ] T1: a\n- [ ] T1: b\n- [x] T2: c\n');
  expect(content.equals(copy)).toBe(true);
});
