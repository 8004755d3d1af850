import { describe, expect, it } from 'vitest';
import { idPatterns, isId, isSubtaskOf, runIdAt, type IdName } from '../../src/base/ids.ts';

describe('ids', () => {
  it.each(Object.entries(idPatterns))('%s: its example is one', (name, { example }) => {
    expect(isId(name as IdName, example)).toBe(true);
  });

  it.each([
    ['graph-task-id', ['T1', 'T012', 'T0.5.1']],
    ['run-id', ['run-20240115-143022-2', 'run-20240115-143022-10']],
    ['crp-id', ['crp-1000']],
  ] as const)('%s: %j too', (name, ids) => {
    for (const id of ids) expect(isId(name, id)).toBe(true);
  });

  it.each([
    ['task-id', ['T', 'T1.1', 't1', 'T1\n', ' T1', 'T-1', 'T١']],
    ['subtask-id', ['T1', 'T1-S', 'T1-S1/..']],
    ['graph-task-id', ['T1.', 'T1..2', 'T.1']],
    ['run-id', ['run-20240115-143022-1', 'run-20240115-143022-02', 'run-20240115143022', '../run-20240115-143022']],
    ['crp-id', ['crp-01', 'vcr-001']],
    ['gate-id', ['GATE-0', 'GATE-5']],
    ['project-hash', ['A1B2C3D4', 'a1b2c3d', 'a1b2c3d4e']],
  ] as const)('%s: %j are none', (name, ids) => {
    for (const id of ids) expect(isId(name, id)).toBe(false);
  });

  it.each(Object.keys(idPatterns))('%s: no id can leave its folder', (name) => {
    for (const text of ['', '.', '..', '../x', 'a/b', 'a\\b', '\0', `T${'1'.repeat(300)}`]) {
      expect(isId(name as IdName, text)).toBe(false);
    }
  });

  it('a run is named after the second it starts in, and after who came before', () => {
    const date = new Date('2024-01-15T14:30:22.987Z');
    const taken = new Set<string>();
    const ids = Array.from({ length: 12 }, () => {
      const id = runIdAt(date, (other) => taken.has(other));
      taken.add(id);
      return id;
    });
    expect(ids.slice(0, 3)).toEqual(['run-20240115-143022', 'run-20240115-143022-2', 'run-20240115-143022-3']);
    expect(ids.every((id) => isId('run-id', id))).toBe(true);
  });

  it('T11-S1 is no subtask of T1', () => {
    expect(isSubtaskOf('T1', 'T1-S1')).toBe(true);
    expect(isSubtaskOf('T1', 'T11-S1')).toBe(false);
  });
});
