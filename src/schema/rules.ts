import { isSubtaskOf } from '../base/ids.ts';
import type { Finding, Segments } from './finding.ts';

/** Rules that several documents share. */

export function* orderHasNoDuplicate(at: Segments, order: readonly string[]): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [i, id] of order.entries()) {
    if (seen.has(id)) yield { at: [...at, i], expected: { kind: 'rule', rule: 'order-has-duplicate' }, got: id };
    seen.add(id);
  }
}

export function* entriesInOrder(
  at: Segments,
  entries: readonly string[],
  order: { readonly name: string; readonly ids: readonly string[] },
): Iterable<Finding> {
  const ordered = new Set(order.ids);
  for (const id of entries) {
    if (ordered.has(id)) continue;
    yield { at: [...at, id], expected: { kind: 'rule', rule: 'missing-from-order', order: order.name }, got: id };
  }
}

export function* subtaskOf(task: string, at: Segments, subtask: string): Iterable<Finding> {
  if (isSubtaskOf(task, subtask)) return;
  yield { at, expected: { kind: 'rule', rule: 'outside-its-task', task }, got: subtask };
}

/** Entries of a list that carry their id. */
export function* idsOnce(at: Segments, entries: readonly { readonly id: string }[]): Iterable<Finding> {
  const seen = new Set<string>();
  for (const [i, { id }] of entries.entries()) {
    if (seen.has(id)) yield { at: [...at, i, 'id'], expected: { kind: 'rule', rule: 'duplicate-id' }, got: id };
    seen.add(id);
  }
}

interface TestCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function* countsAddUp(at: Segments, counts: TestCounts): Iterable<Finding> {
  const sum = counts.passed + counts.failed + counts.skipped;
  if (sum === counts.total) return;
  yield { at: [...at, 'total'], expected: { kind: 'rule', rule: 'does-not-add-up', sum }, got: counts.total };
}
