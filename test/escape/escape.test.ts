import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, type TestContext, test } from 'vitest';
import { bundleDriver } from '../support/bundle.ts';
import { needs, notRun } from '../support/needs.ts';
import { record } from '../support/scorecard.ts';
import { attempts as systemAttempts } from './attempts.ts';
import { movedSignInAttempts, vendorAttempts } from './vendor-attempts.ts';

const attempts = [...systemAttempts, ...vendorAttempts, ...movedSignInAttempts];

const run = promisify(execFile);

/** Nobody's. */
const ORDINARY = 64_123;

interface Played {
  readonly reached: readonly string[];
  readonly held: Readonly<Record<string, string>>;
}

interface Outcome {
  readonly without: Played;
  /** With the network, and without it; absent where there is no sandbox. */
  readonly on?: Played;
  readonly off?: Played;
  readonly gaps?: readonly string[];
}

describe.for([{ who: 'root' }, { who: 'an ordinary user' }] as const)('ways out, tried by $who', ({ who }) => {
  test('work without the sandbox, and none in it but those that are named', { timeout: 120_000 }, async (context) => {
    const { without, on, off, gaps } = await tryAll(context, who);
    if (on === undefined || off === undefined) notRun(context, 'bubblewrap may not make namespaces here');
    expect(gaps).toEqual([]);
    const needsPrivateNetwork = attempts.filter(({ network }) => network === 'off').map(({ name }) => name);
    expect(on.reached, JSON.stringify(on.held, null, 1)).toEqual(needsPrivateNetwork);
    expect(off.reached, JSON.stringify(off.held, null, 1)).toEqual([]);

    // What cannot be done here even without the sandbox (a kernel without it, another setting) shows nothing of it.
    const works = attempts.filter((one) => who === 'root' || one.works === undefined).map(({ name }) => name);
    const shown = works.filter((name) => without.reached.includes(name));
    const unshown = works.filter((name) => !without.reached.includes(name));
    expect(unshown.length, unshown.map((name) => `${name}: ${without.held[name]}`).join('\n')).toBeLessThan(10);
    record({
      promise: `Ways out of the sandbox, tried by ${who}`,
      asked: 'none but those that are named as open',
      measured: `${attempts.length} tried, ${shown.length} work without it; in it ${on.reached.length} (network on: ${on.reached.join(', ')}), ${off.reached.length} (off)`,
    });
  });
});

async function tryAll(context: TestContext, who: 'root' | 'an ordinary user'): Promise<Outcome> {
  needs(context, 'bwrap', 'perl', 'unshare', 'setpriv');
  if (os.arch() !== 'x64') notRun(context, 'the attempts make system calls of x86_64');
  const isRoot = process.getuid?.() === 0;
  if (who === 'root' && !isRoot) notRun(context, 'the tests are not run by root');
  const scene = fs.mkdtempSync('/var/tmp/escape-');
  try {
    const id = path.basename(scene).replace(/^escape-/, '') + process.pid.toString(16).padStart(6, '0');
    const driver = path.join(scene, 'driver.mjs');
    fs.cpSync(path.dirname(path.dirname(await bundleDriver(source))), path.dirname(driver), { recursive: true });
    fs.writeFileSync(path.join(scene, 'left-open'), 'secret\n');
    const isOther = isRoot && who !== 'root';
    if (isOther) await run('chown', ['-R', `${ORDINARY}:${ORDINARY}`, scene]);
    const user = isOther ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups'] : [];
    const line = [...user, 'perl', '-e', BEGIN, id, process.execPath, path.join(scene, 'escape/escape-driver.mjs')];
    const { stdout } = await run('env', [...line, scene, id], {
      env: { ...process.env, CONDUCTOR_SECRET: 'x' },
      cwd: scene,
      maxBuffer: 16 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  } finally {
    fs.rmSync(scene, { recursive: true, force: true });
  }
}

const source = fileURLToPath(new URL('escape-driver.ts', import.meta.url));

/**
 * Begins a session keyring with a key in it, as a login does, and leaves a file open; not one of the first descriptors,
 * which Node closes.
 */
const BEGIN = `use POSIX; my ($id, @command) = @ARGV; syscall(250, 1, 0); my ($type, $name, $key) = ("user", $id, "secret");
  syscall(248, $type, $name, $key, 6, -3);
  open(my $file, "<", "left-open") or die; POSIX::dup2(fileno($file), 200); exec { $command[0] } @command`;
