import { failure } from '../base/failure.ts';
import { allWork } from '../engine/door/work-outcome.ts';
import { runFailure, sessionFailure } from '../engine/door/endings.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { reasonText } from '../i18n/reason-text.ts';
import type { Need } from '../schema/api/home.ts';
import type { Snapshot } from '../schema/views/snapshot.ts';
import type { Look } from './look.ts';
import { publishedNeed } from './published-need.ts';
import { inOneLine, sayWhy } from './say-why.ts';

type Run = Snapshot['runs'][number];
type Session = Snapshot['sessions'][number];
type Graph = NonNullable<Snapshot['auto']>;

/** What waits for a person in a project: questions, packs, held work, failures that nothing will try again. */
export async function findNeeds({ id: project, api, snapshot }: Look, words: Catalogue): Promise<Need[]> {
  const interrupted = interruptedIn(snapshot);
  const place = (id: string): Place => ({ project, words, isInterrupted: interrupted.has(id) });
  const needs: Need[] = [];
  for (const run of snapshot.runs) {
    needs.push(...questionsOfRun(project, run));
    if (run.questions.length > 0) continue;
    const found = needOfRun(place(run.run_id), run, await api.runs.title(run.run_id));
    if (found !== undefined) needs.push(found);
  }
  const { auto } = snapshot;
  const questions = await api.questions();
  for (const { workflow, id, title, items } of questions.ok ? questions.value : [])
    needs.push({
      kind: 'items',
      key: `${project} ${workflow} ${id}`,
      project,
      title,
      branch: auto?.branch ?? null,
      since: null,
      holds_up: workflow === 'auto' && auto !== null ? dependents(auto, id) : 0,
      of: workflow,
      question: id,
      items: items.length,
    });
  if (auto !== null) needs.push(...needsOfGraph({ project, words }, auto));
  for (const session of snapshot.sessions) needs.push(...needsOfSession(place(session.hash), session));
  return needs;
}

/** Runs and sessions that could go on, and nobody goes on with. */
function interruptedIn(snapshot: Snapshot): ReadonlySet<string> {
  return new Set(allWork(snapshot).flatMap(({ outcome, hash, id }) => (outcome === 'interrupted' ? [hash ?? id] : [])));
}

interface Place {
  readonly project: string;
  readonly words: Catalogue;
  readonly isInterrupted: boolean;
}

function needsOfSession({ project, words, isInterrupted }: Place, session: Session): Need[] {
  const { hash: id, request_id, request: title, stage, branch, updated_at: since, delivery, pull_request } = session;
  const shared = { project, title, branch, since, holds_up: 0, of: 'session', id } as const;
  const key = (what: string) => `${project} ${id} ${what}`;
  const said = (kind: string) =>
    sayWhy(
      sessionFailure(session) ?? failure('session.failed', { request: request_id, where: stage, kind, detail: '' }),
      words,
    );
  if (delivery?.at === 'left_alone') {
    const why = delivery.why ?? '';
    return [{ kind: 'checkout', key: key('checkout'), ...shared, why, ...said(why) }];
  }
  const code = delivery?.at === 'refused' ? (delivery.why ?? delivery.at) : session.failure?.code;
  if (code !== undefined) return [{ kind: 'failure', key: key('failure'), ...shared, task: null, code, ...said(code) }];
  if (session.question === null && isInterrupted) return [{ kind: 'interrupted', key: key('interrupted'), ...shared }];
  const published = publishedNeed({ proposal: pull_request, isAtRest: delivery?.at === 'proposed' }, shared);
  return published === undefined ? [] : [published];
}

function questionsOfRun(project: string, { run_id: run, questions, branch, updated_at: since }: Run): Need[] {
  return questions.map(({ crp_id: crp, question: title }) => ({
    kind: 'question',
    key: `${project} ${run} ${crp}`,
    project,
    title,
    branch,
    since,
    holds_up: 0,
    run,
    crp,
  }));
}

