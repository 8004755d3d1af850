import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { OpenRun } from '../engine/descriptors/run.ts';
import { answerQuestion } from '../engine/operations/runs/decide.ts';
import { type Question, unconfirmedIn } from '../engine/operations/runs/pending.ts';
import type { Crp } from '../schema/run/crp.ts';
import { askQuestion, safeAnswer } from './ask-question.ts';
import type { Context } from './context.ts';
import type { RunNow } from './report/run-event.ts';
import { visible } from './terminal/visible.ts';

interface Asking {
  readonly mayAsk: boolean;
  /** A person is needed. */
  readonly onAsk: () => void;
}

/** Whether the question that the run waits for is settled, here or elsewhere, so that it can go on. */
export async function settleQuestion(
  context: Context,
  open: OpenRun,
  asking: Asking,
): Promise<Result<boolean, Failure>> {
  const question = waitingIn(open);
  if (question === undefined) return ok(false);
  const safe = context.flags.yes && isNew(question.crp, open.state()) ? safeAnswer(question, context) : undefined;
  if (safe !== undefined) return given(context, open, safe);
  asking.onAsk();
  return asking.mayAsk ? askPerson(context, open, question) : ok(false);
}

/** The question that a run waits for. */
export function waitingIn(open: OpenRun): Question | undefined {
  const crp = pendingIn(open.state());
  if (crp === undefined) return undefined;
  return { run: open.id, crp, conductor: null, unconfirmed: unconfirmedIn(open.folder, crp) };
}

function pendingIn({ step, consultations }: RunNow): Crp | undefined {
  return step.at === 'waiting' ? consultations.find(({ vcr }) => vcr === null)?.crp : undefined;
}

/** Another process may answer meanwhile: then nobody need be asked. */
async function askPerson(context: Context, open: OpenRun, question: Question): Promise<Result<boolean, Failure>> {
  const settled = new AbortController();
  const isSettled = () => pendingIn(open.state())?.crp_id !== question.crp.crp_id;
  const unwatch = open.store.watch(() => isSettled() && settled.abort());
  try {
    const answer = await askQuestion(question, context, { signal: settled.signal });
    if (settled.signal.aborted) return elsewhere(context, open, question.crp.crp_id);
    return answer === undefined ? ok(false) : await given(context, open, answer);
  } finally {
    unwatch();
  }
}

async function given(
  context: Context,
  open: OpenRun,
  answer: Parameters<typeof answerQuestion>[1],
): Promise<Result<boolean, Failure>> {
  const recorded = await answerQuestion(open, answer);
  if (recorded.ok) return ok(true);
  return recorded.error.code === 'crp.answered' ? elsewhere(context, open, answer.crp) : recorded;
}

function elsewhere({ words, tell }: Context, open: OpenRun, crp_id: string): Result<boolean, Failure> {
  const { consultations, step } = open.state();
  const decision = consultations.find(({ crp }) => crp.crp_id === crp_id)?.vcr?.decision;
  const said = words.runScreen;
  tell(visible(decision === undefined ? said.settledElsewhere(crp_id) : said.answeredElsewhere(crp_id, decision)));
  return ok(step.at !== 'stopped');
}

/** Whoever asks the same again was not helped by the answer. */
function isNew(asked: Crp, { consultations }: RunNow): boolean {
  return !consultations.some(({ crp, vcr }) => vcr !== null && keyOf(crp) === keyOf(asked));
}

function keyOf({ question, options }: Crp): string {
  return JSON.stringify([question, ...options.map(({ label }) => label)]).normalize('NFC');
}
