import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

/** Runs before every test file: nothing of the person's own home, settings or accounts reaches a test. */
const OWNED_BY_THE_PERSON =
  /^(ORCHESTRAL_(?!TEST_)|CLAUDE|ANTHROPIC|OPENAI|CODEX|GEMINI|GOOGLE|OPENCODE|SLACK|GIT_|XDG_|TMUX|LC_|LANGUAGE$|NO_COLOR$|FORCE_COLOR$|COLORTERM$|CI$|EDITOR$|VISUAL$|PAGER$|NODE_OPTIONS$)/;

// One process has many test files, one after the other: TMPDIR is that of the file before.
const onDisk = (process.env['ORCHESTRAL_TEST_DISK'] ??= os.tmpdir());
const inMemory = (process.env['ORCHESTRAL_TEST_TMPDIR'] ??= folderInMemory() ?? onDisk);
// Codex has a sandbox of its own, with an empty /dev.
const isOfVendors = /\/test\/(?:conformance|e2e)\//.test(expect.getState().testPath ?? '');
const outside = isOfVendors ? onDisk : inMemory;
const root = fs.mkdtempSync(path.join(outside, 'orch-'));

for (const name of Object.keys(process.env)) if (OWNED_BY_THE_PERSON.test(name)) delete process.env[name];

Object.assign(process.env, {
  HOME: folder('home'),
  XDG_CONFIG_HOME: folder('config'),
  XDG_STATE_HOME: folder('state'),
  XDG_DATA_HOME: folder('data'),
  XDG_CACHE_HOME: folder('cache'),
  XDG_RUNTIME_DIR: folder('run'),
  TMPDIR: folder('tmp'),
  LANG: 'C.UTF-8',
  TZ: 'UTC',
  GIT_CONFIG_NOSYSTEM: '1',
  // A server outlives the test that it was started in; those that want one end it.
  ORCHESTRAL_DASHBOARD: 'off',
});

afterAll(noteTime);
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));

/** Tests write and sync small files all the time: on a disk that takes a fifth more of the processor, and far longer. */
function folderInMemory(): string | undefined {
  const [memory, wanted] = ['/dev/shm', 4 * 2 ** 30];
  try {
    fs.accessSync(memory, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(memory);
    return bavail * bsize >= wanted && os.freemem() >= wanted && !isNoExec(memory) ? memory : undefined;
  } catch {
    return undefined;
  }
}

function isNoExec(mounted: string): boolean {
  const line = fs.readFileSync('/proc/mounts', 'utf8').split('\n');
  return line.some((mount) => mount.split(' ')[1] === mounted && /\bnoexec\b/.test(mount));
}

function folder(name: string): string {
  const made = path.join(root, name);
  fs.mkdirSync(made, { mode: 0o700 });
  return made;
}

/** For `--times`: CPU seconds that this process, and the processes it waited for, took since the test file before. */
function noteTime(): void {
  const file = process.env['ORCHESTRAL_TEST_TIMES'];
  if (file === undefined) return;
  const stat = fs.readFileSync('/proc/self/stat', 'utf8');
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11)
    .map((ticks) => Number(ticks) / 100);
  const [pid, ownBefore, childrenBefore] = (process.env['ORCHESTRAL_TEST_NOTED'] ?? '').split(' ').map(Number);
  const before = pid === process.pid ? { own: ownBefore ?? 0, children: childrenBefore ?? 0 } : { own: 0, children: 0 };
  process.env['ORCHESTRAL_TEST_NOTED'] = [process.pid, utime + stime, cutime + cstime].join(' ');
  const test = path.relative(process.cwd(), expect.getState().testPath ?? '');
  const noted = { test, own: utime + stime - before.own, children: cutime + cstime - before.children };
  fs.appendFileSync(file, `${JSON.stringify(noted)}\n`);
}
