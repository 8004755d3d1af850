import { throwFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Answer, Pending, Question } from '../../engine/door/runs.ts';
import { askQuestion, safeAnswer } from '../ask-question.ts';
import { canAsk } from '../ask.ts';
import type { Context, Input, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { failureJson, failureLines } from '../report/failure.ts';
import { questionJson, questionLines } from '../report/question.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Records the answer that was given; without one, asks for it in a terminal and shows what waits elsewhere. */
export const run: Run = async (context, input) => {
  const { runs } = projectOf(context);
  const answering: Answering = { context, runs, pending: await runs.questions() };
  const chosen = await choose(answering, input);
  if (input.options['decision'] !== undefined) return answerNow(chosen, input, answering);
  const { json, yes } = context.flags;
  if (chosen.length > 0 && (yes || (!json && canAsk(context)))) return askAll(chosen, answering);
  return show(chosen, answering);
};

interface Answering {
  readonly context: Context;
  readonly runs: ProjectApi['runs'];
  readonly pending: Pending;
}

/** All that wait, or those that were meant. */
async function choose({ runs, pending }: Answering, { args, options }: Input): Promise<readonly Question[]> {
  const wanted = args[0] ?? options['crp'];
  const runId = options['run'] === undefined ? undefined : unwrap(await runs.find(options['run'], 'any'));
  const found = pending.questions
    .filter((question) => runId === undefined || question.run === runId)
    .filter(({ crp }) => wanted === undefined || crp.crp_id === wanted);
  if (found.length > 0 || wanted === undefined) return found;
  return unwrap(err(await runs.whyNotPending(wanted, runId)));
}

/** Everything is on the command line. */
async function answerNow(
  questions: readonly Question[],
  { options, flags }: Input,
  answering: Answering,
): Promise<void> {
  const { decision = '', rationale, notes = '' } = options;
  const [question, another] = questions;
  if (question === undefined) return throwFailure('run.none', { wanted: 'answer' });
  const { crp_id } = question.crp;
  const crps = [...new Set(questions.map(({ crp }) => crp.crp_id))];
  if (crps.length > 1) throwFailure('crp.which', { crps });
  if (rationale === undefined) return throwFailure('crp.needs_rationale', { crp: crp_id, decision });
  if (another !== undefined) throwFailure('crp.ambiguous', { crp: crp_id, runs: questions.map((one) => one.run) });
  return record(question, { crp: crp_id, decision, rationale, notes, future: flags.has('future') }, answering);
}

/** One after the other; with `--yes` only what has a safe answer. */
async function askAll(questions: readonly Question[], answering: Answering): Promise<ExitCode> {
  const { context } = answering;
  const left: Question[] = [];
  for (const question of questions) {
    const answer = context.flags.yes ? safeAnswer(question, context) : await askQuestion(question, context);
    if (answer === undefined) left.push(question);
    else await record(question, answer, answering);
  }
  if (left.length === 0) return exit.done;
  if (context.flags.yes) return show(left, answering);
  context.tell(context.words.answer.cancelled);
  return exit.waiting;
}

async function record({ run: id }: Question, answer: Answer, { context, runs }: Answering): Promise<void> {
  const { words, flags, tell } = context;
  const { vcr, conductor } = unwrap(await context.finishing(runs.answer(id, answer)));
  if (flags.json) context.answer(jsonText({ run_id: id, vcr }));
  tell(words.answer.recorded(answer.crp, visible(answer.decision)));
  tell(conductor === null ? words.answer.resume(id) : words.answer.goesOn(id, conductor.pid));
}

/** Exit 3 while anything waits. */
function show(questions: readonly Question[], { pending, context }: Answering): ExitCode {
  const { words, flags, answer, tell } = context;
  const code = questions.length > 0 ? exit.waiting : exit.done;
  if (flags.json) {
    const unreadable = pending.unreadable.map((one) => ({ run_id: one.run, ...failureJson(one.failure, words) }));
    answer(jsonText({ questions: questions.map((question) => questionJson(question, words)), unreadable }));
    return code;
  }
  for (const { run: id, failure } of pending.unreadable)
    tell([words.answer.unreadable(id), ...failureLines(failure, context)].join('\n'));
  if (questions.length === 0) tell(words.answer.nothing);
  const shown = questions.map((question) => [
    ...questionLines(question, context),
    `  ${words.answer.how} ${commandFor(question, pending)}`,
  ]);
  if (shown.length > 0) answer(shown.map((lines) => lines.join('\n')).join('\n\n'));
  return code;
}

/** A line that people copy. */
function commandFor({ run: id, crp }: Question, { questions }: Pending): string {
  const others = questions.some((other) => other.crp.crp_id === crp.crp_id && other.run !== id);
  const decision = visible(crp.recommendation ?? crp.options[0]?.id ?? 'other');
  return `orchestral answer ${crp.crp_id}${others ? ` --run ${id}` : ''} --decision ${decision} --rationale "…"`;
}
