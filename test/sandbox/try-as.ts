import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { bundleDriver } from '../support/bundle.ts';
import { needs, notRun } from '../support/needs.ts';

const run = promisify(execFile);
const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** An account that every system has. */
const NOBODY = 65_534;

/** What a command printed without a sandbox, in it, and in it without a network. */
export async function tryAs(
  context: TestContext,
  who: 'root' | 'an ordinary user',
  [file = '', ...args]: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  needs(context, 'bwrap', 'perl', 'unshare', 'setpriv');
  const isRoot = process.getuid?.() === 0;
  if (who === 'root' && !isRoot) notRun(context, 'the tests are not run by root');
  const scene = fs.mkdtempSync('/var/tmp/green-');
  context.onTestFinished(() => fs.rmSync(scene, { recursive: true, force: true }));
  fs.mkdirSync(path.join(scene, 'worktree'));
  fs.copyFileSync(here('everyday-program.mjs'), path.join(scene, 'worktree/everyday-program.mjs'));
  fs.cpSync(path.dirname(path.dirname(await bundleDriver(here('sandboxed-driver.ts')))), path.join(scene, 'drivers'), {
    recursive: true,
  });
  const isOther = isRoot && who !== 'root';
  if (isOther) await run('chown', ['-R', `${NOBODY}:${NOBODY}`, scene]);
  const user = isOther ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
  const driver = [process.execPath, path.join(scene, 'drivers/sandbox/sandboxed-driver.mjs'), scene, file, ...args];
  const { stdout } = await run('env', [...user, ...before, ...driver], { cwd: scene });
  const told: (string | null)[] = JSON.parse(stdout);
  return told.map((one) => one ?? notRun(context, 'bubblewrap may not make namespaces here'));
}
