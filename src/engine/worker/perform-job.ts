import path from 'node:path';
import type { AnswerSpec } from '../../agents/port.ts';
import { ProviderGate } from '../../agents/provider-gate.ts';
import { clip } from '../../base/clip.ts';
import { catchFailure } from '../../base/failure.ts';
import { withTexts } from '../../base/redact.ts';
import { err, ok } from '../../base/result.ts';
import { isSetupArtifact } from '../../evidence/setup-artifacts.ts';
import { baseRef, fetchRef, type Patience, pushRef, resultRef } from '../../fleet/commits.ts';
import type { JobLink, Performed } from '../../fleet/running-job.ts';
import { makeFolder, removeFolder } from '../../files/folder.ts';
import { commitTree } from '../../git/commit.ts';
import type { ExchangePlace } from '../../git/exchange.ts';
import { OWN_IDENTITY } from '../../git/identity.ts';
import { resolveRevision } from '../../git/repository.ts';
import { snapshotTree } from '../../git/snapshot.ts';
import type { CheckJob, FleetJob, StepJob } from '../../schema/fleet.ts';
import { agentCallerFor, callAgent } from '../call-agent/call-agent.ts';
import type { AgentOutcome } from '../call-agent/candidates.ts';
import { type Step, stepFolder } from '../conductor/step.ts';
import { proveBaseline } from '../work/baseline.ts';
import { type AgentWorktree, prepareAgentWorktree } from '../work/checks.ts';
import { proveChange } from '../work/prove-change.ts';
import { withNestedReposMoved } from '../work/worktrees.ts';

/** A job, ready to be carried out here. */
export interface OpenJob<Job extends FleetJob = FleetJob> {
  readonly job: Job;
  readonly step: Step;
  readonly place: ExchangePlace;
  readonly link: JobLink;
}

const REMOTE_MS = 10 * 60_000;
/** After what only this machine lacks, like space on its disk. */
const PAUSE_MS = 60_000;
const LONGEST_TEXT = 8_000;

/** Carries out a job. */
export async function performJob({ job, ...open }: OpenJob): Promise<Performed> {
  const kept = stepFolder(open.step);
  try {
    makeFolder(kept);
    return await (job.kind === 'step' ? callAndPush({ ...open, job }) : check({ ...open, job }));
  } finally {
    // The conductor keeps what is to be kept.
    await removeFolder(kept);
  }
}

/** What keeps this machine from carrying a job out is an answer, too: another one may. */
export async function orGiveBack(perform: () => Promise<Performed>): Promise<Performed> {
  const performed = await catchFailure(perform);
  if (performed.ok) return performed.value;
  const { code, params, path: place = '' } = performed.error;
  const reason = `${place} ${JSON.stringify(params)}`.trim();
  // Git says it in its own words.
  const isFull = code === 'disk.full' || /No space left on device|Disk quota exceeded/.test(reason);
  const result = { kind: 'refused', code: isFull ? 'disk.full' : code, reason: clip(reason) } as const;
  return isFull ? { result, pauseMs: PAUSE_MS } : { result };
}

/** Proves a change, in worktrees that no agent of this machine writes to. */
async function check(open: OpenJob<CheckJob>): Promise<Performed> {
  const { job, step } = open;
  const { baseline, commands, task_list: taskList, request } = job;
  await fetchBase(open);
  // On a machine that cannot run these tests, nothing is found out about the change.
  await proveBaseline(step, { commit: baseline });
  const proof = await proveChange(step, {
    baseline,
    candidate: job.base,
    commands,
    taskList,
    request: {
      words: request.words,
      deliverables: request.deliverables,
      needsNoChange: request.needs_no_change,
      asksForCode: request.asks_for_code,
    },
  });
  return { result: { kind: 'proved', proof } };
}

async function fetchBase({ job, step, place, link }: OpenJob): Promise<Patience> {
  const { git, onNotice } = step.services;
  const patience: Patience = {
    signal: link.signal,
    forMs: REMOTE_MS,
    onTrouble: (detail) => onNotice({ code: 'fleet.remote_away', params: { detail } }),
  };
  await fetchRef(git, place, { commit: job.base, ref: baseRef(job.owner, job.base) }, patience);
  return patience;
}

