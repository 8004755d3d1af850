import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { plans, type Roles, verifies } from './session-script.ts';

/** Tests that are named on their first line, told in TAP: as quick as tests can be, without a program for each. */
export const SHELL_CASES = {
  'test/run.sh': `n=0 bad=0
for check in test/*.check; do
  n=$((n + 1)) name=
  read -r line < "$check"
  case $line in 'test "'*'"') name=\${line#test \\"} name=\${name%\\"} ;; esac
  if (. "./$check"); then echo "ok $n - $name"; else echo "not ok $n - $name"; bad=1; fi
done
echo "1..$n"
exit $bad
`,
  'test/base.check': 'test "TC-9 there is a readme"\ntest -e readme.md\n',
  'readme.md': 'hello\n',
};

/** One task with two subtasks, the first of which is implemented wrongly at first. Every call does `also`. */
export function shellSessionScript(also: RehearsalStep): Roles {
  const [one, two] = ['one', 'two'];
  const roles: Roles = {
    'code-explore': [{ answer: { explored_files: [], directory_structure: { test: 'tests' } } }],
    planner: [plans({ T1: [one, two].map((name, nth) => ({ id: `T1-S${nth + 1}`, name })) })],
    architect: [{ answer: design([one, two]) }],
    'qa-engineer': [writes(one, 1), ran(2), ran(2), judges(one), writes(two, 2), ran(3), judges(two)],
    implementer: [implement(one, 'wrong'), implement(one, 'right'), implement(two, 'right')],
  };
  return Object.fromEntries(
    Object.entries(roles).map(([role, steps]) => [role, steps.map((step) => ({ ...step, ...also }))]),
  );
}

function ran(total: number): RehearsalStep {
  return verifies('complete', total, 'sh test/run.sh');
}

function design(names: readonly string[]) {
  return {
    task_name: 'Functions of T1',
    invariants: [{ id: 'INV-1', rule: 'right' }],
    reasons: [{ id: 'INV-1', reason: 'Whoever reads it expects it.' }],
    interfaces: [],
    boundaries: [],
    layer_assignments: [],
    file_refs: names.map((name) => ({ entity: name, path: `src/${name}.txt`, status: 'to_create' })),
  };
}

function writes(name: string, nth: number): RehearsalStep {
  const text = { target: name, given: 'a file', when: 'it is read', category: 'happy_path' };
  return {
    edit: { [`test/${name}.check`]: `test "TC-${nth} ${name} is right"\ngrep -q right src/${name}.txt\n` },
    answer: {
      subtask_name: name,
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the document
      test_cases: [{ id: `TC-${nth}`, name: `${name} is right`, ...text, then: 'it is right' }],
      coverage_targets: [name],
      test_file_path: `test/${name}.check`,
    },
  };
}

function implement(name: string, how: string): RehearsalStep {
  return { edit: { [`src/${name}.txt`]: `${name} is ${how}\n` } };
}

function judges(name: string): RehearsalStep {
  const file = `src/${name}.txt`;
  return {
    answer: {
      judgements: ['INV-1', 'SCOPE-1'].map((invariant) => ({
        invariant,
        holds: true,
        file,
        quote: `${name} is right`,
        reason: 'so it says',
      })),
    },
  };
}