function needOfRun({ project, words, isInterrupted }: Place, run: Run, title: string): Need | undefined {
  const { run_id: id, step, work, undelivered, failure: failed, branch, updated_at: since } = run;
  const shared = { project, title, branch, since, holds_up: 0 };
  const of = { of: 'run', id } as const;
  const key = (what: string) => `${project} ${id} ${what}`;
  if (step === 'ready_for_merge' && work !== null)
    return { kind: 'pack', key: key(work.commit), ...shared, run: id, commit: work.commit, round: run.iteration };
  const ended = runFailure(run);
  if (undelivered !== null && ended !== undefined) {
    const { why } = undelivered;
    return { kind: 'checkout', key: key('checkout'), ...shared, ...of, why, ...sayWhy(ended, words) };
  }
  if (failed !== null && ended !== undefined) {
    const code = failed.error;
    return { kind: 'failure', key: key('failure'), ...shared, ...of, task: null, code, ...sayWhy(ended, words) };
  }
  if (isInterrupted) return { kind: 'interrupted', key: key('interrupted'), ...shared, ...of };
  return publishedNeed({ proposal: run.pull_request, isAtRest: step === 'proposed' }, { ...shared, ...of });
}

function needsOfGraph({ project, words }: Omit<Place, 'isInterrupted'>, graph: Graph): Need[] {
  const { asks, stuck, left_alone, tasks, order, branch, updated_at: since, conductor, stage, is_stopped } = graph;
  const shared = { project, branch, since, holds_up: 0 };
  const needs: Need[] = [];
  if (asks !== null) {
    const holds_up = order.filter((id) => tasks[id]?.phase === asks).length;
    needs.push({
      kind: 'phase',
      key: `${project} phase ${asks}`,
      ...shared,
      holds_up,
      title: graph.project,
      phase: asks,
    });
  }
  if (left_alone !== null)
    needs.push({
      kind: 'checkout',
      key: `${project} auto checkout`,
      ...shared,
      title: graph.project,
      of: 'auto',
      id: 'auto',
      why: left_alone.why,
      ...sayWhy(failure('auto.left_alone', { base: graph.base?.branch ?? '', ...left_alone }), words),
    });
  if (stuck !== null)
    needs.push({
      kind: 'failure',
      key: `${project} auto stuck`,
      ...shared,
      title: graph.project,
      of: 'auto',
      id: 'auto',
      task: null,
      code: 'stuck',
      ...sayWhy(failure('auto.stuck', stuck), words),
    });
  for (const id of order) {
    const task = tasks[id];
    if (task?.status !== 'failed') continue;
    const holds_up = dependents(graph, id);
    const mishap = task.failure ?? { kind: 'person', message: '' };
    needs.push({
      kind: 'failure',
      key: `${project} ${id} failure`,
      ...shared,
      holds_up,
      title: task.title,
      of: 'auto',
      id: 'auto',
      task: id,
      code: mishap.kind,
      says: inOneLine(reasonText(mishap, words)),
      hint: words.auto.status.next.failed([id]),
    });
  }
  const isWaiting = asks !== null || stuck !== null || left_alone !== null;
  const isOpen = stage !== 'done' && !is_stopped && !isWaiting && graph.only_phase_over === null;
  if (isOpen && conductor === null && needs.length === 0)
    needs.push({
      kind: 'interrupted',
      key: `${project} auto interrupted`,
      ...shared,
      title: graph.project,
      of: 'auto',
      id: 'auto',
    });
  const work = { ...shared, title: graph.project, of: 'auto', id: 'auto' } as const;
  const published = publishedNeed({ proposal: graph.pull_request, isAtRest: conductor === null && !isOpen }, work);
  return published === undefined ? needs : [...needs, published];
}

/** How many tasks wait for this one, directly or through others. */
function dependents({ tasks, order }: Graph, id: string): number {
  const waiting = new Set([id]);
  // Tasks stand behind those they need, mostly; again until nothing is found.
  for (let before = 0; before < waiting.size;) {
    before = waiting.size;
    for (const one of order) if (tasks[one]?.needs.some((needed) => waiting.has(needed)) === true) waiting.add(one);
  }
  return waiting.size - 1;
}

/** Programs that would be called and are known not to be signed in. */
export function agentNeeds({ id: project }: Look, listed: Awaited<ReturnType<ProjectApi['listAgents']>>): Need[] {
  if (!listed.ok) return [];
  const { backends, roles } = listed.value;
  return backends.flatMap((one): Need[] => {
    if (one.kind !== 'program' || one.signed_in !== false) return [];
    const wanted = roles.flatMap(({ role, choice }) => (choice?.backend === one.backend ? [role] : []));
    if (wanted.length === 0) return [];
    const { backend } = one;
    const shared = { project, title: backend, branch: null, since: null, holds_up: 0 };
    return [{ kind: 'agent', key: `agent ${backend}`, ...shared, backend, roles: wanted }];
  });
}
