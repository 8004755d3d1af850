import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { answerSession, openQuestion } from '../../../src/engine/operations/sessions/questions.ts';
import { startSessionIn } from '../../support/conduct-session.ts';
import { runProject } from '../../support/run-project.ts';
import {
  designs,
  implementsIt,
  judges,
  oneSubtask,
  type Part,
  plans,
  verifies,
  writesTests,
} from '../../support/session-script.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const SNAPSHOT = 'test/__snapshots__/print.test.js.snap';
const OTHER = 'test/__snapshots__/other.test.js.snap';
const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** How a price is printed, which begins with its currency from now on. */
const print: Part = {
  id: 'T1-S1',
  name: 'print',
  call: 'print(3)',
  result: 3,
  code: 'export const print = (price) => `$${price}`;\n',
};

const FILES = {
  'package.json':
    '{"name":"shop","type":"module","scripts":{"test":"vitest run"},"devDependencies":{"vitest":"4.1.0"}}\n',
  'src/print.js': 'export const print = (price) => `${price}`;\n',
  'test/print.test.js': snapshotTest('prints', 'print(2)'),
  [SNAPSHOT]: snapshotOf('prints', '2'),
  'test/other.test.js': snapshotTest('is printed', 'typeof print'),
  [OTHER]: snapshotOf('is printed', 'function').replace('\n\n', '\n\n\n'),
};

function snapshotTest(title: string, code: string): string {
  return `import { expect, test } from 'vitest';
import { print } from '../src/print.js';
test('${title}', () => expect(${code}).toMatchSnapshot());
`;
}

function snapshotOf(title: string, text: string): string {
  return `// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html\n\nexports[\`${title} 1\`] = \`"${text}"\`;\n`;
}

test('snapshots that QA names are written anew after the implementation, and shown before GATE-2 counts', async () => {
  const project = runProject({
    files: FILES,
    ignores: 'node_modules',
    config: {
      agents: { version: 1, sandbox: 'off' },
      project: { version: 1, setup_command: `ln -s '${MODULES}' node_modules` },
    },
  });
  const own = `import { expect, test } from 'vitest';
import { print } from '../src/print.js';
test('TC-1: works', () => expect(print(3)).toBe('$3'));
`;
  const base = writesTests({ ...print, name: 'price' }, own);
  const qa = { ...base, answer: { ...(base.answer as object), subtask_name: 'print', snapshots: [SNAPSHOT] } };
  const session = await startSessionIn(project, {
    request: 'Print prices with a dollar sign.',
    roles: oneSubtask({
      planner: [plans({ T1: [print] })],
      architect: [designs([print], { file_refs: [{ entity: 'print', path: 'src/print.js', status: 'to_modify' }] })],
      'qa-engineer': [qa, verifies('complete', 3), judges(print)],
      implementer: [implementsIt(print)],
    }),
  });
  await session.conduct();
  expect(session.effects().slice(-4)).toEqual(['T1-S1/snapshots#1', 'T1-S1/verify#1', 'T1-S1/green#1', 'T1-S1/ask#1']);
  const written = session.events.flatMap(({ type, data }) => (type === 'snapshots_written' ? data.files : []));
  expect(written).toEqual([{ path: SNAPSHOT, was: snapshotOf('prints', '2'), now: snapshotOf('prints', '$2') }]);
  const { items = [] } = openQuestion(session.state()) ?? {};
  expect(items.map(({ code, was, now }) => [code, was, now])).toEqual([
    ['lost_demand', '"2"', '"$2"'],
    ['superseded', 'exports[`prints 1`] = `"2"`;', 'exports[`prints 1`] = `"$2"`;'],
  ]);
  await answerSession(session.open, 'T1-S1', { allow: 'all', refuse: false, reason: '' });
  await session.conduct();
  expect(session.state()).toMatchObject({ status: 'completed', failure: null });
  const changed = project.git('diff', '--name-only', 'main', session.state().tip?.commit ?? '').split('\n');
  // An update of all would have laid out the other one anew.
  expect(changed).toEqual(['src/print.js', SNAPSHOT, 'test/price.test.js']);
  await session.close();
});
