import fs from 'node:fs';

/** What is typed while nothing is asked: it is neither shown nor kept for the next question. */
export interface Keyboard {
  /** Reads and drops what is typed until the returned function is called. Ctrl-C, Ctrl-Z and Ctrl-\ stay what they are. */
  mute(): () => void;
  /** Drops what was typed so far, then asks. */
  ask<T>(question: () => Promise<T>): Promise<T>;
}

/** The stream is made when it is first needed. */
export function createKeyboard(stdin: () => NodeJS.ReadStream): Keyboard {
  let muted = 0;
  let questions = 0;
  let isReading = false;
  const onData = (bytes: Buffer | string) => signalFrom(String(bytes));
  const update = () => {
    const wanted = muted > 0 && questions === 0;
    if (wanted === isReading || !ownsTerminal()) return;
    isReading = wanted;
    if (wanted) startReading(stdin(), onData);
    else stopReading(stdin(), onData);
  };
  // Who continued the program may have moved it to the foreground, and the shell has set the terminal as it likes it.
  const onContinued = () => {
    if (isReading && ownsTerminal()) stdin().setRawMode(false).setRawMode(true);
    update();
  };
  return {
    mute: () => {
      if (!stdin().isTTY) return () => undefined;
      if (muted++ === 0) process.on('SIGCONT', onContinued);
      update();
      let isMuted = true;
      return () => {
        if (!isMuted) return;
        isMuted = false;
        if (--muted === 0) process.off('SIGCONT', onContinued);
        update();
      };
    },
    ask: async (question) => {
      questions++;
      update();
      try {
        await drain(stdin());
        return await question();
      } finally {
        questions--;
        update();
      }
    },
  };
}

function startReading(stdin: NodeJS.ReadStream, onData: (bytes: Buffer | string) => void): void {
  stdin.setRawMode(true).on('data', onData).resume();
  // Nobody waits for what is dropped.
  stdin.unref();
}

function stopReading(stdin: NodeJS.ReadStream, onData: (bytes: Buffer | string) => void): void {
  stdin.off('data', onData).pause().setRawMode(false);
  stdin.ref();
}

/** Nothing came for so long: what was typed before has all been read. */
const QUIET_MS = 30;
const LONGEST_MS = 500;

async function drain(stdin: NodeJS.ReadStream): Promise<void> {
  if (!stdin.isTTY || !ownsTerminal()) return;
  let hasRead = false;
  const onData = (bytes: Buffer | string) => {
    hasRead = true;
    signalFrom(String(bytes));
  };
  startReading(stdin, onData);
  const until = performance.now() + LONGEST_MS;
  do {
    hasRead = false;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  } while (hasRead && performance.now() < until);
  stopReading(stdin, onData);
}

const signals: readonly (readonly [string, NodeJS.Signals])[] = [
  ['\u0003', 'SIGINT'],
  ['\u001a', 'SIGTSTP'],
  ['\u001c', 'SIGQUIT'],
];

/** As the terminal would: to all that run in its foreground. */
function signalFrom(typed: string): void {
  for (const [key, signal] of signals) if (typed.includes(key)) process.kill(0, signal);
}

/** A program in the background that changes the terminal is stopped. Where that cannot be seen, none is taken for one. */
function ownsTerminal(): boolean {
  let stat: string;
  try {
    stat = fs.readFileSync('/proc/self/stat', 'latin1');
  } catch {
    return true;
  }
  // pid (comm) state ppid pgrp session tty_nr tpgid
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === foreground;
}
