import { catchFailure, type Failure } from '../../src/base/failure.ts';
import { ok, type Result } from '../../src/base/result.ts';
import type { OpenRun, RunContext } from '../../src/engine/descriptors/run.ts';
import type { RunProgress } from '../../src/engine/performers/run/job.ts';
import { type Answer, answerQuestion, approveRun, resumeRun } from '../../src/engine/operations/runs/decide.ts';
import { startRun } from '../../src/engine/operations/runs/start.ts';
import { findProject } from '../../src/engine/project.ts';
import { en } from '../../src/i18n/en/index.ts';
import type { Notice } from '../../src/schema/notice.ts';
import type { Crp } from '../../src/schema/run/consultation.ts';
import type { RunEvent } from '../../src/workflows/run/events.ts';
import type { Run } from '../../src/workflows/run/run-state.ts';
import { rehearsed, type RunProject } from './run-project.ts';
import { expectOk } from './conduct-session.ts';

/** The person whom a run has to do with. */
export interface UserDecisions {
  /** Undefined: no answer. */
  answers?(crp: Crp): Partial<Answer> | undefined;
  readonly approves?: boolean;
}

/** Takes a run as far as it goes, with the person's answers: by default what is recommended. */
export async function conductAll(
  open: OpenRun,
  { answers = (crp) => ({ decision: crp.recommendation ?? 'A' }), approves = true }: UserDecisions = {},
): Promise<Result<void, Failure>> {
  for (;;) {
    const { step } = open.state();
    // Nothing to do, but to tidy up after whoever was killed.
    if (['completed', 'failed', 'stopped', 'undelivered'].includes(step.at))
      return catchFailure(() => open.conduct(new AbortController().signal));
    if (step.at !== 'ready_for_merge') {
      const resumed = await catchFailure(() => resumeRun(open));
      if (!resumed.ok) return resumed;
    }
    const conducted = await catchFailure(() => open.conduct(new AbortController().signal));
    if (!conducted.ok) return conducted;
    const { step: now, consultations } = open.state();
    if (now.at === 'waiting') {
      const crp = consultations.find((one) => one.vcr === null)?.crp;
      const answer = crp && answers(crp);
      if (answer === undefined) return ok();
      const given = { crp: now.crp_id, decision: 'A', rationale: 'as advised', notes: '', future: false, ...answer };
      const answered = await catchFailure(() => answerQuestion(open, given));
      if (!answered.ok) return answered;
    } else if (now.at === 'ready_for_merge' && now.refusal === null && approves) {
      const approved = await catchFailure(() => approveRun(open, { commit: now.work.commit, allow: 'all' }));
      if (!approved.ok) return approved;
    } else return ok();
  }
}

export interface PlayedRun {
  readonly project: RunProject;
  readonly run: Run;
  /** What ended the conducting, if it was not the run itself. */
  readonly failure: Failure | undefined;
  readonly events: readonly RunEvent[];
  readonly notices: readonly Notice[];
  readonly progress: readonly RunProgress[];
}

export interface RunScenario extends UserDecisions {
  readonly briefing?: string;
  readonly roles?: Parameters<typeof rehearsed>[1];
  readonly base?: string;
  readonly allowsSuperseded?: boolean;
  /** Instead of a rehearsal of `roles`. */
  readonly agent?: string;
}

/** A whole run in this process, from its start. */
export async function playRun(project: RunProject, playing: RunScenario = {}): Promise<PlayedRun> {
  const { open, ...seen } = expectOk(await startRunIn(project, playing));
  const conducted = await conductAll(open, playing);
  const run = structuredClone(open.state());
  expectOk(await open.close());
  return { project, run, failure: conducted.ok ? undefined : conducted.error, ...seen };
}

export type OpenedRun = Pick<PlayedRun, 'events' | 'notices' | 'progress'> & { readonly open: OpenRun };

export async function startRunIn(
  project: RunProject,
  { briefing = 'Do it.', roles = {}, base, allowsSuperseded, agent = rehearsed(project.home, roles) }: RunScenario = {},
): Promise<Result<OpenedRun, Failure>> {
  const [events, notices, progress]: [RunEvent[], Notice[], RunProgress[]] = [[], [], []];
  const tools = runContext(project, {
    options: { agent },
    onNotice: (notice) => notices.push(notice),
    onProgress: (told) => progress.push(told),
  });
  const open = await catchFailure(() => startRun({ briefing, base, allowsSuperseded }, tools));
  if (!open.ok) return open;
  open.value.store.watch(({ event }) => {
    if (event.type !== 'shown' && event.type !== 'edited') events.push(structuredClone(event));
  });
  return ok({ open: open.value, events, notices, progress });
}

export function runContext(
  { folder, env }: Pick<RunProject, 'folder' | 'env'>,
  given: Partial<RunContext> = {},
): RunContext {
  return {
    project: expectOk(findProject({ cwd: folder, named: folder })),
    env,
    cwd: folder,
    words: en,
    options: {},
    trusts: true,
    onNotice: () => undefined,
    onProgress: () => undefined,
    ...given,
  };
}

/** Codes of what Orchestral found against the work, round by round. */
export function findingsOf({ events }: Pick<PlayedRun, 'events'>): string[][] {
  return events.flatMap(({ type, data }) =>
    type === 'gated' ? [data.judgement.findings.map(({ code }) => code)] : [],
  );
}
