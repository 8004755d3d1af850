import type { Design, DesignContract } from '../../src/schema/contracts/design.ts';
import type { TestContract } from '../../src/schema/contracts/testing.ts';

/** A test contract with these names for its cases TC-1, TC-2 … */
export function testContract(file: string, names: readonly string[]): TestContract {
  return {
    version: 1,
    request_id: 'R1',
    created_at: '2026-01-01T00:00:00Z',
    created_by: 'qa-engineer',
    task_id: 'T1',
    subtask_id: 'T1-S1',
    subtask_name: 'cart',
    test_cases: names.map((name, at) => ({
      id: `TC-${at + 1}`,
      name,
      target: 'Cart.total',
      given: 'items',
      when: 'total()',
      // oxlint-disable-next-line unicorn/no-thenable -- a field of the document
      then: 'the sum',
      category: 'happy_path',
    })),
    coverage_targets: [],
    test_file_path: file,
  };
}

export interface Sketch {
  readonly refs?: Readonly<Record<string, string>>;
  readonly briefRefs?: Readonly<Record<string, string>>;
  readonly interfaces?: readonly string[];
  readonly forbidden?: readonly (readonly [string, string])[];
  readonly allowed?: readonly (readonly [string, string])[];
  readonly layers?: Readonly<Record<string, string>>;
  readonly scopeIn?: readonly string[];
  readonly scopeOut?: readonly string[];
}

/** Refs are entity → path, layers component → layer. */
export function designOf(sketch: Sketch): Design {
  const refsOf = (refs: Readonly<Record<string, string>> = {}): DesignContract['file_refs'] =>
    Object.entries(refs).map(([entity, path]) => ({ entity, path, status: 'to_create' }));
  const boundaries = (some: Sketch['forbidden'], allowed: boolean): DesignContract['boundaries'] =>
    (some ?? []).map(([from, to]) => ({ from, to, allowed }));
  return {
    brief: {
      file_refs: refsOf(sketch.briefRefs),
      scope_in: [...(sketch.scopeIn ?? [])],
      scope_out: [...(sketch.scopeOut ?? [])],
    },
    contract: {
      file_refs: refsOf(sketch.refs),
      interfaces: (sketch.interfaces ?? []).map((name) => ({
        name,
        input: { type: 'TotalRequest', fields: [] },
        output: { type: 'Result<Total, CartError>' },
        contract: 'adds up',
      })),
      boundaries: [...boundaries(sketch.forbidden, false), ...boundaries(sketch.allowed, true)],
      layer_assignments: Object.entries(sketch.layers ?? {}).map(([component, layer]) => ({ component, layer })),
    },
  };
}
