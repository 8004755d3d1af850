import path from 'node:path';
import { fail, type Holder } from '../../../base/failure.ts';
import { ok } from '../../../base/result.ts';
import { LogState } from '../../../store/log-state.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import {
  answersTo,
  type ItemDecision,
  type QuestionItem,
  questionItems,
} from '../../../workflows/proof/question-items.ts';
import { permissionsIn } from '../../../workflows/proof/permission.ts';
import { sessionIn } from '../../../workflows/session/session.ts';
import type { Session } from '../../../workflows/session/session-state.ts';
import { recordDecision } from '../../conductor/open-workflow.ts';
import type { OpenSession } from '../../descriptors/session.ts';
import { findConductor } from '../../find-conductor.ts';
import type { Project } from '../../project.ts';
import { sessionsIn, type ShownSession } from './list.ts';

/** What a session waits for. */
export interface SessionQuestion {
  readonly workflow: 'session';
  /** The subtask, or the request where it is about its merge. */
  readonly id: string;
  readonly title: string;
  readonly findings: readonly ProofFinding[];
  readonly items: readonly QuestionItem[];
  /** Sentences of the request that speak of it. */
  readonly quotes: readonly string[];
}

/** The same, where it lies and who goes on with it. */
export interface FoundQuestion extends SessionQuestion {
  readonly project: Project;
  readonly conductor: Holder | null;
}

/** What sessions of a project wait for. Reads only: whoever conducts is not disturbed. */
export function sessionQuestions({ root }: Project): FoundQuestion[] {
  return sessionsIn(root).flatMap((shown) => {
    const session = recordedSession(shown);
    const question = session === undefined ? undefined : openQuestion(session);
    if (question === undefined) return [];
    return [{ ...question, project: shown.project, conductor: findConductor(shown.folder) }];
  });
}

/** The session as its log has it; undefined: there is no log. */
export function recordedSession({ project, folder, session }: ShownSession): Session | undefined {
  const workflow = sessionIn({ path: project.root, name: session.project.name, hash: project.hash });
  const state = new LogState(path.join(folder, 'events.log'), workflow).look();
  return state.ok && state.value?.kind === 'session' ? state.value : undefined;
}

/** What the session waits for; undefined: nothing. */
export function openQuestion(session: Session): SessionQuestion | undefined {
  const { question, request_id, original_request, tasks } = session;
  if (question === undefined) return undefined;
  const { about, findings } = question;
  const name = Object.values(tasks).flatMap(({ subtasks }) => subtasks[about]?.name ?? [])[0];
  return {
    workflow: 'session',
    id: about === '' ? request_id : about,
    title: name ?? original_request,
    findings,
    items: questionItems(findings),
    quotes: permissionsIn(original_request, findings),
  };
}

/** Records it; whoever conducts goes on. Gives what is still open. */
export async function answerSession(
  { store, services, folder }: OpenSession,
  id: string,
  decision: ItemDecision,
): Promise<{ readonly open: number; readonly conductor: Holder | null }> {
  const { env } = services;
  await recordDecision({ store, env }, (state) => {
    const question = state.kind === 'session' ? openQuestion(state) : undefined;
    if (question === undefined || question.id !== id) return fail('question.unknown', { id });
    const { items } = question;
    const wrong = decision.allow === 'all' ? undefined : decision.allow.find((n) => n < 1 || n > items.length);
    if (wrong !== undefined) return fail('question.no_item', { id, item: String(wrong), most: items.length });
    const by = env['USER'] ?? env['LOGNAME'] ?? 'person';
    return ok([{ type: 'answered', data: { answers: answersTo(items, decision), by } }]);
  });
  const { state } = store;
  const left = state.kind === 'session' ? openQuestion(state) : undefined;
  return { open: left?.id === id ? left.items.length : 0, conductor: findConductor(folder) };
}
