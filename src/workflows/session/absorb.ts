import { canonicalJson } from '../../base/json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DocumentOf } from '../../schema/documents.ts';
import type { Problem } from '../../base/document-problem.ts';
import type { SessionEvent } from './events.ts';
import type { SessionState } from './session-state.ts';
import type { SessionDocuments } from './show.ts';

type StateDocument = DocumentOf<'session-state'>;

/** People may stop, end or reactivate a session, and say at which subtask and phase it goes on. The rest says what happened. */
export function absorb(
  state: SessionState,
  before: SessionDocuments,
  edited: SessionDocuments,
): Result<readonly SessionEvent[], readonly Problem[]> {
  const problems: Problem[] = [];
  const events = [
    ...statusEvents(before.session.status, edited.session.status),
    ...statusEvents(before['session-state'].request.status, edited['session-state'].request.status),
    ...moves(before['session-state'], edited['session-state']),
  ];
  if (!isSame(withoutStatus(before.session), withoutStatus(edited.session)))
    problems.push(refuse('', edited.session.current_task));
  if (!isSame(frozen(before['session-state']), frozen(edited['session-state'])))
    problems.push(refuse('request', edited['session-state'].request.id));
  if (state.kind === 'none') return ok([]);
  return problems.length > 0 ? err(problems) : ok(unique(events));
}

function statusEvents(was: string, is: string): SessionEvent[] {
  if (was === is) return [];
  if (is === 'stopped') return [{ type: 'stop_requested', data: {} }];
  return [{ type: is === 'completed' ? 'reset_requested' : 'resume_requested', data: {} }];
}

/** A subtask whose phase or status was changed is the one that the session goes on with. */
function moves(before: StateDocument, edited: StateDocument): SessionEvent[] {
  return Object.entries(edited.tasks).flatMap(([task, { subtasks }]) =>
    Object.entries(subtasks).flatMap(([id, { phase, status }]): SessionEvent[] => {
      const was = before.tasks[task]?.subtasks[id];
      if (was === undefined || (was.phase === phase && was.status === status)) return [];
      const to = status === 'completed' ? 'complete' : phase;
      return [{ type: 'moved_by_hand', data: { task, subtask: id, phase: to } }];
    }),
  );
}

function withoutStatus({ status: _status, updated_at: _at, current_task: _task, ...rest }: DocumentOf<'session'>) {
  return rest;
}

/** What nobody but Orchestral may change. */
function frozen({ request, tasks, task_order }: StateDocument) {
  const { status: _status, current_task: _task, ...rest } = request;
  const names = Object.entries(tasks).map(([id, { name, subtasks, subtask_order }]) => ({
    id,
    name,
    subtask_order,
    subtasks: Object.entries(subtasks).map(([subtask, value]) => [subtask, value.name]),
  }));
  return { rest, names, task_order };
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function unique(events: readonly SessionEvent[]): SessionEvent[] {
  const seen = new Map(events.map((event) => [canonicalJson(event), event]));
  return [...seen.values()];
}

function refuse(path: string, got: string): Problem {
  return { path, expected: { kind: 'rule', rule: 'set-by-orchestral' }, got: got.slice(0, 60) };
}
