import path from 'node:path';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { replaceFile } from '../../files/replace.ts';
import { changedFiles } from '../../git/diff.ts';
import { commitWork } from '../../git/commit.ts';
import { encode } from '../../schema/codec.ts';
import type { RunEffect } from '../../workflows/run/due.ts';
import type { RunEvent } from '../../workflows/run/events.ts';
import type { ActiveStep, Proof } from '../../workflows/run/run-state.ts';
import { clearWorktree, freshWorktree, type RunWorkshop } from './run-workshop.ts';

/** Does one step of a run. */
export async function performRun(workshop: RunWorkshop, effect: RunEffect, signal: AbortSignal): Promise<RunEvent> {
  const outcome = await step(workshop, effect, signal);
  return outcome.ok ? outcome.value : { type: 'effect_failed', data: { effect: effect.id, error: outcome.error.code } };
}

function step(workshop: RunWorkshop, effect: RunEffect, signal: AbortSignal): Promise<Result<RunEvent, Failure>> {
  switch (effect.step.at) {
    case 'build':
      return build(workshop, effect, signal);
    case 'verify':
      return verify(workshop, { ...effect, step: effect.step }, signal);
    case 'pack':
      return pack(workshop, { ...effect, step: effect.step });
    default:
      return effect.step satisfies never;
  }
}

/** The agent works in a worktree of its own, from the tree the step began with; what it leaves there is committed by us. */
async function build(
  workshop: RunWorkshop,
  { id, run }: RunEffect,
  signal: AbortSignal,
): Promise<Result<RunEvent, Failure>> {
  const { run_id, base } = run;
  const branch = `orchestral/${run_id}`;
  const worktree = await freshWorktree(workshop, { owner: `${run_id}/build`, branch, at: base });
  if (!worktree.ok) return worktree;
  const [file, ...args] = workshop.agentCommand;
  const { ending } = await workshop.spawner.run({
    file,
    args,
    cwd: worktree.value.folder,
    env: workshop.env,
    signal,
    effect: id,
  });
  workshop.onPoint('agent.ended');
  if (ending.kind !== 'exited' || ending.code !== 0)
    return ok({ type: 'effect_failed', data: { effect: id, error: ending.kind } });
  const trailers = { 'Orchestral-Run': run_id, 'Orchestral-Effect': id };
  const message = `Work of ${run_id}`;
  const reason = `orchestral ${run_id}: built`;
  const committed = await commitWork(workshop.git, worktree.value, { branch, onto: base, message, trailers, reason });
  if (!committed.ok) return committed;
  workshop.onPoint('work.committed');
  if (committed.value === null) return ok({ type: 'effect_failed', data: { effect: id, error: 'nothing_changed' } });
  return ok({ type: 'built', data: { effect: id, ...committed.value } });
}

/** The checks run in a worktree that no agent wrote to, on exactly the tree that was built. */
async function verify(
  workshop: RunWorkshop,
  effect: EffectAt<'verify'>,
  signal: AbortSignal,
): Promise<Result<RunEvent, Failure>> {
  const { commit, tree } = effect.step;
  const owner = `${effect.run.run_id}/check`;
  const worktree = await freshWorktree(workshop, {
    owner,
    branch: `orchestral/check/${effect.run.run_id}`,
    at: commit,
  });
  if (!worktree.ok) return worktree;
  const [file, ...args] = workshop.testCommand;
  const { ending, durationMs } = await workshop.spawner.run({
    file,
    args,
    cwd: worktree.value.folder,
    env: workshop.env,
    signal,
    effect: effect.id,
  });
  workshop.onPoint('checks.ended');
  if (ending.kind !== 'exited') return ok({ type: 'effect_failed', data: { effect: effect.id, error: ending.kind } });
  const proof: Proof = {
    command: workshop.testCommand.join(' '),
    exit_code: ending.code,
    tree,
    duration_ms: durationMs,
  };
  return ok({ type: 'verified', data: { effect: effect.id, ...proof } });
}

async function pack(
  workshop: RunWorkshop,
  { id, run, step: { commit, proof } }: EffectAt<'pack'>,
): Promise<Result<RunEvent, Failure>> {
  const changed = await changedFiles(workshop.git, workshop.repository, { from: run.base, to: commit });
  if (!changed.ok) return changed;
  const passed = Number(proof.exit_code === 0);
  const evidence = encode('evidence', {
    tests: { total: 1, passed, failed: 1 - passed, coverage: null },
    files_changed: changed.value.map((file) => file.path),
    decisions: [],
    iterations: run.iteration,
    logs: {
      refiner: 'briefing/log.md',
      builder: 'builder/log.md',
      verifier: 'verifier/log.md',
      gatekeeper: 'gatekeeper/log.md',
    },
  });
  const written = replaceFile(workshop.disk, path.join(workshop.folder, 'mrp/evidence.json'), Buffer.from(evidence));
  if (!written.ok) return written;
  workshop.onPoint('pack.written');
  for (const place of ['build', 'check']) {
    const cleared = await clearWorktree(workshop, `${run.run_id}/${place}`);
    if (!cleared.ok) return cleared;
  }
  return ok({ type: 'packed', data: { effect: id } });
}

type EffectAt<At extends ActiveStep['at']> = Omit<RunEffect, 'step'> & {
  readonly step: Extract<ActiveStep, { at: At }>;
};
