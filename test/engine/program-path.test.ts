import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withProgramPath } from '../../src/engine/program-path.ts';
import { temporaryFolder } from '../support/auto-store.ts';

test('no program is looked for in the folder it is started in, or in the project, also through a link', () => {
  const root = fs.realpathSync(temporaryFolder());
  const project = path.join(root, 'shop');
  fs.mkdirSync(path.join(project, 'bin'), { recursive: true });
  fs.symlinkSync(path.join(project, 'bin'), path.join(root, 'tools'));
  const PATH = ['', '.', 'node_modules/.bin', `${project}/node_modules/.bin`, project, `${root}/tools`];
  const kept = ['/usr/bin', `${project}-tools`, '/nowhere'];
  expect(withProgramPath({ PATH: [...PATH, ...kept].join(':'), HOME: '/h' }, project)).toEqual({
    PATH: kept.join(':'),
    HOME: '/h',
  });
  expect(withProgramPath({ HOME: '/h' }, project)).toEqual({ HOME: '/h' });
});
