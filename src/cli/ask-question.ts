import { unwrap } from '../base/failure.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Answer, Question, RunConductor } from '../engine/door/runs.ts';
import type { Crp } from '../schema/run/consultation.ts';
import type { RunView } from '../schema/views/run-view.ts';
import { ask, askChoice, askLine, mayAsk } from './ask.ts';
import { askWhileOpen } from './ask-while-open.ts';
import type { Context } from './context.ts';
import { headOf, listedOption, questionLines, unconfirmedLines } from './report/question.ts';
import { visible } from './terminal/visible.ts';

/** Asks the person; undefined when they would rather not say, or when `signal` tells that it is settled elsewhere. */
export async function askQuestion(
  question: Question,
  context: Context,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Answer | undefined> {
  const { words } = context;
  const { crp } = question;
  const given = signal === undefined ? {} : { signal };
  const taken = await confirmed(question, context);
  if (taken !== undefined) return taken;
  const options = crp.options.map((option) => listedOption(option, words));
  const other = options.some(({ id }) => id === 'other') ? [] : [{ id: 'other', ...words.answer.other }];
  const decision = await askChoice(context, {
    question: [headOf(question, words), crp.question, crp.context].filter((part) => part.trim() !== '').join('\n'),
    options: [...options, ...other],
    preselected: crp.recommendation ?? undefined,
    ...given,
  });
  if (decision === undefined) return undefined;
  const notes = decision === 'other' ? await askWords(context, { question: words.answer.inYourWords, ...given }) : '';
  if (notes === undefined) return undefined;
  const preset = decision === crp.recommendation ? words.answer.asRecommended : undefined;
  const rationale = await askWords(context, { question: words.answer.why, preset, ...given });
  if (rationale === undefined) return undefined;
  const future = await ask(words.answer.future, context, signal);
  return { crp: crp.crp_id, decision, rationale, notes, future };
}

/** Only where nothing can go badly wrong, and somebody knows better than chance. */
export function safeAnswer({ crp }: Question, { words }: Context): Answer | undefined {
  if (crp.type !== 'clarification' || crp.recommendation === null) return undefined;
  const rationale = words.answer.recommended;
  return { crp: crp.crp_id, decision: crp.recommendation, rationale, notes: '', future: false };
}

/** What somebody wrote into `vcr/` counts once this person says so. */
async function confirmed(question: Question, context: Context): Promise<Answer | undefined> {
  const { words, tell } = context;
  for (const unconfirmed of question.unconfirmed) {
    const { vcr } = unconfirmed;
    const said = unconfirmedLines(question, unconfirmed, context);
    if (!vcr.ok) {
      tell(said.join('\n'));
      continue;
    }
    tell([...questionLines({ ...question, unconfirmed: [] }, context), ...said].join('\n'));
    if (!(await ask(words.answer.confirm, context))) continue;
    const { decision, rationale, additional_notes: notes, applies_to_future: future } = vcr.value;
    return { crp: question.crp.crp_id, decision, rationale, notes, future };
  }
  return undefined;
}

interface Wording {
  readonly question: string;
  /** What an empty answer stands for; without it the question is asked again. */
  readonly preset?: string | undefined;
  readonly signal?: AbortSignal;
}

async function askWords(context: Context, { preset, ...asked }: Wording): Promise<string | undefined> {
  for (;;) {
    const said = await askLine(context, asked);
    if (said !== '') return said;
    if (preset !== undefined) return preset;
  }
}

interface Asking {
  readonly conductor: RunConductor;
  /** A person is needed. */
  readonly onAsk: () => void;
}

/** Whether all questions that the run waits for are settled, here or elsewhere, so that it can go on. */
export async function settleQuestion(
  context: Context,
  project: ProjectApi,
  { conductor, onAsk }: Asking,
): Promise<boolean> {
  const view = conductor.view();
  const questions = await project.runs.questionsOf(view);
  if (questions.length === 0) return false;
  const left: Question[] = [];
  for (const question of questions) {
    const safe = context.flags.yes && isNew(question.crp, view) ? safeAnswer(question, context) : undefined;
    const isSettled = safe !== undefined && (await give(context, project, { conductor, answer: safe }));
    if (!isSettled) left.push(question);
  }
  if (left.length === 0) return true;
  onAsk();
  if (!mayAsk(context)) return false;
  // Several belong together: they are seen together before the first is answered.
  if (left.length > 1) context.tell(left.flatMap((question) => questionLines(question, context)).join('\n'));
  for (const question of left) if (!(await askPerson(context, project, { conductor, question }))) return false;
  return true;
}

/** Another process may answer meanwhile: then nobody need be asked. */
async function askPerson(
  context: Context,
  project: ProjectApi,
  { conductor, question }: { readonly conductor: RunConductor; readonly question: Question },
): Promise<boolean> {
  const { crp_id } = question.crp;
  const asked = await askWhileOpen(
    conductor,
    ({ questions }) => questions.some((one) => one.crp_id === crp_id),
    (signal) => askQuestion(question, context, { signal }),
  );
  if (asked === undefined) return elsewhere(context, conductor, crp_id);
  const { answer } = asked;
  return answer !== undefined && (await give(context, project, { conductor, answer }));
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
