import type { Dispatcher } from '../../fleet/dispatcher.ts';
import type { ChangeProof } from '../../schema/change-proof.ts';
import { checkEvent, type CheckJob } from '../../schema/fleet.ts';
import { throwFailure } from '../../base/failure.ts';
import { jobId, pushForWorkers, type WorkersPlace } from '../conductor/job-for-workers.ts';
import type { Step } from '../conductor/step.ts';
import { treeOf } from './checks.ts';
import { type ChangeToProve, proveChange } from './prove-change.ts';

/** What a worker may be asked to prove, too. */
export type ChangeForWorkers = Pick<ChangeToProve, 'baseline' | 'candidate' | 'commands' | 'taskList' | 'request'>;

const LOOK_EVERY_MS = 3_000;
/** Looks in a row that found no worker. */
const MOST_ABSENT = 1;

/**
 * Proves a change: by a worker that was let in for checks, where there is one, and here otherwise. Such a worker calls no agents,
 * so that nobody proves what they made.
 */
export async function proveAnywhere(step: Step, change: ChangeForWorkers): Promise<ChangeProof> {
  return (await proveInFleet(step, change)) ?? (await proveChange(step, change));
}

async function proveInFleet(step: Step, change: ChangeForWorkers): Promise<ChangeProof | undefined> {
  const { fleet, onNotice } = step.services;
  const dispatcher = await fleet?.open();
  if (dispatcher === undefined || dispatcher.capacity('check') === 0) return undefined;
  const { common } = await pushForWorkers(step, change.candidate);
  const left = whenNobodyIsThere(dispatcher);
  try {
    const done = await dispatcher.dispatch(checkJobFor(change, common), {
      signal: AbortSignal.any([step.signal, left.signal]),
      onEvent: (value) => {
        const run = checkEvent.safeParse(value).data?.run;
        if (run !== undefined) step.services.onCheck?.({ kind: 'check', effect: step.id, run });
      },
      check: () => ({ isAnswer: true, problems: [] }),
      extraMs: step.extraMs,
    });
    if (step.signal.aborted) return throwFailure('work.cancelled', {});
    if (done.kind === 'done') throw new Error('a check was answered with a step');
    if (done.kind === 'refused')
      onNotice({ code: 'fleet.check_refused', params: { code: done.code, reason: done.reason } });
    if (done.kind !== 'proved') return undefined;
    step.onRecorded?.(done.forget);
    const { proof } = done.result;
    return (await isAbout(step, proof, change)) && isSound(proof) ? proof : undefined;
  } finally {
    left.stop();
  }
}

function checkJobFor(
  { baseline, commands = [], taskList = null, request }: ChangeForWorkers,
  common: WorkersPlace['common'],
): CheckJob {
  const content = {
    effect: common.effect,
    base: common.base,
    baseline,
    commands: [...commands],
    task_list: taskList,
    request: {
      words: request.words,
      deliverables: [...request.deliverables],
      needs_no_change: request.needsNoChange,
      asks_for_code: request.asksForCode,
    },
  };
  return { ...common, ...content, kind: 'check', id: jobId(common.owner, content) };
}

async function isAbout(step: Step, proof: ChangeProof, change: ChangeForWorkers): Promise<boolean> {
  const isIt = async (said: ChangeProof['candidate'], commit: string): Promise<boolean> =>
    said.commit === commit && said.tree === (await treeOf(step, commit));
  return (await isIt(proof.baseline, change.baseline)) && (await isIt(proof.candidate, change.candidate));
}

/** Tests that failed there before the change excuse what fails after it: a machine on which something is missing would excuse all. */
function isSound({ runs }: ChangeProof): boolean {
  return (
    runs.some(({ kind }) => kind === 'baseline') &&
    runs.every(({ kind, failed }) => kind !== 'baseline' || failed === 0)
  );
}

/** Aborts once no worker that checks was there for a while: then the change is proved here. */
function whenNobodyIsThere(dispatcher: Dispatcher): { readonly signal: AbortSignal; readonly stop: () => void } {
  const left = new AbortController();
  let absent = 0;
  const timer = setInterval(() => {
    absent = dispatcher.hasWorkers('check') ? 0 : absent + 1;
    if (absent > MOST_ABSENT) left.abort();
  }, LOOK_EVERY_MS);
  return { signal: left.signal, stop: () => clearInterval(timer) };
}
