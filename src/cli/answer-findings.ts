import { throwFailure, unwrap } from '../base/failure.ts';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { ItemDecision, OpenQuestion } from '../engine/door/questions.ts';
import { ask, askLine } from './ask.ts';
import type { Context, Input } from './context.ts';
import { findingQuestionLines } from './report/finding-question.ts';
import { jsonText, visible } from './terminal/visible.ts';

/** What the command line decides about findings; undefined where it decides nothing. */
function decisionIn({ options, flags }: Input, question: string): ItemDecision | undefined {
  const allow = options['allow'];
  const refuse = flags.has('refuse');
  if (allow === undefined && !refuse) return undefined;
  return { allow: allow === undefined ? [] : numbersIn(allow, question), refuse, reason: options['reason'] ?? '' };
}

function numbersIn(text: string, id: string): ItemDecision['allow'] {
  if (text.trim() === 'all') return 'all';
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const wrong = parts.find((part) => !/^\d{1,6}$/.test(part));
  if (wrong !== undefined || parts.length === 0)
    return throwFailure('question.no_item', { id, item: wrong ?? text, most: 1 });
  return parts.map(Number);
}

/** Everything is on the command line: there must be one question that it can mean. */
export async function answerFindings(
  context: Context,
  project: ProjectApi,
  { questions, input }: { readonly questions: readonly OpenQuestion[]; readonly input: Input },
): Promise<void> {
  const [question, another] = questions;
  if (question === undefined) return throwFailure('question.unknown', { id: input.args[0] ?? '--allow' });
  if (another !== undefined) throwFailure('question.which', { ids: questions.map(({ id }) => id) });
  const decision = decisionIn(input, question.id);
  if (decision === undefined) throw new Error('nothing was decided');
  checkNumbers(question, decision);
  await recordFindings(context, project, { question, decision });
}

function checkNumbers({ id, items }: OpenQuestion, { allow }: ItemDecision): void {
  const wrong = allow === 'all' ? undefined : allow.find((number) => number < 1 || number > items.length);
  if (wrong !== undefined) throwFailure('question.no_item', { id, item: String(wrong), most: items.length });
}

/** Asks the person about each finding or about all; undefined when they would rather decide later. */
export async function askFindings(
  question: OpenQuestion,
  context: Context,
  settled: { readonly signal?: AbortSignal } = {},
): Promise<ItemDecision | undefined> {
  const { words, io } = context;
  const said = words.questions;
  io.stderr.write(`${findingQuestionLines(question, context).join('\n')}\n`);
  for (;;) {
    const typed = await askLine(context, { question: said.allowWhich, ...settled });
    if (typed === undefined || typed === '') return undefined;
    const isAll = said.all.includes(typed.toLowerCase());
    const isNone = said.none.includes(typed.toLowerCase());
    const numbers = typed.split(/[\s,]+/).map(Number);
    if (!isAll && !isNone && !numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= question.items.length)) {
      io.stderr.write(`${words.ask.noSuchOption(visible(typed))}\n`);
      continue;
    }
    const allow = isAll ? 'all' : isNone ? [] : numbers;
    const isPart = allow !== 'all' && allow.length > 0 && allow.length < question.items.length;
    const refuse = isNone || (isPart && (await ask(said.refuseOthers, context, settled.signal)));
    const reason = await askLine(context, { question: words.answer.why, ...settled });
    return reason === undefined ? undefined : { allow, refuse, reason };
  }
}

export async function recordFindings(
  context: Context,
  project: ProjectApi,
  { question, decision }: { readonly question: OpenQuestion; readonly decision: ItemDecision },
): Promise<void> {
  const { words, flags, tell, answer } = context;
  const done = unwrap(await context.finishing(project.answer(question.id, decision)));
  const { workflow, id, open, conductor } = done;
  if (flags.json)
    answer(
      jsonText({ workflow, id, allowed: decision.allow, refused: decision.refuse, reason: decision.reason, open }),
    );
  const said = words.questions;
  tell(open > 0 ? said.partly(id, open) : decision.refuse ? said.refused(id) : said.allowed(id));
  if (open > 0) return;
  tell(conductor === null ? said.resume[workflow] : words.answer.goesOn(id, conductor.pid));
}

/** With the command that answers it. */
export function shownFindings(question: OpenQuestion, context: Context): string[] {
  const { words } = context;
  return [
    ...findingQuestionLines(question, context),
    `  ${words.answer.how} ${words.command(`answer ${visible(question.id)} --allow all --reason "…"`)}`,
  ];
}
