import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findCommands, findsCopies } from '../../src/evidence/project-commands.ts';
import { temporaryFolder } from '../support/auto-store.ts';

test.each([
  ['vitest looks everywhere', { test: 'vitest run' }, {}, true],
  ['unless it is told', { test: 'vitest run' }, { 'vitest.config.ts': "exclude: ['.orchestral/**']" }, false],
  ['node --test looks everywhere', { test: 'node --test' }, {}, true],
  ['unless it is told where', { test: 'node --test test/' }, {}, false],
  ['any other command is not known to', { test: 'make check' }, {}, false],
])('%s', (_name, scripts, files, expected) => {
  const root = temporaryFolder();
  fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'x', type: 'module', scripts }));
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(root, file), text);
  expect(findsCopies(findCommands(root, undefined).tests, root, '.orchestral')).toBe(expected);
});
