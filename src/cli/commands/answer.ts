import { fail, type Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { openRun, type RunContext } from '../../engine/descriptors/run.ts';
import { type Answer, answerQuestion } from '../../engine/operations/runs/decide.ts';
import { findRun } from '../../engine/operations/runs/find.ts';
import { type Pending, pendingQuestions, type Question, whyNotPending } from '../../engine/operations/runs/pending.ts';
import type { Vcr } from '../../schema/run/vcr.ts';
import { canAsk } from '../ask.ts';
import { askQuestion, safeAnswer } from '../ask-question.ts';
import type { Context, Input, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { failureJson, failureLines } from '../report/failure.ts';
import { questionJson, questionLines } from '../report/question.ts';
import { runContext } from '../run-tools.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Records the answer that was given; without one, asks for it in a terminal and shows what waits elsewhere. */
export const run: Run = async (context, input) => {
  const tools = runContext(context);
  if (!tools.ok) return tools;
  const desk: Desk = { context, tools: tools.value, pending: await pendingQuestions(tools.value) };
  const chosen = await choose(desk, input);
  if (!chosen.ok) return chosen;
  if (input.options['decision'] !== undefined) return answerNow(chosen.value, input, desk);
  const { json, yes } = context.flags;
  if (chosen.value.length > 0 && (yes || (!json && canAsk(context)))) return askAll(chosen.value, desk);
  return show(chosen.value, desk);
};

interface Desk {
  readonly context: Context;
  readonly tools: RunContext;
  readonly pending: Pending;
}

/** All that wait, or those that were meant. */
async function choose(
  { tools, pending }: Desk,
  { args, options }: Input,
): Promise<Result<readonly Question[], Failure>> {
  const wanted = args[0] ?? options['crp'];
  const runId = options['run'] === undefined ? ok(undefined) : findRun(tools.project, options['run'], 'any');
  if (!runId.ok) return runId;
  const found = pending.questions
    .filter((question) => runId.value === undefined || question.run === runId.value)
    .filter(({ crp }) => wanted === undefined || crp.crp_id === wanted);
  if (found.length > 0 || wanted === undefined) return ok(found);
  return { ok: false, error: await whyNotPending(tools, wanted, runId.value) };
}

/** Everything is on the command line. */
async function answerNow(
  questions: readonly Question[],
  { options, flags }: Input,
  desk: Desk,
): Promise<Result<ExitCode, Failure>> {
  const { decision = '', rationale, notes = '' } = options;
  const [question, another] = questions;
  if (question === undefined) return fail('run.none', { wanted: 'answer' });
  const { crp_id } = question.crp;
  const crps = [...new Set(questions.map(({ crp }) => crp.crp_id))];
  if (crps.length > 1) return fail('crp.which', { crps });
  if (rationale === undefined) return fail('crp.needs_rationale', { crp: crp_id, decision });
  if (another !== undefined) return fail('crp.ambiguous', { crp: crp_id, runs: questions.map((one) => one.run) });
  return record(question, { crp: crp_id, decision, rationale, notes, future: flags.has('future') }, desk);
}

/** One after the other; with `--yes` only what has a safe answer. */
async function askAll(questions: readonly Question[], desk: Desk): Promise<Result<ExitCode, Failure>> {
  const { context } = desk;
  const left: Question[] = [];
  for (const question of questions) {
    const answer = context.flags.yes ? safeAnswer(question, context) : await askQuestion(question, context);
    const recorded = answer === undefined ? undefined : await record(question, answer, desk);
    if (recorded === undefined) left.push(question);
    else if (!recorded.ok) return recorded;
  }
  if (left.length === 0) return ok(exit.done);
  if (context.flags.yes) return show(left, desk);
  context.tell(context.words.answer.cancelled);
  return ok(exit.waiting);
}

async function record(
  { run: id, conductor }: Question,
  answer: Answer,
  { context, tools }: Desk,
): Promise<Result<ExitCode, Failure>> {
  const { words, flags, tell } = context;
  const recorded = await context.finishing(recordAnswer(id, answer, tools));
  if (!recorded.ok) return recorded;
  if (flags.json) context.answer(jsonText({ run_id: id, vcr: recorded.value }));
  tell(words.answer.recorded(answer.crp, visible(answer.decision)));
  tell(conductor === null ? words.answer.resume(id) : words.answer.goesOn(id, conductor.pid));
  return ok(exit.done);
}

async function recordAnswer(runId: string, answer: Answer, tools: RunContext): Promise<Result<Vcr, Failure>> {
  const open = await openRun(runId, tools);
  if (!open.ok) return open;
  const recorded = await answerQuestion(open.value, answer);
  const closed = await open.value.close();
  return recorded.ok && !closed.ok ? closed : recorded;
}

/** Exit 3 while anything waits. */
function show(questions: readonly Question[], { pending, context }: Desk): Result<ExitCode, Failure> {
  const { words, flags, answer, tell } = context;
  const code = questions.length > 0 ? exit.waiting : exit.done;
  if (flags.json) {
    const unreadable = pending.unreadable.map((one) => ({ run_id: one.run, ...failureJson(one.failure, words) }));
    answer(jsonText({ questions: questions.map((question) => questionJson(question, words)), unreadable }));
    return ok(code);
  }
  for (const { run: id, failure } of pending.unreadable)
    tell([words.answer.unreadable(id), ...failureLines(failure, context)].join('\n'));
  if (questions.length === 0) tell(words.answer.nothing);
  const shown = questions.map((question) => [
    ...questionLines(question, context),
    `  ${words.answer.how} ${commandFor(question, pending)}`,
  ]);
  if (shown.length > 0) answer(shown.map((lines) => lines.join('\n')).join('\n\n'));
  return ok(code);
}

/** A line that people copy. */
function commandFor({ run: id, crp }: Question, { questions }: Pending): string {
  const others = questions.some((other) => other.crp.crp_id === crp.crp_id && other.run !== id);
  const decision = visible(crp.recommendation ?? crp.options[0]?.id ?? 'other');
  return `orchestral answer ${crp.crp_id}${others ? ` --run ${id}` : ''} --decision ${decision} --rationale "…"`;
}
