import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Failure, Holder } from '../../base/failure.ts';
import { compareRunIds, isId } from '../../base/ids.ts';
import type { Result } from '../../base/result.ts';
import type { LogPosition } from '../../store/log-follower.ts';
import { LogState } from '../../store/log-state.ts';
import { readLogEvent, type StoreEvent } from '../../store/store-event.ts';
import { auto } from '../../workflows/auto/auto.ts';
import type { AutoEvent } from '../../workflows/auto/events.ts';
import type { AutoState } from '../../workflows/auto/graph-state.ts';
import type { RunEvent } from '../../workflows/run/events.ts';
import type { RunState } from '../../workflows/run/run-state.ts';
import { run } from '../../workflows/run/run.ts';
import type { SessionEvent } from '../../workflows/session/events.ts';
import type { SessionState } from '../../workflows/session/session-state.ts';
import { sessionIn } from '../../workflows/session/session.ts';
import { findConductor } from '../find-conductor.ts';
import { namesIn } from '../on-disk.ts';
import type { Project } from '../project.ts';

/** A log of a project: of one run, of one session, or of the task graph. */
export interface ProjectLog {
  readonly workflow: 'run' | 'session' | 'auto';
  /** `run-…`, the hash that names the session's folder, `auto`. */
  readonly id: string;
  /** Where the documents beside it lie. */
  readonly folder: string;
  readonly path: string;
}

/** Those that are there now: runs, oldest first, then sessions, then the task graph. */
export function findLogs(project: Project): ProjectLog[] {
  const { root } = project;
  const runs = namesIn(path.join(root, RUNS)).filter((name) => isId('run-id', name));
  const sessions = namesIn(path.join(root, SESSIONS)).filter((name) => isId('project-hash', name));
  const logs = [
    ...runs.sort(compareRunIds).map((id) => logOf(project, { workflow: 'run', id })),
    ...sessions.map((id) => logOf(project, { workflow: 'session', id })),
    logOf(project, { workflow: 'auto', id: 'auto' }),
  ];
  return logs.filter((log) => fs.existsSync(log.path));
}

const RUNS = '.orchestral/runs';
const SESSIONS = '.claude/orchestrator/sessions';

/** Where it is, or would be. */
export function logOf({ root }: Project, { workflow, id }: Pick<ProjectLog, 'workflow' | 'id'>): ProjectLog {
  const own = workflow === 'auto' ? '.claude' : path.join(workflow === 'run' ? RUNS : SESSIONS, id);
  const folder = path.join(root, own);
  const name = workflow === 'auto' ? 'orchestrate-events.log' : 'events.log';
  return { workflow, id, folder, path: path.join(folder, name) };
}

export type AnyState = RunState | SessionState | AutoState;

/** The state of a log, for whoever only reads it. */
export interface ReadState {
  look(): Result<AnyState | undefined, Failure>;
  readonly position: LogPosition;
}

function openLogState({ workflow, path: log, id }: ProjectLog, { root }: Project): ReadState {
  switch (workflow) {
    case 'run':
      return new LogState(log, run);
    case 'session':
      return new LogState(log, sessionIn({ path: root, name: path.basename(root), hash: id }));
    case 'auto':
      return new LogState(log, auto);
    default:
      return workflow satisfies never;
  }
}

/** The states of a project's logs: what was read for one look is not read again for the next, whoever looks. */
export class LogStates {
  readonly #project: Project;
  readonly #known = new Map<string, ReadState>();

  constructor(project: Project) {
    this.#project = project;
  }

  of(log: ProjectLog): ReadState {
    const known = this.#known.get(log.id) ?? openLogState(log, this.#project);
    this.#known.set(log.id, known);
    return known;
  }

  /** All others are forgotten. */
  keep(logs: readonly ProjectLog[]): void {
    const ids = new Set(logs.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
  }
}

/** What a line says, by workflow. */
export type LoggedEvent =
  | ({ readonly workflow: 'run' } & (RunEvent | StoreEvent<RunEvent>))
  | ({ readonly workflow: 'session' } & (SessionEvent | StoreEvent<SessionEvent>))
  | ({ readonly workflow: 'auto' } & (AutoEvent | StoreEvent<AutoEvent>));

/** Undefined for a line that a later program wrote. */
export function loggedEvent(workflow: ProjectLog['workflow'], type: string, data: unknown): LoggedEvent | undefined {
  switch (workflow) {
    case 'run': {
      const event = readLogEvent(type, data, (name, value) => run.readEvent(name, value));
      return event && { workflow, ...event };
    }
    case 'session': {
      const event = readLogEvent(type, data, (name, value) => session.readEvent(name, value));
      return event && { workflow, ...event };
    }
    case 'auto': {
      const event = readLogEvent(type, data, (name, value) => auto.readEvent(name, value));
      return event && { workflow, ...event };
    }
    default:
      return workflow satisfies never;
  }
}

/** Which project it is makes no difference to what its events are. */
const session = sessionIn({ path: '', name: '', hash: '' });

/** Who conducts what, of all that somebody conducts. */
export function findConductors(
  project: Project,
): (Pick<ProjectLog, 'workflow' | 'id'> & { readonly holder: Holder })[] {
  return findLogs(project).flatMap(({ workflow, id, folder, path: log }) => {
    const holder = findConductor(folder, path.basename(log));
    return holder === null ? [] : [{ workflow, id, holder }];
  });
}

const PATIENCE_MS = 15_000;
const LOOK_EVERY_MS = 100;

/** Waits a while for whoever conducts; who still does then, or null. */
export async function waitForRelease(
  project: Project,
  work: Pick<ProjectLog, 'workflow' | 'id'>,
  signal: AbortSignal,
): Promise<Holder | null> {
  const { folder, path: log } = logOf(project, work);
  const until = performance.now() + PATIENCE_MS;
  let holder = findConductor(folder, path.basename(log));
  while (holder !== null && performance.now() < until && !signal.aborted) {
    await pause(LOOK_EVERY_MS);
    holder = findConductor(folder, path.basename(log));
  }
  return holder;
}
