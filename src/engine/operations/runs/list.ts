import fs from 'node:fs';
import path from 'node:path';
import { type RunWanted, throwFailure } from '../../../base/failure.ts';
import { compareRunIds, isId } from '../../../base/ids.ts';
import { sumSpending } from '../../../base/spending.ts';
import { nearestOf } from '../../../schema/nearest.ts';
import type { RunStateDocument } from '../../../schema/run/run-state.ts';
import { pendingIn } from '../../../workflows/run/consultation.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import { show } from '../../../workflows/run/show.ts';
import { conductorOf } from '../../find-conductor.ts';
import { namesIn } from '../../on-disk.ts';
import type { Project } from '../../project.ts';
import { readDocument } from '../../read-document.ts';
import { runAsRecorded } from './follow.ts';

/** A run at a glance. */
export interface RunLine extends Pick<
  RunStateDocument,
  'phase' | 'iteration' | 'max_iterations' | 'started_at' | 'updated_at'
> {
  readonly run_id: string;
  /** The process that conducts it. */
  readonly conductor: ReturnType<typeof conductorOf>;
  /** What it waits for. */
  readonly question: string | null;
  /** What approving would merge, or what was merged. */
  readonly commit: string | null;
  /** Merged, and its merge waits for the checkout: `apply` brings it there. */
  readonly is_undelivered: boolean;
  /** What its agents have taken so far; null where its log cannot be read. */
  readonly spent: { readonly tokens: number; readonly cost_usd: number | null } | null;
}

/** Latest first. */
export function readRuns(project: Project): RunLine[] {
  return listRuns(project).map(({ id, folder, state }) => {
    const { phase, iteration, max_iterations, started_at, updated_at, pending_crp } = state;
    const isTold = pending_crp !== null || phase === 'ready_for_merge' || phase === 'completed';
    const recorded = runAsRecorded(folder);
    return {
      run_id: id,
      phase,
      iteration,
      max_iterations,
      started_at,
      updated_at,
      conductor: conductorOf(folder),
      question: recorded === undefined || !isTold ? null : (pendingIn(recorded.consultations)[0]?.question ?? null),
      commit: recorded === undefined || !isTold ? null : commitOf(recorded),
      is_undelivered: recorded?.step.at === 'undelivered',
      spent: recorded === undefined ? null : spentOn(recorded),
    };
  });
}

function spentOn({ spent }: Run): NonNullable<RunLine['spent']> {
  const { input_tokens, output_tokens, cost_usd } = sumSpending(Object.values(spent));
  return { tokens: input_tokens + output_tokens, cost_usd };
}

function commitOf({ step, work }: Run): string | null {
  if (step.at === 'completed') return step.merge;
  return step.at === 'ready_for_merge' || step.at === 'merge' || step.at === 'undelivered' || step.at === 'proposed'
    ? (work?.commit ?? null)
    : null;
}

/** A run as its document shows it, or is about to. */
export interface ShownRun {
  readonly id: string;
  readonly folder: string;
  readonly state: RunStateDocument;
}

/** Latest first. A run of which neither document nor log can be read is not among them: see `unreadableRuns`. */
export function listRuns({ root }: Project): ShownRun[] {
  return idsOf(root).flatMap((id) => {
    const folder = folderOf(root, id);
    const read = readDocument({ path: path.join(folder, 'state.json'), name: 'run-state' });
    const state = read.ok ? (stateAhead(folder) ?? read.value) : recordedState(folder);
    return state === undefined ? [] : [{ id, folder, state }];
  });
}

/** Documents are written after the log: what the log tells, where it is newer; undefined where it is not. */
function stateAhead(folder: string): RunStateDocument | undefined {
  const [log, document] = ['events.log', 'state.json'].map((name) =>
    fs.statSync(path.join(folder, name), { throwIfNoEntry: false }),
  );
  if (log === undefined || document === undefined || log.mtimeMs <= document.mtimeMs) return undefined;
  return recordedState(folder);
}

function recordedState(folder: string): RunStateDocument | undefined {
  const recorded = runAsRecorded(folder);
  return recorded === undefined ? undefined : show(recorded)?.['run-state'];
}

/** Begun, and its document and log are broken, or nothing was shown yet: resuming says what can be saved. */
export function unreadableRuns(project: Project): string[] {
  const shown = new Set(listRuns(project).map(({ id }) => id));
  return idsOf(project.root).filter((id) => !shown.has(id) && isBegun(folderOf(project.root, id)));
}

/** The run that was named, else the latest that what is wanted can be done with. */
export function findRun(project: Project, named: string | undefined, wanted: RunWanted): string {
  const runs = listRuns(project);
  if (named === undefined) {
    const fitting = new Set(
      runs.filter(({ state }) => phasesFor[wanted]?.has(state.phase) ?? true).map(({ id }) => id),
    );
    const unreadable = new Set(wanted === 'resume' ? unreadableRuns(project) : []);
    const found = idsOf(project.root).find((id) => fitting.has(id) || unreadable.has(id));
    return found ?? throwFailure('run.none', { wanted: idsOf(project.root).length === 0 ? 'any' : wanted });
  }
  const id = named.startsWith('run-') ? named : `run-${named}`;
  // Its document may be what is broken: whoever opens it finds that out.
  if (isId('run-id', id) && isBegun(folderOf(project.root, id))) return id;
  const ids = runs.map((run) => run.id);
  throwFailure('run.unknown', { run: named, suggestion: nearestOf(named, ids) ?? null });
}

/** Latest first. */
function idsOf(root: string): string[] {
  const ids = namesIn(path.join(root, '.orchestral/runs')).filter((name) => isId('run-id', name));
  return ids.sort(compareRunIds).toReversed();
}

function folderOf(root: string, id: string): string {
  return path.join(root, '.orchestral/runs', id);
}

function isBegun(folder: string): boolean {
  return fs.existsSync(path.join(folder, 'events.log'));
}

const phasesFor: Partial<Record<RunWanted, ReadonlySet<RunStateDocument['phase']>>> = {
  answer: new Set(['waiting_human']),
  review: new Set(['ready_for_merge', 'completed']),
  approve: new Set(['ready_for_merge']),
  reject: new Set(['ready_for_merge']),
  apply: new Set(['ready_for_merge']),
  resume: new Set(['refine', 'build', 'verify', 'gate', 'waiting_human', 'failed', 'stopped']),
  rerun: new Set(['ready_for_merge', 'failed', 'stopped']),
  rebase: new Set(['refine', 'build', 'verify', 'gate', 'waiting_human', 'ready_for_merge', 'failed', 'stopped']),
  sync: new Set(['ready_for_merge', 'completed']),
  stop: new Set(['refine', 'build', 'verify', 'gate', 'waiting_human']),
};
