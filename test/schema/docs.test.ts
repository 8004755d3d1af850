import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('docs/reference/files.md says what the schemas say', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.mjs', '--check'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
