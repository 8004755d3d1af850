import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { ok } from '../../src/base/result.ts';
import { realDisk } from '../../src/files/disk.ts';
import { Store } from '../../src/store/store.ts';
import type { StoreOptions } from '../../src/store/store-options.ts';
import { auto } from '../../src/workflows/auto/auto.ts';
import { run } from '../../src/workflows/run/run.ts';
import { sessionIn } from '../../src/workflows/session/session.ts';
import { planOf } from './auto-store.ts';

/** A log of a project that is written without anything being conducted. */
export interface WrittenLog {
  readonly id: string;
  readonly path: string;
  /** Records a pair of events, `bytes` long at least. */
  write(bytes?: number): Promise<void>;
  start(effect: string): Promise<void>;
  interrupt(effect: string): Promise<void>;
  close(): Promise<void>;
}

export const SESSION = '0a1b2c3d';

/** Begins the log of `run-…`, `auto` or a session, or goes on with it. */
export async function writtenLog(folder: string, id: string): Promise<WrittenLog> {
  if (id === 'auto') return autoLog(folder);
  return id.startsWith('run-') ? runLog(folder, id) : sessionLog(folder, id);
}

async function runLog(folder: string, id: string): Promise<WrittenLog> {
  const own = path.join(folder, '.orchestral/runs', id);
  const store = await opened({
    ...common(folder, path.join(own, 'events.log')),
    workflow: run,
    documents: [{ name: 'run-state', path: path.join(own, 'state.json') }],
  });
  const data = { run_id: id, max_iterations: 3, branch: 'main', commit: 'c0ffee' };
  await store.commit((state) => ok(state.kind === 'unstarted' ? [{ type: 'run_started', data }] : []));
  return writer(id, path.join(own, 'events.log'), {
    started: async (effect) => void (await store.commit(() => ok([{ type: 'effect_started', data: { effect } }]))),
    ended: async (effect) => void (await store.commit(() => ok([{ type: 'effect_interrupted', data: { effect } }]))),
    close: () => store.close(),
  });
}

async function sessionLog(folder: string, hash: string): Promise<WrittenLog> {
  const own = path.join(folder, '.claude/orchestrator/sessions', hash);
  const store = await opened({
    ...common(folder, path.join(own, 'events.log')),
    workflow: sessionIn({ path: folder, name: 'sample', hash }),
    documents: [
      { name: 'session', path: path.join(own, 'session.json') },
      { name: 'session-state', path: path.join(own, 'state.json') },
    ],
  });
  const data = {
    request_id: 'R1',
    original_request: 'A greeting.',
    manifest: { claude_md: false, agents_md: false },
    branch: 'main',
    base: { commit: 'c0ffee', tree: 'beef' },
    limits: { implementation: 3, design: 2 },
  };
  await store.commit((state) => ok(state.kind === 'none' ? [{ type: 'session_started', data }] : []));
  return writer(hash, path.join(own, 'events.log'), {
    started: async (effect) => void (await store.commit(() => ok([{ type: 'effect_started', data: { effect } }]))),
    ended: async (effect) => void (await store.commit(() => ok([{ type: 'effect_interrupted', data: { effect } }]))),
    close: () => store.close(),
  });
}

async function autoLog(folder: string): Promise<WrittenLog> {
  const own = path.join(folder, '.claude');
  const log = path.join(own, 'orchestrate-events.log');
  const store = await opened({
    ...common(folder, log),
    workflow: auto,
    documents: [{ name: 'auto-state', path: path.join(own, 'orchestrate-state.json'), inputs: ['config'] }],
  });
  await store.commit((state) => ok(state.kind === 'unplanned' ? [planOf(3)] : []));
  return writer('auto', log, {
    started: async (effect) =>
      void (await store.commit(() => ok([{ type: 'effect_started', data: { effect, slot: null } }]))),
    ended: async (effect) => void (await store.commit(() => ok([{ type: 'effect_interrupted', data: { effect } }]))),
    close: () => store.close(),
  });
}

let written = 0;

interface Recording {
  readonly started: (effect: string) => Promise<void>;
  readonly ended: (effect: string) => Promise<void>;
  readonly close: () => Promise<{ readonly ok: boolean }>;
}

function writer(id: string, log: string, { started, ended, close }: Recording): WrittenLog {
  return {
    id,
    path: log,
    write: async (bytes = 0) => {
      written += 1;
      const effect = `${id}/step${'x'.repeat(bytes)}#${written}`;
      await Promise.all([started(effect), ended(effect)]);
    },
    start: started,
    interrupt: ended,
    close: async () => {
      const closed = await close();
      if (!closed.ok) throw new Error(`did not close: ${JSON.stringify(closed)}`);
    },
  };
}

function common(folder: string, log: string) {
  return {
    folder,
    log,
    record: `${log}.shown.json`,
    command: 'test',
    disk: realDisk,
    clock: systemClock,
    onNotice: () => undefined,
    onPoint: () => undefined,
    onRestored: () => Promise.resolve('log' as const),
  };
}

async function opened<S, E extends { type: string; data: unknown }, D extends object>(
  options: StoreOptions<S, E, D>,
): Promise<Store<S, E, D>> {
  const store = await Store.open(options);
  if (!store.ok) throw new Error(`did not open: ${JSON.stringify(store.error)}`);
  return store.value;
}
