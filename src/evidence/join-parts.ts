import type { Proof } from './proof.ts';

/**
 * What the parts say of the whole tree together: enough to compare later trees with, though nobody saw all of its tests in
 * one process. Undefined where a part does not name its tests, or did not come to its end.
 */
export function joinParts(tree: string, parts: readonly Proof[]): Proof | undefined {
  const [first] = parts;
  if (first === undefined || parts.some(({ tests, ending }) => tests.length === 0 || ending !== 'exited'))
    return undefined;
  const tests = new Map<string, Proof['tests'][number]>();
  // Of a test that several parts report, the worst counts.
  for (const test of parts.flatMap((part) => part.tests))
    if (tests.get(test.id)?.status !== 'failed') tests.set(test.id, test);
  const all = [...tests.values()];
  const withStatus = (status: string): number => all.filter((test) => test.status === status).length;
  const loaded = parts.map((part) => part.loaded);
  const { streamed: _, printed: __, reused: ___, ...rest } = first;
  return {
    ...rest,
    tree,
    tests: all,
    counts: {
      total: all.length,
      passed: withStatus('passed'),
      failed: withStatus('failed'),
      skipped: withStatus('skipped'),
    },
    exit_code: parts.find(({ exit_code }) => exit_code !== 0)?.exit_code ?? 0,
    coverage: null,
    duration_ms: parts.reduce((sum, part) => sum + part.duration_ms, 0),
    disagreement: [...new Set(parts.flatMap(({ disagreement = [] }) => disagreement))],
    loaded: loaded.some((one) => one === null || one === undefined)
      ? null
      : [...new Set(loaded.flatMap((one) => one ?? []))],
    reused: true,
  };
}
