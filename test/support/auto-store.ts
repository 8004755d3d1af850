import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { ok } from '../../src/base/result.ts';
import { realDisk } from '../../src/files/disk.ts';
import type { Notice } from '../../src/schema/notice.ts';
import { Store } from '../../src/store/store.ts';
import type { StoreOptions } from '../../src/store/store-options.ts';
import { auto } from '../../src/workflows/auto/auto.ts';
import type { AutoEvent } from '../../src/workflows/auto/events.ts';
import type { AutoState } from '../../src/workflows/auto/graph-state.ts';
import type { AutoDocuments } from '../../src/workflows/auto/show.ts';

export type AutoStore = Store<AutoState, AutoEvent, AutoDocuments>;
type AutoStoreOptions = StoreOptions<AutoState, AutoEvent, AutoDocuments>;

/** A project folder with a task graph in it, and everything that was noticed while it was worked on. */
export interface AutoProject {
  readonly folder: string;
  readonly document: string;
  readonly log: string;
  readonly notices: Notice[];
  open(overrides?: Partial<AutoStoreOptions>): Promise<AutoStore>;
}

export function autoProject(folder: string = temporaryFolder()): AutoProject {
  const notices: Notice[] = [];
  const options = autoStoreOptions(folder, (notice) => notices.push(notice));
  return {
    folder,
    document: options.documents[0].path,
    log: options.log,
    notices,
    async open(overrides = {}) {
      const opened = await Store.open({ ...options, ...overrides });
      if (!opened.ok) throw new Error(`did not open: ${JSON.stringify(opened.error)}`, { cause: opened.error });
      return opened.value;
    },
  };
}

export function temporaryFolder(): string {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'project-')));
}

export function autoStoreOptions(folder: string, onNotice: AutoStoreOptions['onNotice']): AutoStoreOptions {
  const claude = path.join(folder, '.claude');
  return {
    workflow: auto,
    folder,
    log: path.join(claude, 'orchestrate-events.log'),
    documents: [{ name: 'auto-state', path: path.join(claude, 'orchestrate-state.json'), inputs: ['config'] }],
    record: path.join(
      process.env['XDG_STATE_HOME'] ?? folder,
      `shown-${createHash('sha256').update(folder).digest('hex')}.json`,
    ),
    command: 'test',
    disk: realDisk,
    clock: systemClock,
    onNotice,
    onPoint: () => {},
    onRestored: () => Promise.resolve('log'),
  };
}

/** `width` chains of tasks in phase 1: T1.1 … T1.n, each needing the one `width` before it. */
export function planOf(tasks: number, width = 10): AutoEvent {
  const id = (number: number) => `T1.${number}`;
  return {
    type: 'planned',
    data: {
      project: 'sample',
      mode: 'ultra-thin',
      tasks: Array.from({ length: tasks }, (_, index) => ({
        id: id(index + 1),
        phase: 1,
        needs: index < width ? [] : [id(index + 1 - width)],
        completed: false,
        title: `Task ${index + 1}`,
        kind: 'task',
        files: [],
        expected: 60,
      })),
    },
  };
}

export function commitAll(store: AutoStore, ...events: AutoEvent[]): ReturnType<AutoStore['commit']> {
  return store.commit(() => ok(events));
}

/** An agent begins with a task. */
export function started(id: string): AutoEvent {
  return { type: 'effect_started', data: { effect: `auto/${id}/work#1`, slot: 1 } };
}

export function entered(phase: number, worktree: string | null = null): AutoEvent {
  return { type: 'phase_entered', data: { effect: `auto/begin#${phase}`, phase, worktree, branch: null, tip: null } };
}
