import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bundleDriver } from './bundle.ts';

test('a driver in TypeScript runs under plain node, named after its content', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'driver-'));
  const said = (name: string, words: string) => {
    const entry = path.join(folder, name);
    fs.writeFileSync(path.join(folder, 'words.ts'), `export const words: string = '${words}';`);
    fs.writeFileSync(entry, `import { words } from './words.ts'; console.log(words satisfies string);`);
    return bundleDriver(entry);
  };
  const first = await said('first.ts', 'one');
  const second = await said('second.ts', 'two');
  expect(execFileSync(process.execPath, [first], { encoding: 'utf8' })).toBe('one\n');
  expect(execFileSync(process.execPath, [second], { encoding: 'utf8' })).toBe('two\n');
});
