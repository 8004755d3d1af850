import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { bundleDriver } from './bundle.ts';

test('a driver in TypeScript runs under plain node', async () => {
  const program = await bundleDriver('test/cli/program-driver.ts');
  expect(execFileSync(process.execPath, [program, '--version'], { encoding: 'utf8' })).toBe('0.0.0-development\n');
});
