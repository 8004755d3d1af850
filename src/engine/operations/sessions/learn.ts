import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import { ok, type Result } from '../../../base/result.ts';
import { decisionsQuery } from '../../../workflows/session/mem-triggers.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { gatherKnowledge } from '../../performers/session/memory.ts';

/** Scans everything that is left of this project's requests, and what claude-mem remembers, for what is not known yet. */
export async function learnNow(open: OpenSession, signal: AbortSignal): Promise<Result<void, Failure>> {
  const { services, store } = open;
  const { state: session } = store;
  if (session.kind === 'none') return fail('session.none', { wanted: 'learn' });
  const { name, memory } = services;
  const observations = await memory.searchObservations(name, decisionsQuery(name), signal);
  for (const { request, tasks } of requestsIn(services.folder)) {
    const isPresent = request === session.request_id;
    // What tests had to overcome is known of the present request alone; earlier ones told it when they ended.
    const of = isPresent ? session : { ...session, request_id: request, tasks: {} };
    const scanned = { tasks, observations: isPresent ? observations : [] };
    const learned = await gatherKnowledge({ id: `${request}/learn`, services, session: of }, scanned);
    if (!learned.ok) return learned;
  }
  return ok();
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
  if (!fs.existsSync(folder)) return [];
  const ids = fs.readdirSync(folder).filter((name) => isId(kind, name));
  return ids.sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)));
}
