import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { notRun } from './needs.ts';

const exec = promisify(execFile);

/**
 * The folder of a package that only tests need and no clone should carry (other Nodes, agent programs): installed
 * once per exact version, kept outside the clone. A test that cannot have it counts as not run.
 */
export async function installedPackage(context: TestContext, name: string, version: string): Promise<string> {
  const cache = process.env['ORCHESTRAL_TEST_CACHE'];
  const home = process.env['ORCHESTRAL_TEST_HOME'];
  if (cache === undefined || home === undefined)
    return notRun(context, `${name}@${version} is fetched by npm test only`);
  const kept = path.join(cache, `${name.replace('/', '+')}@${version}`);
  const folder = path.join(kept, 'node_modules', name);
  if (fs.existsSync(folder)) return folder;
  const unfinished = `${kept}.${process.pid}`;
  fs.mkdirSync(unfinished, { recursive: true });
  try {
    // Agent programs that declare Node 22 run on Node 20 too; the project's own `engine-strict` would refuse them.
    const options = ['--no-save', '--no-audit', '--no-fund', '--engine-strict=false', '--prefix', unfinished];
    const args = ['install', ...options, `${name}@${version}`];
    await exec('npm', args, { cwd: unfinished, env: { ...process.env, HOME: home } });
    fs.renameSync(unfinished, kept);
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    // Another worker may have been first.
    if (!fs.existsSync(folder)) notRun(context, `${name}@${version} could not be installed: ${firstErrorLine(error)}`);
  }
  return folder;
}

function firstErrorLine(error: unknown): string {
  const lines = String(error).split('\n');
  return lines.find((line) => line.includes('npm error')) ?? lines[0] ?? '';
}
