import { setTimeout as pause } from 'node:timers/promises';
import type { ProjectApi, ProjectStatus } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { exit } from '../exit.ts';
import { projectOf } from '../project.ts';
import { statusLines } from '../report/status.ts';
import { createLive } from '../terminal/live.ts';
import { jsonLine } from '../terminal/visible.ts';
import { statusJson } from './status.ts';

const LOOK_EVERY_MS = 500;

/** The status as it changes, until interrupted: in place in a terminal, else line by line what is new. */
export const run: Run = async (context) => {
  await context.finishing(watch(projectOf(context), context));
  return exit.interrupted;
};

async function watch(project: ProjectApi, context: Context): Promise<void> {
  const { signal } = context.io;
  const show = showerFor(context);
  while (!signal.aborted) {
    show.status(await project.status());
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  show.close();
}

interface Shower {
  status(status: ProjectStatus): void;
  close(): void;
}

function showerFor(context: Context): Shower {
  const { io, flags, words, answer } = context;
  if (flags.json) return onChange((status) => answer(jsonLine(statusJson(status, words))));
  if (io.stdout.isTTY && io.env['TERM'] !== 'dumb') return inPlace(context);
  let before: readonly string[] = [];
  return onChange((status) => {
    const lines = statusLines(status, { ...context, columns: Infinity });
    for (const line of lines) if (line !== '' && !before.includes(line)) answer(line);
    before = lines;
  });
}

function inPlace(context: Context): Shower {
  const { io } = context;
  const live = createLive(io.stdout, { env: io.env });
  let last: readonly string[] = [];
  return {
    status: (status) => {
      last = statusLines(status, { ...context, columns: Math.max(20, (io.stdout.columns || 80) - 1) });
      live.set(last);
    },
    // What was seen last stays.
    close: () => {
      live.close();
      for (const line of last) io.stdout.write(`${line}\n`);
    },
  };
}

function onChange(show: (status: ProjectStatus) => void): Shower {
  let before = '';
  return {
    close: () => undefined,
    status: (status) => {
      const now = JSON.stringify(status);
      if (now !== before) show(status);
      before = now;
    },
  };
}
