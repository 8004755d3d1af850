import type { Decision } from '../../../prompts/run/decisions.ts';
import type { Crp } from '../../../schema/run/crp.ts';
import type { Vcr } from '../../../schema/run/vcr.ts';
import type { Consultation } from '../../../workflows/run/consultation.ts';

/** What people decided, in words that agents understand without the list of options. */
export function decisionsOf(consultations: readonly Pick<Consultation, 'crp' | 'vcr'>[]): Decision[] {
  return consultations.flatMap(({ crp, vcr }) => (vcr === null ? [] : [decisionOf(crp, vcr)]));
}

export function decisionOf({ question, options }: Crp, { decision, rationale, additional_notes }: Vcr): Decision {
  const option = options.find(({ id }) => id === decision);
  return {
    question,
    decision: option === undefined ? additional_notes : `${option.label} (${option.description})`,
    rationale,
    notes: option === undefined ? '' : additional_notes,
  };
}
