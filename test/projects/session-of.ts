import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import {
  designs,
  explores,
  judges,
  type Part,
  plans,
  type Roles,
  verifies,
  writesTests,
} from '../support/session-script.ts';
import type { Kind } from './kinds.ts';

const FUNCTIONS = [
  { id: 'T1-S1', name: 'mul', call: 'mul(8, 2)', result: 16, body: 'a * b' },
  { id: 'T1-S2', name: 'sub', call: 'sub(8, 2)', result: 6, body: 'a - b' },
] as const;

/**
 * A session with two subtasks, in the language of the project. `before`: how many tests there are, where
 * the runner does not tell them apart by file. With another suffix it is about other functions.
 */
export function sessionOf(kind: Kind, { suffix = '', before = 0 } = {}): Omit<Rehearsal, 'version'> {
  const functions = FUNCTIONS.map((one) => {
    const name = `${one.name}${suffix}`;
    return { ...one, name, call: one.call.replace(one.name, name) };
  });
  const parts = functions.map((one): Part => ({ ...one, code: kind.product(one.name, one.body)[1] }));
  const roles: Roles = {
    'code-explore': [explores()],
    planner: [plans({ T1: parts })],
    architect: [designs(parts)],
    'qa-engineer': parts.flatMap((one, nth) => [
      writesTests(one, kind.test(one.name, one.call, one.result)[1]),
      verifies('complete', before === 0 ? 1 : before + nth + 1, kind.command),
      judges(one),
    ]),
    implementer: parts.map((one) => ({ edit: { [`src/${one.name}.js`]: one.code } })),
  };
  // The scripts name the files of a project in JavaScript.
  const text = functions.reduce(
    (script, { name, call, result }) =>
      script
        .replaceAll(`"src/${name}.js"`, JSON.stringify(kind.product(name, '')[0]))
        .replaceAll(`"test/${name}.test.js"`, JSON.stringify(kind.test(name, call, result)[0])),
    JSON.stringify(roles),
  );
  return { roles: JSON.parse(text) as Roles };
}
