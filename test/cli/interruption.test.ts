import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import type { Io } from '../../src/cli/io.ts';
import { processesWith } from '../support/processes.ts';
import { programFile, project } from './orchestral.ts';
import { noKeyboard } from '../support/run-in-process.ts';

describe('an interruption', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s ends the children too, says so, and is exit 130',
    async (signal) => {
      const bin = fs.mkdtempSync(path.join(os.tmpdir(), 'bin-'));
      const started = path.join(bin, 'started');
      fs.writeFileSync(
        path.join(bin, 'git'),
        `#!/bin/sh\necho $$ > ${started}.new; /bin/mv ${started}.new ${started}; exec /bin/sleep 600\n`,
        { mode: 0o755 },
      );
      const child = spawn(process.execPath, [await programFile(), 'doctor'], {
        cwd: project(),
        env: { ...process.env, PATH: bin },
      });
      const watcher = fs.watch(bin);
      while (!fs.existsSync(started)) await once(watcher, 'change');
      watcher.close();
      const began = performance.now();
      child.kill(signal);
      const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect({ code, stderr }).toEqual({ code: 130, stderr: '\ninterrupted\n' });
      // Left alone, the program would have been waited for: 10 s.
      expect(performance.now() - began).toBeLessThan(8_000);
      const pid = Number(fs.readFileSync(started, 'utf8'));
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
  );
});

test('a second Ctrl-C does not wait: it says so, and no agent stays, whatever it does with signals', async () => {
  // Without a sandbox, which would end with the program anyway.
  const cwd = project({ '.orchestral/config/agents.json': JSON.stringify({ version: 1, sandbox: 'off' }) });
  const agent = `command:trap '' INT TERM HUP; echo begun; while :; do sleep 1; done`;
  const child = spawn(process.execPath, [await programFile(), '--trust', 'agents', 'test', agent], {
    cwd,
    env: { ...process.env, LC_MARK: cwd },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said).toContain('begun');
  const closed = once(child, 'close');
  // The first one asks the agent, which does not listen. Two that come while the program is not running count as one.
  const again = setInterval(() => child.kill('SIGINT'), 300);
  child.kill('SIGINT');
  const [code] = await closed;
  clearInterval(again);
  expect(code).toBe(130);
  expect(said).toContain('stopped at once');
  await expect.poll(() => processesWith(`LC_MARK=${cwd}`)).toEqual([]);
});

/** The program with another world around it. */
async function played(argv: readonly string[], io: Partial<Io>) {
  const said = { out: '', err: '', code: -1 };
  const world: Io = {
    stdout: { isTTY: false, columns: undefined, write: (words) => void (said.out += words) },
    stderr: { isTTY: false, columns: undefined, write: (words) => void (said.err += words) },
    stdin: process.stdin,
    keyboard: noKeyboard,
    env: {},
    cwd: '/',
    version: '1.2.3',
    signal: new AbortController().signal,
    onLost: () => undefined,
    onForcedEnd: () => undefined,
    end: (code) => {
      said.code = code;
    },
  };
  await main(argv, Object.defineProperties(world, Object.getOwnPropertyDescriptors(io)));
  return said;
}

describe('a bug', () => {
  const buggy = (argv: readonly string[]) =>
    played(argv, {
      get cwd(): never {
        throw new TypeError('cannot read \u001b[2Jproperties');
      },
    });

  test('is one line, and how to report it', async () => {
    expect(await buggy(['status'])).toEqual({
      code: 1,
      out: '',
      err: 'error: this is a bug in Orchestral: cannot read \\x1b[2Jproperties\n  please report it with what --verbose prints\n',
    });
  });

  test('shows its stack when asked, and is JSON for programs', async () => {
    const { err, out } = await buggy(['status', '--verbose', '--json']);
    expect(err).toMatch(/\n {4}at /);
    expect(JSON.parse(out)).toMatchObject({ error: { code: 'bug' } });
  });
});

test('the version is answered among other flags too', async () => {
  expect(await played(['--json', '--version'], {})).toEqual({ code: 0, out: '1.2.3\n', err: '' });
});

test('a lost answer is told on stderr', async () => {
  const lost: ((errno: string) => void)[] = [];
  const said = await played(['schema'], { onLost: (listener) => lost.push(listener) });
  lost[0]?.('EIO');
  await vi.waitFor(() => expect(said.code).toBe(5));
  expect(said.err).toContain('the output could not be written (EIO)');
});
