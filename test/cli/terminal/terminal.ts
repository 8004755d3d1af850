import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const exec = promisify(execFile);

export interface Terminal {
  /** What is on the screen and above it, without empty lines at the end. */
  screen(): string;
  /** The screen once it is as wanted; a terminal tells nobody, so it is looked at again and again. */
  until(wanted: (screen: string) => boolean): Promise<string>;
  press(...keys: string[]): void;
  /** Types text as it is. */
  type(text: string): void;
  /** Lets the program go on behind the point of this name. */
  pass(point: string): Promise<void>;
  resize(columns: number): void;
  isCursorShown(): boolean;
}

export interface TerminalOptions {
  readonly columns: number;
  readonly rows?: number;
  /** A file for `node`, and its arguments. */
  readonly run: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A real terminal with a program in it; when that ends its exit code is shown. It is gone with the test. */
export function terminal({ columns, rows = 24, run, env = {} }: TerminalOptions): Terminal {
  const socket = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'tty-')), 's');
  const whole = { ...process.env, LANG: 'C.UTF-8', TTY_SOCKET: socket, ...env };
  const args = (own: readonly string[]) => ['-S', socket, '-u', '-f', '/dev/null', ...own];
  const tmux = (...own: string[]) => execFileSync('tmux', args(own), { encoding: 'utf8', env: whole });
  const quoted = [process.execPath, ...run].map((part) => `'${part}'`).join(' ');
  tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, `${quoted}; echo "exit $?"; exec sleep 600`);
  const screen = () => tmux('capture-pane', '-p', '-S', '-').trimEnd();
  onTestFinished(({ task }) => {
    // Whoever waited in vain wants to know for what.
    if (task.result?.state === 'fail') process.stderr.write(`the terminal shows:\n${screen()}\n`);
    tmux('kill-server');
  });
  return {
    screen,
    until: async (wanted) => {
      for (;;) {
        const now = screen();
        if (wanted(now)) return now;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    press: (...keys) => void tmux('send-keys', ...keys),
    type: (text) => void tmux('send-keys', '-l', text),
    pass: async (point) => void (await exec('tmux', args(['wait-for', '-S', point]), { env: whole })),
    resize: (wide) => void tmux('resize-window', '-x', `${wide}`),
    isCursorShown: () => tmux('display-message', '-p', '#{cursor_flag}').trim() === '1',
  };
}

/** For the program inside: waits until the test lets it pass. */
export async function point(name: string): Promise<void> {
  await exec('tmux', ['-S', process.env['TTY_SOCKET'] ?? '', 'wait-for', name]);
}
