import { unwrap } from '../base/failure.ts';
import type { Question } from '../engine/door/runs.ts';
import type { RunView } from '../schema/views/run-view.ts';
import { askWhileOpen } from './ask-while-open.ts';
import { textContent } from './editor.ts';
import type { Turn } from './work.ts';

const OTHER = 'in-my-words';

/** Whether all questions that the run waits for are answered now, here or elsewhere. */
export async function askQuestions(turn: Turn, run: RunView): Promise<boolean> {
  const { project, editor, words } = turn;
  for (const question of await project.runs.questionsOf(run)) {
    if (await askOne(turn, question)) continue;
    if (!turn.signal.aborted) await editor.say(words.editor.undecided(run.run_id));
    return false;
  }
  return true;
}

async function askOne(turn: Turn, { run, crp }: Question): Promise<boolean> {
  const { project, editor, words } = turn;
  const said = words.editor;
  const options = crp.options.map(({ id, label }) => ({
    id: `option:${id}`,
    name: id === crp.recommendation ? said.recommended(label) : label,
  }));
  const isOpen = async (): Promise<boolean> => {
    const view = await project.runs.view(run);
    return !view.ok || view.value.questions.some(({ crp_id }) => crp_id === crp.crp_id);
  };
  const chosen = await askWhileOpen(
    turn,
    {
      title: crp.question,
      content: [textContent(questionText({ run, crp }, turn))],
      later: said.later,
      decisions: [...options, { id: OTHER, name: said.inMyWords }],
    },
    { log: run, isOpen },
  );
  if (chosen === 'elsewhere') return true;
  const option = crp.options.find(({ id }) => chosen === `option:${id}`);
  if (option !== undefined) {
    const answer = { crp: crp.crp_id, decision: option.id, rationale: said.chosen, notes: '', future: false };
    unwrap(await project.runs.answer(run, answer));
    return true;
  }
  if (chosen === OTHER) {
    turn.expect({ kind: 'answer', run, crp: crp.crp_id });
    await editor.say(said.writeAnswer);
  }
  return false;
}

function questionText({ run, crp }: Pick<Question, 'run' | 'crp'>, { words }: Turn): string {
  const { answer } = words;
  const options = crp.options.map(({ id, label, description, risk }) => {
    const more = [description, ...(risk.trim() === '' ? [] : [answer.risk(risk)])].filter((part) => part.trim() !== '');
    return `- **${id}: ${label}** ${more.join('; ')}`;
  });
  return [
    `${answer.head(crp.crp_id, run)} · ${answer.asked(crp.created_by, crp.type)}`,
    crp.question,
    ...(crp.context.trim() === '' ? [] : [crp.context]),
    options.join('\n'),
  ].join('\n\n');
}
