import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, failure, type Failure, type Holder, throwFailure } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import type { Result } from '../../../base/result.ts';
import type { Crp, Vcr } from '../../../schema/run/consultation.ts';
import type { RunView } from '../../../schema/views/run-view.ts';
import { pendingIn } from '../../../workflows/run/consultation.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import { thenClose } from '../../conductor/open-workflow.ts';
import { openRun, type RunContext } from '../../descriptors/run.ts';
import { findConductor } from '../../find-conductor.ts';
import { type Ailment, readDocument } from '../../read-document.ts';
import { listRuns, type ShownRun } from './list.ts';

/** A question that waits for a person. */
export interface Question {
  readonly run: string;
  readonly crp: Crp;
  /** Who goes on with the run once it is answered; null: nobody. */
  readonly conductor: Holder | null;
  /** Files in `vcr/` that answer it, and that no person has confirmed: they count for nothing until one does. */
  readonly unconfirmed: readonly UnconfirmedAnswer[];
}

export interface UnconfirmedAnswer {
  readonly path: string;
  readonly vcr: Result<Vcr, Ailment>;
}

export interface Pending {
  /** Of the latest run first. */
  readonly questions: readonly Question[];
  /** Runs that should have one and cannot be read. */
  readonly unreadable: readonly { readonly run: string; readonly failure: Failure }[];
}

/** Every question of the project that waits, as the logs have it: what stands in `crp/` is only a copy. */
export async function pendingQuestions(tools: RunContext): Promise<Pending> {
  const questions: Question[] = [];
  const unreadable: Pending['unreadable'][number][] = [];
  for (const run of listRuns(tools.project)) {
    if (run.state.pending_crp === null && run.state.phase !== 'waiting_human') continue;
    const asked = await catchFailure(() => questionsOf(run, tools));
    if (!asked.ok) unreadable.push({ run: run.id, failure: asked.error });
    else questions.push(...asked.value);
  }
  return { questions, unreadable };
}

/** Of a question that does not wait: it was answered, or nobody ever asked it. */
export async function whyNotPending(tools: RunContext, crp: string, run?: string): Promise<Failure> {
  const asked = run ?? runThatAsked(tools, crp);
  if (asked === undefined) return failure('crp.unknown', { crp });
  const state = await catchFailure(() => stateOf(asked, tools));
  if (!state.ok) return state.error;
  const found = state.value?.consultations.find((one) => one.crp.crp_id === crp);
  if (found === undefined || found.vcr === null) return failure('crp.unknown', { crp });
  return failure('crp.answered', { crp, decision: found.vcr.decision, at: found.vcr.created_at });
}

/** The latest. */
function runThatAsked({ project }: RunContext, crp: string): string | undefined {
  if (!isId('crp-id', crp)) return undefined;
  return listRuns(project).find(({ folder }) => fs.existsSync(path.join(folder, `crp/${crp}.json`)))?.id;
}

async function questionsOf({ id, folder }: ShownRun, tools: RunContext): Promise<Question[]> {
  const state = await stateOf(id, tools);
  const conductor = findConductor(folder);
  return pendingIn(state?.consultations ?? []).map((crp) => ({
    run: id,
    crp,
    conductor,
    unconfirmed: unconfirmedIn(folder, crp),
  }));
}

/** As its log has it, once its documents and hand edits were looked at, too. */
async function stateOf(id: string, tools: RunContext): Promise<Run | undefined> {
  const state = await thenClose(await openRun(id, tools), ({ store }) => store.state);
  return state.kind === 'run' ? state : undefined;
}

/** Runs whose work is merged and waits for the person's checkout, the latest first; at least one. */
export async function undeliveredRuns(tools: RunContext): Promise<string[]> {
  const found: string[] = [];
  for (const { id, state } of listRuns(tools.project)) {
    // The document shows the same for what waits for approval.
    if (state.phase !== 'ready_for_merge') continue;
    if ((await stateOf(id, tools))?.step.at === 'undelivered') found.push(id);
  }
  return found.length === 0 ? throwFailure('run.none', { wanted: 'apply' }) : found;
}

/** The questions that a run waits for. */
export function questionsIn({ run_id, questions, folder }: RunView): Question[] {
  return questions.map((crp) => ({ run: run_id, crp, conductor: null, unconfirmed: unconfirmedIn(folder, crp) }));
}

/** Whoever wrote them: an agent could have. */
function unconfirmedIn(folder: string, { crp_id }: Crp): UnconfirmedAnswer[] {
  const place = path.join(folder, 'vcr');
  const names = fs.existsSync(place) ? fs.readdirSync(place).sort() : [];
  return names.flatMap((name) => {
    const id = /^(vcr-\d+)\.json$/.exec(name)?.[1];
    if (id === undefined) return [];
    const file = path.join(place, name);
    const vcr = readDocument({ path: file, name: 'vcr', ids: { vcr: id } });
    // One that cannot be read may be meant for this question if its name says so.
    const looksLikeAnswer = vcr.ok ? vcr.value.crp_id === crp_id : id.slice(4) === crp_id.slice(4);
    return looksLikeAnswer ? [{ path: file, vcr }] : [];
  });
}
