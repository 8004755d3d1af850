import { unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Answer, Question, RunConductor } from '../../engine/door/runs.ts';
import type { Crp } from '../../schema/run/consultation.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import { mayAsk } from '../ask.ts';
import { askQuestion, safeAnswer } from '../ask-question.ts';
import type { Context } from '../context.ts';
import { visible } from '../terminal/visible.ts';

interface Asking {
  readonly conductor: RunConductor;
  /** A person is needed. */
  readonly onAsk: () => void;
}

/** Whether the question that the run waits for is settled, here or elsewhere, so that it can go on. */
export async function settleQuestion(
  context: Context,
  project: ProjectApi,
  { conductor, onAsk }: Asking,
): Promise<boolean> {
  const view = conductor.view();
  const question = await project.runs.question(view);
  if (question === undefined) return false;
  const safe = context.flags.yes && isNew(question.crp, view) ? safeAnswer(question, context) : undefined;
  if (safe !== undefined) return give(context, project, { conductor, answer: safe });
  onAsk();
  return mayAsk(context) && askPerson(context, project, { conductor, question });
}

/** Another process may answer meanwhile: then nobody need be asked. */
async function askPerson(
  context: Context,
  project: ProjectApi,
  { conductor, question }: { readonly conductor: RunConductor; readonly question: Question },
): Promise<boolean> {
  const { crp_id } = question.crp;
  const settled = new AbortController();
  const isSettled = () => conductor.view().question?.crp_id !== crp_id;
  const unwatch = conductor.watch({ onEvent: () => isSettled() && settled.abort() });
  try {
    const answer = await askQuestion(question, context, { signal: settled.signal });
    if (settled.signal.aborted) return elsewhere(context, conductor, crp_id);
    return answer !== undefined && (await give(context, project, { conductor, answer }));
  } finally {
    unwatch();
  }
}

async function give(
  context: Context,
  project: ProjectApi,
  { conductor, answer }: { readonly conductor: RunConductor; readonly answer: Answer },
): Promise<boolean> {
  const recorded = await project.runs.answer(conductor.id, answer);
  if (!recorded.ok && recorded.error.code === 'crp.answered')
    return elsewhere(context, conductor, answer.crp, recorded.error.params.decision);
  unwrap(recorded);
  return true;
}

function elsewhere({ words, tell }: Context, conductor: RunConductor, crp_id: string, known?: string): boolean {
  const { consultations, step } = conductor.view();
  const decision = known ?? consultations.find(({ crp }) => crp.crp_id === crp_id)?.vcr?.decision;
  const said = words.runScreen;
  tell(visible(decision === undefined ? said.settledElsewhere(crp_id) : said.answeredElsewhere(crp_id, decision)));
  return step !== 'stopped';
}

/** Whoever asks the same again was not helped by the answer. */
function isNew(asked: Crp, { consultations }: RunView): boolean {
  return !consultations.some(({ crp, vcr }) => vcr !== null && keyOf(crp) === keyOf(asked));
}

function keyOf({ question, options }: Crp): string {
  return JSON.stringify([question, ...options.map(({ label }) => label)]).normalize('NFC');
}
