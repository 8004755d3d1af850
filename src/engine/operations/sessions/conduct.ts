import path from 'node:path';
import { throwFailure } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import { decisionsQuery } from '../../../workflows/session/mem-triggers.ts';
import { worktreeKinds } from '../../conductor/step.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { findConductor } from '../../find-conductor.ts';
import { namesIn } from '../../on-disk.ts';
import { gatherKnowledge } from '../../performers/session/memory.ts';
import { clearWorktree } from '../../work/worktrees.ts';
import { resetSession } from './decide.ts';

/** Takes a session as far as it goes. One that stops on the way has taught something all the same. */
export async function conductSession(open: OpenSession, signal: AbortSignal): Promise<void> {
  await open.conduct(signal);
  const { state } = open.store;
  const hasStopped = state.kind === 'session' && state.status === 'stopped';
  if (hasStopped && !signal.aborted) await learnNow(open, signal);
}

/** Ends a session before its work is done: what it taught is kept, and its worktrees go, with what they hold rescued. */
export async function endSession(open: OpenSession, signal: AbortSignal): Promise<void> {
  await resetSession(open);
  await learnNow(open, signal);
  const { state } = open.store;
  // Whoever conducts it may still be writing there.
  if (state.kind === 'none' || findConductor(open.folder) !== null) return;
  for (const kind of worktreeKinds) await clearWorktree(open.services, `session-${state.request_id}/${kind}`);
}

/** Scans everything that is left of this project's requests, and what claude-mem remembers, for what is not known yet. */
export async function learnNow(open: OpenSession, signal: AbortSignal): Promise<void> {
  const { services, store } = open;
  const { state: session } = store;
  if (session.kind === 'none') throwFailure('session.none', { wanted: 'learn' });
  const { name, memory } = services;
  const observations = await memory.searchObservations(decisionsQuery(name), signal);
  for (const { request, tasks } of requestsIn(services.folder)) {
    const isPresent = request === session.request_id;
    // What tests had to overcome is known of the present request alone; earlier ones told it when they ended.
    const of = isPresent ? session : { ...session, request_id: request, tasks: {} };
    // A design that nothing came of settled nothing; of a session that was stopped something still may.
    const hasEnded = session.status === 'completed';
    const isSettled = (task: string): boolean => {
      if (isPresent) return !hasEnded || session.tasks[task]?.status === 'completed';
      return isProven(path.join(services.folder, 'contracts', request, task));
    };
    const scanned = { tasks: tasks.filter(isSettled), observations: isPresent ? observations : [] };
    await gatherKnowledge({ id: `${request}/learn`, services, session: of, signal }, scanned);
  }
}

/** Whether each subtask of an earlier task came to a test result. */
function isProven(folder: string): boolean {
  const subtasks = namesIn(folder).filter((name) => isId('subtask-id', name));
  return subtasks.length > 0 && subtasks.every((name) => namesIn(path.join(folder, name)).includes('test-result.yaml'));
}

/** In the order they were asked for, with the tasks that have contracts. */
function requestsIn(folder: string): { readonly request: string; readonly tasks: readonly string[] }[] {
  const contracts = path.join(folder, 'contracts');
  return idsIn(contracts, 'request-id').map((request) => ({
    request,
    tasks: idsIn(path.join(contracts, request), 'task-id'),
  }));
}

function idsIn(folder: string, kind: 'request-id' | 'task-id'): string[] {
  const ids = namesIn(folder).filter((name) => isId(kind, name));
  return ids.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}
