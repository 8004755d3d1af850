import type { Answer, Question } from '../engine/door/runs.ts';
import { ask, askChoice, askLine } from './ask.ts';
import type { Context } from './context.ts';
import { headOf, questionLines, unconfirmedLines } from './report/question.ts';
import { optionText } from './report/crp.ts';

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
  const options = crp.options.map((option) => ({
    id: option.id,
    label: option.label,
    detail: optionText(option, words),
  }));
  const other = options.some(({ id }) => id === 'other') ? [] : [{ id: 'other', ...words.answer.other }];
  const decision = await askChoice(context, {
    question: [headOf(question, words), crp.question, crp.context].filter((part) => part.trim() !== '').join('\n'),
    options: [...options, ...other],
    preselected: crp.recommendation ?? undefined,
    ...given,
  });
  if (decision === undefined) return undefined;
  const notes = decision === 'other' ? await askWords(context, given) : '';
  if (notes === undefined) return undefined;
  const rationale = await askLine(context, { question: words.answer.why, ...given });
  if (rationale === undefined) return undefined;
  const future = await ask(words.answer.future, context);
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

async function askWords(context: Context, given: { readonly signal?: AbortSignal }): Promise<string | undefined> {
  for (;;) {
    const said = await askLine(context, { question: context.words.answer.inYourWords, ...given });
    if (said !== '') return said;
  }
}
