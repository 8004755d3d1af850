import * as z from 'zod/mini';
import type { Comparison } from './compare.ts';
import type { Policy } from './judge.ts';

const names = z.array(z.string());

/** What is worse on a tree than it was before. */
export const treeFinding = z.discriminatedUnion('code', [
  /** Red now, and not red before. */
  z.strictObject({ code: z.literal('tests_red'), names }),
  /** The tests ended in a way that no red test explains. */
  z.strictObject({ code: z.literal('tests_broke_off') }),
  /** They ran before, and do not any more, or only skip. */
  z.strictObject({ code: z.literal('tests_gone'), names }),
  z.strictObject({ code: z.literal('tests_skipped'), names }),
  /** Of a runner that names no tests. */
  z.strictObject({ code: z.literal('fewer_tests'), before: z.int(), now: z.int() }),
]);

export type TreeFinding = z.infer<typeof treeFinding>;

export function treeFindings({ newlyRed, brokeOff, gone, nowSkipped, fewer }: Comparison): TreeFinding[] {
  return [
    ...(newlyRed.length > 0 ? [{ code: 'tests_red' as const, names: [...newlyRed] }] : []),
    ...(gone.length > 0 ? [{ code: 'tests_gone' as const, names: [...gone] }] : []),
    ...(nowSkipped.length > 0 ? [{ code: 'tests_skipped' as const, names: [...nowSkipped] }] : []),
    ...(brokeOff ? [{ code: 'tests_broke_off' as const }] : []),
    ...(fewer === null ? [] : [{ code: 'fewer_tests' as const, ...fewer }]),
  ];
}

const NOTHING_WORSE: Policy<TreeFinding> = {
  tests_red: 'reject',
  tests_broke_off: 'reject',
  tests_gone: 'reject',
  tests_skipped: 'reject',
  fewer_tests: 'reject',
};

/** Each task answered for the tests that it took away. */
const TESTS_MAY_GO: Policy<TreeFinding> = {
  ...NOTHING_WORSE,
  tests_gone: 'accept',
  tests_skipped: 'accept',
  fewer_tests: 'accept',
};

/** What each workflow makes of it, by what is to be merged. A run judges its rounds with findings of its own as well. */
export const TREE_POLICY = {
  /** A run or a session into the user's branch. */
  merge: NOTHING_WORSE,
  /** Tests that the task names may go: see `withoutNamed`. */
  'auto task': NOTHING_WORSE,
  'auto phase': TESTS_MAY_GO,
  'auto delivery': TESTS_MAY_GO,
} as const;

/** Lost tests that a text names, by the last part of their file's path, are meant to go. */
export function withoutNamed(findings: readonly TreeFinding[], text: string): TreeFinding[] {
  return findings.flatMap((finding): TreeFinding[] => {
    if (finding.code !== 'tests_gone' && finding.code !== 'tests_skipped') return [finding];
    const left = finding.names.filter((id) => !isNamed(id, text));
    return left.length === 0 ? [] : [{ ...finding, names: left }];
  });
}

function isNamed(id: string, text: string): boolean {
  const [file = ''] = id.split(' > ');
  const last = file.split('/').at(-1) ?? '';
  return last !== '' && text.includes(last);
}

/** The tests that findings name. */
export function testsIn(findings: readonly TreeFinding[]): string[] {
  return findings.flatMap((finding) => ('names' in finding ? finding.names : []));
}
