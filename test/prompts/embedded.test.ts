import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { expect, it } from 'vitest';
import { refinerPrompt } from '../../src/prompts/run/refiner.ts';
import { bundleDriver } from '../support/bundle.ts';
import { refiner, text } from './briefs.ts';

it('a bundled program says what the template says, wherever it runs', async () => {
  const program = await bundleDriver('test/prompts/embedded-driver.ts');
  const said = execFileSync(process.execPath, [program], { cwd: os.tmpdir(), encoding: 'utf8' });
  expect(said).toBe(text(refinerPrompt(refiner)));
  const [beginning = ''] = fs.readFileSync('templates/run/refiner.md', 'utf8').split('{{');
  expect(said.startsWith(beginning)).toBe(true);
});
