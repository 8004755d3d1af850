import fs from 'node:fs';
import path from 'node:path';
import { sumSpending } from '../../base/spending.ts';
import type { ConductorView } from '../../schema/views/accounts.ts';
import type { Snapshot, Waiting } from '../../schema/views/snapshot.ts';
import type { LogPosition } from '../../store/log-follower.ts';
import { findConductor } from '../find-conductor.ts';
import type { Project } from '../project.ts';
import { toGraphView } from './auto-view.ts';
import { encodeCursor } from './cursor.ts';
import { findLogs, LogStates, type ProjectLog } from './logs.ts';
import { toRunView } from './run-view.ts';
import { toSessionView } from './session-view.ts';

export interface TakenSnapshot {
  readonly snapshot: Snapshot;
  /** How far each log was read for it. */
  readonly positions: ReadonlyMap<string, LogPosition>;
}

/** Takes snapshots of one project. */
export class SnapshotReader {
  readonly #project: Project;
  readonly #states: LogStates;

  constructor(project: Project, states: LogStates = new LogStates(project)) {
    this.#project = project;
    this.#states = states;
  }

  take(): TakenSnapshot {
    const { root, hash } = this.#project;
    const logs = findLogs(this.#project);
    const positions = new Map<string, LogPosition>();
    const [runs, sessions]: [Snapshot['runs'], Snapshot['sessions']] = [[], []];
    const unreadable: Snapshot['unreadable'] = [];
    let graph: Snapshot['auto'] = null;
    this.#states.keep(logs);
    for (const log of logs) {
      const known = this.#states.of(log);
      const looked = known.look();
      positions.set(log.id, known.position);
      if (!looked.ok) unreadable.push({ log: path.relative(root, log.path), code: looked.error.code });
      const state = looked.ok ? looked.value : undefined;
      const conductor = conductorOf(log);
      if (state?.kind === 'run') runs.push({ ...toRunView(state, log.folder), conductor });
      if (state?.kind === 'session')
        sessions.push({ ...toSessionView(state, { hash: log.id, folder: log.folder }), conductor });
      if (state?.kind === 'graph') graph = { ...toGraphView(state), conductor };
    }
    const all = [...runs, ...sessions, ...(graph === null ? [] : [graph])];
    const snapshot: Snapshot = {
      version: 1,
      cursor: encodeCursor(positions),
      project: { path: root, hash, is_prepared: fs.existsSync(path.join(root, '.orchestral/config')) },
      runs: runs.toReversed(),
      sessions: sessions.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1)),
      auto: graph,
      waiting: [...runs.flatMap(runWaits), ...sessions.flatMap(sessionWaits), ...autoWaits(graph)],
      spent: sumSpending(all.flatMap(({ spent }) => Object.values(spent))),
      unreadable,
    };
    return { snapshot, positions };
  }
}

function conductorOf({ folder, path: log }: ProjectLog): ConductorView {
  const holder = findConductor(folder, path.basename(log));
  return holder === null ? null : { pid: holder.pid, host: holder.host, since: holder.since };
}

function runWaits({ run_id, questions, step, work, undelivered }: Snapshot['runs'][number]): Waiting[] {
  if (questions.length > 0) return questions.map(({ crp_id }) => ({ kind: 'question', run_id, crp_id }));
  if (step === 'ready_for_merge' && work !== null) return [{ kind: 'pack', run_id, commit: work.commit }];
  return undelivered === null ? [] : [{ kind: 'checkout', of: 'run', id: run_id, why: undelivered.why }];
}

function sessionWaits({ request_id, delivery }: Snapshot['sessions'][number]): Waiting[] {
  if (delivery?.at !== 'left_alone') return [];
  return [{ kind: 'checkout', of: 'session', id: request_id, why: delivery.why ?? '' }];
}

function autoWaits(graph: Snapshot['auto']): Waiting[] {
  if (graph === null) return [];
  const { asks, left_alone } = graph;
  return [
    ...(asks === null ? [] : [{ kind: 'phase', phase: asks } as const]),
    ...(left_alone === null ? [] : [{ kind: 'checkout', of: 'auto', id: '', why: left_alone.why } as const]),
  ];
}
