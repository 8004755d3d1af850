import { throwFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { OpenQuestion } from '../../engine/door/questions.ts';
import type { Answer, Pending, Question } from '../../engine/door/runs.ts';
import { answerFindings, askFindings, recordFindings, shownFindings } from '../answer-findings.ts';
import { askQuestion, safeAnswer } from '../ask-question.ts';
import { canAsk } from '../ask.ts';
import type { Context, Input, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { projectOf } from '../project.ts';
import { failureJson, failureLines } from '../report/failure.ts';
import { findingQuestionJson } from '../report/finding-question.ts';
import { questionJson, questionLines } from '../report/question.ts';
import { jsonText, visible } from '../terminal/visible.ts';

/** Records the answer that was given; without one, asks for it in a terminal and shows what waits elsewhere. */
export const run: Run = (context, input) => answer(context, input, {});

/** The same for what was found about the tasks of the graph alone. */
export const reviewTasks: Run = (context, input) => answer(context, input, { workflow: 'auto' });

async function answer(
  context: Context,
  input: Input,
  { workflow }: { readonly workflow?: OpenQuestion['workflow'] },
): Promise<ExitCode | void> {
  const project = projectOf(context);
  const { runs } = project;
  const all = unwrap(await project.questions()).filter((one) => workflow === undefined || one.workflow === workflow);
  const pending = workflow === undefined ? await runs.questions() : { questions: [], unreadable: [] };
  const wanted = input.args[0];
  const found = all.filter(({ id }) => wanted === undefined || id === wanted);
  const answering: Answering = { context, project, runs, pending, found };
  if (input.options['allow'] !== undefined || input.flags.has('refuse'))
    return answerFindings(context, project, { questions: found, input });
  if (workflow !== undefined && wanted !== undefined && found.length === 0)
    throwFailure('question.unknown', { id: wanted });
  const isFinding = workflow !== undefined || (wanted !== undefined && found.length > 0);
  const chosen = isFinding ? [] : await choose(answering, input);
  const decisions = input.lists['decision'] ?? [];
  if (decisions.length > 0) return answerNow(chosen, { ...input, decisions }, answering);
  const { json, yes } = context.flags;
  const waits = chosen.length + found.length > 0;
  if (waits && (yes || (!json && canAsk(context)))) return askAll(chosen, answering);
  return show(chosen, answering);
}

interface Answering {
  readonly context: Context;
  readonly project: ProjectApi;
  readonly runs: ProjectApi['runs'];
  readonly pending: Pending;
  /** What was found about work, and is meant. */
  readonly found: readonly OpenQuestion[];
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
  { options, flags, decisions }: Input & { readonly decisions: readonly string[] },
  answering: Answering,
): Promise<void> {
  const { rationale, notes = '' } = options;
  const named = decisions.map(decisionFor);
  if (named.some(({ crp }) => crp !== null)) {
    for (const { crp, decision } of named) {
      const meant = questions.filter((one) => one.crp.crp_id === crp);
      const one = { options: { ...options }, flags, args: [], lists: {}, decisions: [decision] };
      if (meant.length === 0) throwFailure('crp.unknown', { crp: crp ?? decision });
      await answerNow(meant, one, answering);
    }
    return;
  }
  const [decision = ''] = decisions;
  const [question, another] = questions;
  if (question === undefined) return throwFailure('run.none', { wanted: 'answer' });
  const { crp_id } = question.crp;
  const crps = [...new Set(questions.map(({ crp }) => crp.crp_id))];
  if (crps.length > 1) throwFailure('crp.which', { crps });
  if (rationale === undefined) return throwFailure('crp.needs_rationale', { crp: crp_id, decision });
  if (another !== undefined) throwFailure('crp.ambiguous', { crp: crp_id, runs: questions.map((one) => one.run) });
  return record(question, { crp: crp_id, decision, rationale, notes, future: flags.has('future') }, answering);
}

/** `crp-001=A`: of several that were asked at once. */
function decisionFor(said: string): { readonly crp: string | null; readonly decision: string } {
  const [, crp = null, decision = said] = /^(crp-\d+)=(.*)$/s.exec(said) ?? [];
  return { crp, decision };
}

/** One after the other; with `--yes` only what has a safe answer. */
async function askAll(questions: readonly Question[], answering: Answering): Promise<ExitCode> {
  const { context, project } = answering;
  const left: Question[] = [];
  // Several belong together: they are seen together before the first is answered.
  if (questions.length > 1 && !context.flags.yes)
    context.tell(questions.flatMap((question) => questionLines(question, context)).join('\n'));
  for (const question of questions) {
    const given = context.flags.yes ? safeAnswer(question, context) : await askQuestion(question, context);
    if (given === undefined) left.push(question);
    else await record(question, given, answering);
  }
  const undecided: OpenQuestion[] = [];
  for (const question of answering.found) {
    const decision = context.flags.yes ? undefined : await askFindings(question, context);
    if (decision === undefined) undecided.push(question);
    else await recordFindings(context, project, { question, decision });
  }
  if (left.length + undecided.length === 0) return exit.done;
  if (context.flags.yes) return show(left, answering);
  context.tell(context.words.answer.cancelled);
  return exit.waiting;
}

async function record({ run: id }: Question, given: Answer, { context, runs }: Answering): Promise<void> {
  const { words, flags, tell } = context;
  const { vcr, conductor } = unwrap(await context.finishing(runs.answer(id, given)));
  if (flags.json) context.answer(jsonText({ run_id: id, vcr }));
  tell(words.answer.recorded(given.crp, visible(given.decision)));
  tell(conductor === null ? words.answer.resume(id) : words.answer.goesOn(id, conductor.pid));
}

/** Exit 3 while anything waits. */
function show(questions: readonly Question[], { pending, found, context }: Answering): ExitCode {
  const { words, flags, tell } = context;
  const count = questions.length + found.length;
  const code = count > 0 ? exit.waiting : exit.done;
  if (flags.json) {
    const unreadable = pending.unreadable.map((one) => ({ run_id: one.run, ...failureJson(one.failure, words) }));
    const findings = found.map((question) => findingQuestionJson(question, words));
    context.answer(
      jsonText({ questions: questions.map((question) => questionJson(question, words)), findings, unreadable }),
    );
    return code;
  }
  for (const { run: id, failure } of pending.unreadable)
    tell([words.answer.unreadable(id), ...failureLines(failure, context)].join('\n'));
  if (count === 0) tell(words.answer.nothing);
  const shown = [
    ...questions.map((question) => [
      ...questionLines(question, context),
      `  ${words.answer.how} ${commandFor(question, pending, words)}`,
    ]),
    ...found.map((question) => shownFindings(question, context)),
  ];
  if (shown.length > 0) context.answer(shown.map((lines) => lines.join('\n')).join('\n\n'));
  return code;
}

/** A line that people copy. */
function commandFor({ run: id, crp }: Question, { questions }: Pending, words: Context['words']): string {
  const others = questions.some((other) => other.crp.crp_id === crp.crp_id && other.run !== id);
  const decision = visible(crp.recommendation ?? crp.options[0]?.id ?? 'other');
  return words.command(`answer ${crp.crp_id}${others ? ` --run ${id}` : ''} --decision ${decision} --rationale "…"`);
}
