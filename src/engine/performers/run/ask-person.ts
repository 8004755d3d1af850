import { clip } from '../../../base/clip.ts';
import { toTheSecond } from '../../../base/clock.ts';
import { withTexts } from '../../../base/redact.ts';
import type { AnswerCrp } from '../../../schema/run/answers.ts';
import type { Crp, Vcr } from '../../../schema/run/consultation.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { isAskedAgain, precedentFor } from '../../../workflows/run/consultation.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { knownPrecedents } from '../../shared-decisions.ts';
import type { Job } from './job.ts';
import { stepFailed } from './run-folder.ts';

const LONGEST_TEXT = 20_000;

export interface Asking {
  readonly by: string;
  readonly crp: AnswerCrp;
  readonly calls: readonly CallRecord[];
  /** See `Consultation`. */
  readonly about?: readonly string[];
}

/**
 * A question for a person; one that was answered for the future is answered by that, once in a run. An agent that asks
 * in the same round what was answered already has failed. Its file is written once it is recorded: what nobody asked
 * after all must not lie there for an answer.
 */
export function askPerson(job: Job, { by, crp, calls, about = [] }: Asking): RunEvent {
  const { run, id, services } = job;
  const precedents = knownPrecedents(services);
  const number = String(run.consultations.length + 1).padStart(3, '0');
  const created_at = toTheSecond(services.clock.now().toISOString());
  const asked: Crp = { crp_id: `crp-${number}`, created_at, created_by: by, ...short(crp), status: 'pending' };
  const { consultations, iteration } = run;
  if (about.length === 0 && isAskedAgain(consultations, { crp: asked, iteration }))
    return askedAgain(job, { by, crp, calls });
  const known = precedentFor(asked, { consultations, precedents });
  const precedent: Vcr | null =
    known === undefined
      ? null
      : { ...known.vcr, vcr_id: `vcr-${number}`, crp_id: asked.crp_id, created_at, applies_to_future: false };
  return { type: 'asked', data: { effect: id, calls: [...calls], crp: asked, about: [...about], precedent } };
}

/** A question of any length would be read again at every start. */
function short(crp: AnswerCrp): AnswerCrp {
  return withTexts(crp, (text) => clip(text, LONGEST_TEXT));
}

function askedAgain(job: Job, { by, crp, calls }: Asking): RunEvent {
  const { redact, words } = job.services;
  const message = redact(words.run.askedAgain(crp.question.slice(0, 200)));
  return stepFailed(job, by, { calls: [...calls], kind: 'limit', message, cause: 'asked_again' });
}
