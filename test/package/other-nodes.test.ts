import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installedPackage } from '../support/installed.ts';
import { record } from '../support/scorecard.ts';
import { sampled } from '../support/tier.ts';

const PROGRAM = path.resolve('bin/orchestral.js');
const CALLS = [['--version'], ['--help'], ['schema'], ['schema', 'session'], ['status', '--json']];

test.for(sampled(['22.23.3', '24.21.0'], 1))('the built program does the same on Node %s', async (version, context) => {
  const node = path.join(await installedPackage(context, `node-linux-${process.arch}`, version), 'bin/node');
  expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toBe(`v${version}\n`);
  const project = fs.mkdtempSync(path.join(os.tmpdir(), 'project-'));
  const answers = (runner: string) =>
    CALLS.map((args) => execFileSync(runner, [PROGRAM, ...args], { cwd: project, encoding: 'utf8', stdio: 'pipe' }));
  expect(answers(node)).toEqual(answers(process.execPath));
  record({ promise: `the program runs on Node ${version.split('.')[0]}`, asked: 'yes', measured: `yes (${version})` });
});
