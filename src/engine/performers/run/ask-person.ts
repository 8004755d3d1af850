import { clip } from '../../../base/clip.ts';
import { toTheSecond } from '../../../base/clock.ts';
import { withTexts } from '../../../base/redact.ts';
import type { AnswerCrp } from '../../../schema/run/answers.ts';
import type { Crp, Vcr } from '../../../schema/run/consultation.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import { asksTheSame, isAskedAgain, precedentFor } from '../../../workflows/run/consultation.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import { knownPrecedents } from '../../shared-decisions.ts';
import type { Job } from './job.ts';
import { stepFailed } from './run-folder.ts';

const LONGEST_TEXT = 20_000;

export interface Asking {
  readonly by: string;
  /** At least one. */
  readonly crps: readonly AnswerCrp[];
  readonly calls: readonly CallRecord[];
  /** See `Consultation`: of the first. */
  readonly about?: readonly string[];
}

/**
 * Questions for a person, all at once; one that was answered for the future is answered by that, once in a run. An agent that
 * asks in the same round only what was answered already has failed. Their files are written once they are recorded: what
 * nobody asked after all must not lie there for an answer.
 */
export function askPerson(job: Job, { by, crps, calls, about = [] }: Asking): RunEvent {
  const { run, id, services } = job;
  const precedents = knownPrecedents(services);
  const created_at = toTheSecond(services.clock.now().toISOString());
  const { consultations, iteration } = run;
  const isNew = (crp: AnswerCrp, n: number): boolean =>
    !crps.slice(0, n).some((one) => asksTheSame(one, crp)) &&
    !isAskedAgain(consultations, { crp: { ...crp, created_by: by }, iteration });
  const fresh = about.length > 0 ? crps : crps.filter(isNew);
  const [first, ...more] = fresh.map((crp, n) => {
    const number = String(consultations.length + n + 1).padStart(3, '0');
    const asked: Crp = { crp_id: `crp-${number}`, created_at, created_by: by, ...short(crp), status: 'pending' };
    const known = precedentFor(asked, { consultations, precedents });
    const precedent: Vcr | null =
      known === undefined
        ? null
        : { ...known.vcr, vcr_id: `vcr-${number}`, crp_id: asked.crp_id, created_at, applies_to_future: false };
    return { crp: asked, precedent };
  });
  if (first === undefined) return askedAgain(job, { by, crps, calls });
  const data = { effect: id, calls: [...calls], about: [...about], ...first, ...(more.length > 0 && { more }) };
  return { type: 'asked', data };
}

/** A question of any length would be read again at every start. */
function short(crp: AnswerCrp): AnswerCrp {
  return withTexts(crp, (text) => clip(text, LONGEST_TEXT));
}

function askedAgain(job: Job, { by, crps, calls }: Asking): RunEvent {
  const { redact, words } = job.services;
  const message = redact(
    words.run.askedAgain(
      crps
        .map(({ question }) => question)
        .join(' ')
        .slice(0, 200),
    ),
  );
  return stepFailed(job, by, { calls: [...calls], kind: 'limit', message, cause: 'asked_again' });
}