/** Calls an agent for a job, in a worktree that begins with its commit, and pushes what the agent made. */
async function callAndPush(open: OpenJob<StepJob>): Promise<Performed> {
  const { job, step } = open;
  const { redact } = step.services;
  const patience = await fetchBase(open);
  const worktree = await prepareAgentWorktree(step, { commit: job.base, beside: true, isBroken: job.is_broken });
  const { called, limitedUntil } = await callUntilLimited(open, worktree);
  if (limitedUntil !== undefined) {
    const pauseMs = Math.max(limitedUntil.getTime() - step.services.clock.now().getTime(), 1_000);
    return { result: { kind: 'limited', spent: called.spent }, pauseMs };
  }
  const work = await pushWork(open, worktree, patience);
  return { result: { kind: 'done', outcome: withTexts(called, redact), work } };
}

/** A provider that has this worker wait does not have others wait: the job goes back. */
async function callUntilLimited(
  open: OpenJob<StepJob>,
  worktree: AgentWorktree,
): Promise<{ readonly called: AgentOutcome; readonly limitedUntil: Date | undefined }> {
  const { step, link } = open;
  const limited = new AbortController();
  let limitedUntil: Date | undefined;
  const gate = new ProviderGate({ clock: step.services.clock, random: Math.random, pause: () => Promise.resolve() });
  gate.onParked(({ until }) => {
    limitedUntil = until;
    limited.abort();
  });
  const caller = await agentCallerFor(step);
  const signal = AbortSignal.any([link.signal, limited.signal]);
  const called = await callAgent({ ...caller, gate }, { ...requestFor(open, worktree), signal });
  return { called, limitedUntil: link.signal.aborted ? undefined : limitedUntil };
}

async function pushWork(
  { job, step, place, link }: OpenJob<StepJob>,
  { worktree, artifacts }: AgentWorktree,
  patience: Patience,
): Promise<{ readonly commit: string; readonly ref: string } | null> {
  const { services } = step;
  const { git } = services;
  const exclude = isSetupArtifact(worktree.folder, artifacts);
  const tree = await withNestedReposMoved(services, worktree, () => snapshotTree(git, worktree, { exclude }));
  if (tree === (await resolveRevision(git, place.repository, `${job.base}^{tree}`))) return null;
  const made = { tree, parents: [job.base], message: `Result of ${job.effect}`, identity: OWN_IDENTITY };
  const work = { commit: await commitTree(git, worktree, made), ref: resultRef(job, link.grant) };
  await pushRef(git, place, work, patience);
  return work;
}

function requestFor({ job, step, link }: OpenJob<StepJob>, { worktree }: AgentWorktree) {
  const { redact } = step.services;
  const { limits, answer, folder: below } = job;
  const shown = (value: unknown) => withTexts(value, (text) => clip(redact(text), LONGEST_TEXT));
  return {
    effect: step.id,
    role: job.role,
    ...(job.task !== undefined && { task: job.task }),
    prompt: job.prompt,
    folder: path.join(worktree.folder, below),
    ...(below !== '' && { worktree: worktree.folder }),
    stepFolder: stepFolder(step),
    ...(answer !== null && { answer: answerSpec(answer, link) }),
    ...(limits.timeout_ms !== undefined && { timeoutMs: limits.timeout_ms }),
    endAfterMs: limits.end_after_ms,
    maxCostUsd: limits.max_cost_usd,
    extraMs: link.extraMs,
    frozen: job.frozen.map((file) => path.join(worktree.folder, file)),
    onEvent: (event: unknown) => link.onEvent(shown(event)),
  };
}

/** The conductor says whether an answer will do. */
function answerSpec({ json_schema, is_optional }: NonNullable<StepJob['answer']>, { check }: JobLink): AnswerSpec {
  return {
    jsonSchema: json_schema,
    check: async (value) => {
      const { problems } = await check(value);
      return problems.length === 0 ? ok(value) : err(problems);
    },
    ...(is_optional && { looksLikeAnswer: async (value: unknown) => (await check(value)).is_answer }),
  };
}
