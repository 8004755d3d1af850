import os from 'node:os';
import { expect, test } from 'vitest';

test('home, XDG and temp folders are throw-away ones', () => {
  const root = os.homedir().replace(/\/home$/, '');
  expect(root).toMatch(/orch-\w+$/);
  expect(os.tmpdir()).toBe(`${root}/tmp`);
  for (const name of ['CONFIG', 'STATE', 'DATA', 'CACHE'].map((kind) => `XDG_${kind}_HOME`))
    expect(process.env[name]).toContain(root);
});
