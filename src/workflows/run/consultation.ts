import * as z from 'zod/mini';
import { type Crp, crp, type Vcr, vcr } from '../../schema/run/consultation.ts';

/** A question to a person, and the answer once there is one. */
export const consultation = z.strictObject({
  crp,
  vcr: z.nullable(vcr),
  /** What of Orchestral's own findings it is about: taking option A settles them. Empty for an agent's question. */
  about: z.array(z.string()),
  iteration: z.int(),
  /** The first of those that were asked at the same time, of one that is not it. */
  asked_with: z.optional(z.string()),
  /** Answered by an earlier run's resolution that applies to the future. */
  by_precedent: z.boolean(),
});

export type Consultation = z.infer<typeof consultation>;

/** Of questions that Orchestral itself asks: go on with it, or send it back to the Builder. */
export const ACCEPT = 'A';
export const SEND_BACK = 'B';

/** What waits for a person's answer, in the order it was asked. */
export function pendingIn(consultations: readonly Consultation[]): Crp[] {
  return consultations.flatMap(({ crp: asked, vcr: answer }) => (answer === null ? [asked] : []));
}

export interface Settled {
  readonly accepted: ReadonlySet<string>;
  readonly refused: ReadonlyMap<string, Vcr>;
}

/** What people said of Orchestral's own findings; what they sent back they sent back once. Words of their own count as going on: the Gatekeeper reads them. */
export function settledBy(consultations: readonly Consultation[], iteration: number): Settled {
  const accepted = new Set<string>();
  const refused = new Map<string, Vcr>();
  for (const { about, vcr: answer, iteration: round } of consultations) {
    if (answer === null) continue;
    const isRefusal = answer.decision === SEND_BACK;
    for (const key of about) {
      if (!isRefusal) accepted.add(key);
      else if (round === iteration) refused.set(key, answer);
    }
  }
  return { accepted, refused };
}

/** Whether an agent asks in the same round what it was answered: it does not heed the answer, and would ask for ever. */
export function isAskedAgain(
  consultations: readonly Consultation[],
  { crp, iteration }: { readonly crp: AskedText & Pick<Crp, 'created_by'>; readonly iteration: number },
): boolean {
  return consultations.some(
    (one) =>
      one.vcr !== null &&
      one.iteration === iteration &&
      one.crp.created_by === crp.created_by &&
      asksTheSame(one.crp, crp),
  );
}

/** The answer of an earlier run that applies to the future, once in a run. */
export function precedentFor<P extends { readonly crp: Crp }>(
  crp: Crp,
  { consultations, precedents }: { readonly consultations: readonly Consultation[]; readonly precedents: readonly P[] },
): P | undefined {
  const isNew = !consultations.some((one) => asksTheSame(one.crp, crp));
  return isNew ? precedents.find((one) => asksTheSame(one.crp, crp)) : undefined;
}

/** Whether two questions are one: the same words, and the same options by their labels. */
export function asksTheSame(one: AskedText, other: AskedText): boolean {
  return plain(one.question) === plain(other.question) && labels(one) === labels(other);
}

type AskedText = Pick<Crp, 'question' | 'options'>;

function labels({ options }: Pick<Crp, 'options'>): string {
  return JSON.stringify(options.map(({ label }) => plain(label)));
}

function plain(text: string): string {
  return text.normalize('NFC').trim();
}
