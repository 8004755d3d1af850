import { describe, expect, it } from 'vitest';
import { documentNames } from '../../src/schema/documents.ts';
import { documentAt, leadsToDocuments, placeOf, placeRoots } from '../../src/schema/places.ts';

const ids = {
  hash: 'a1b2c3d4',
  request: 'R1',
  task: 'T1',
  subtask: 'T1-S1',
  run: 'run-20240115-143022',
  crp: 'crp-001',
  vcr: 'vcr-001',
};

function examplePath(place: string): string {
  return Object.entries(ids).reduce((path, [slot, id]) => path.replace(`{${slot}}`, id), place);
}

describe('places', () => {
  it.each(documentNames.filter((name) => name !== 'config-user'))(
    '%s is found at its place, through folders that lead there',
    (name) => {
      const path = examplePath(placeOf(name));
      expect(documentAt(path)?.name).toBe(name);
      const root = placeRoots.find((root) => path === root || path.startsWith(`${root}/`));
      expect(root).toBeDefined();
      const folders = path.split('/').slice(0, -1);
      for (const [i] of folders.entries()) expect(leadsToDocuments(folders.slice(0, i + 1).join('/'))).toBe(true);
    },
  );

  it('gives the ids of the place', () => {
    expect(documentAt('.claude/orchestrator/sessions/a1b2c3d4/contracts/R1/T1/T1-S1/test-result.yaml')).toEqual({
      name: 'test-result',
      ids: { hash: 'a1b2c3d4', request: 'R1', task: 'T1', subtask: 'T1-S1' },
    });
    expect(documentAt('.orchestral/runs/run-20240115-143022-2/crp/crp-1234.json')).toEqual({
      name: 'crp',
      ids: { run: 'run-20240115-143022-2', crp: 'crp-1234' },
    });
    expect(documentAt('.claude/orchestrate-state.json')).toEqual({ name: 'auto-state', ids: {} });
  });

  it.each([
    '',
    'session.json',
    '.claude/orchestrate-state.json.bak',
    '.claude/orchestrate-state.json/',
    '.claude/orchestrator/sessions/../session.json',
    '.claude/orchestrator/sessions/A1B2C3D4/session.json',
    '.claude/orchestrator/sessions/a1b2c3d4/contracts/R1/T1/test-result.yaml',
    '.orchestral/runs/run-1/state.json',
    '.orchestral/runs/run-20240115-143022/builder/output/state.json',
    '.orchestral/runs/run-20240115-143022/crp/.json',
    '.orchestral/runs/run-20240115-143022/crp/crp-01.json',
    '.orchestral/config/toString.json',
  ])('%j is no place of a document', (path) => {
    expect(documentAt(path)).toBeUndefined();
  });

  it.each(['.orchestral/runs/run-20240115-143022/builder', '.orchestral/runs/x', 'src', '.claude/commands'])(
    'nothing is looked for in %s',
    (folder) => {
      expect(leadsToDocuments(folder)).toBe(false);
    },
  );
});
