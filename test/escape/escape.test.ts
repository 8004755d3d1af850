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
import { attempts, describeWaysOut, openAttempts } from './ways-out.ts';

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
  test('work without the sandbox, and none in it but those that are named', async (context) => {
    const { without, on, off, gaps } = await tryAll(context, who);
    // What cannot be done here even without the sandbox (a kernel without it, another setting) shows nothing of it.
    const works = attempts.filter((one) => who === 'root' || one.works === undefined).map(({ name }) => name);
    expect(without.reached.filter((name) => !works.includes(name))).toEqual([]);
    const shown = works.filter((name) => without.reached.includes(name));
    const unshown = works.filter((name) => !without.reached.includes(name));
    expect(unshown.length, unshown.map((name) => `${name}: ${without.held[name]}`).join('\n')).toBeLessThan(10);

    if (on === undefined || off === undefined) notRun(context, 'bubblewrap may not make namespaces here');
    expect(gaps).toEqual([]);
    const named = attempts.filter((one) => openAttempts.includes(one));
    expect(on.reached, JSON.stringify(on.held, null, 1)).toEqual(named.map(({ name }) => name));
    const always = named.filter(({ network }) => network === undefined).map(({ name }) => name);
    expect(off.reached, JSON.stringify(off.held, null, 1)).toEqual(always);
    record({
      promise: `Ways out of the sandbox, tried by ${who}`,
      asked: 'none but those that are named as open',
      measured: `${attempts.length} tried, ${shown.length} work without it; in it ${on.reached.length} (network on: ${on.reached.join(', ')}), ${off.reached.length} (off)`,
    });
  });
});

test('an agent that prints 10 GB is ended at its limit, and fills no memory', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flood-'));
  const driver = await bundleDriver(fileURLToPath(new URL('flood-driver.ts', import.meta.url)));
  const { stdout } = await run(process.execPath, [driver, folder]);
  const { endings, megabytes } = JSON.parse(stdout) as { endings: string[]; megabytes: number };
  expect(new Set(endings)).toEqual(new Set(['too_much_output']));
  expect(megabytes).toBeLessThan(300);
  record({ promise: 'Memory while an agent prints 10 GB', asked: '≤ 300 MB', measured: `${megabytes} MB` });
});

test('SECURITY.md names what is open in the sandbox, and docs/reference/sandbox-escapes.md what is open without it', async () => {
  const page = fs.readFileSync('SECURITY.md', 'utf8').replaceAll(/\s+/g, ' ');
  for (const { name } of openAttempts) expect(page).toContain(`**${name}**`);
  expect(page).toContain('docs/reference/sandbox-escapes.md');
  await expect(describeWaysOut()).toMatchFileSnapshot(path.resolve('docs/reference/sandbox-escapes.md'));
});

async function tryAll(context: TestContext, who: 'root' | 'an ordinary user'): Promise<Outcome> {
  needs(context, 'perl', 'unshare', 'setpriv');
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
