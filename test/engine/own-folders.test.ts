import fs from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { openProjectAt } from '../../src/engine/door/open-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';

function opened(project: string): string {
  const found = openProjectAt({ cwd: '/', named: project }, { env: process.env });
  return found.ok ? 'opened' : `${found.error.code} ${JSON.stringify(found.error.params)}`;
}

test.each([
  '.orchestral',
  '.orchestral/runs',
  '.orchestral/config',
  '.orchestral/prompts',
  '.orchestral/runs/run-20260115-103000',
  '.claude',
  '.claude/orchestrator',
  '.claude/orchestrator/sessions',
  '.claude/orchestrator/knowledge/0123abcd',
  '.claude/orchestrator/sessions/0123abcd/contracts',
])('a link at %s that leads out of the project: nothing is read or written there', (place) => {
  const root = temporaryFolder();
  const [project, elsewhere] = [path.join(root, 'shop'), path.join(root, 'elsewhere')];
  fs.mkdirSync(elsewhere);
  fs.mkdirSync(path.dirname(path.join(project, place)), { recursive: true });
  expect(opened(project)).toBe('opened');
  fs.symlinkSync(elsewhere, path.join(project, place));
  expect(opened(project)).toBe(`project.link_leaves {"link":"${place}"}`);
  fs.rmSync(path.join(project, place));
  fs.mkdirSync(path.join(project, 'inside'));
  fs.symlinkSync(path.join(project, 'inside'), path.join(project, place));
  expect(opened(project)).toBe('opened');
});

test('a folder of ours that cannot be read is no bug of ours', () => {
  const project = temporaryFolder();
  fs.mkdirSync(path.join(project, '.orchestral/runs'), { recursive: true });
  // Root may read everything, and tests may run as root.
  const refused = Object.assign(new Error('EACCES: permission denied, scandir'), { code: 'EACCES' });
  const reading = vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
    throw refused;
  });
  try {
    expect(opened(project)).toBe('file.unreadable {"errno":"EACCES"}');
  } finally {
    reading.mockRestore();
  }
});
