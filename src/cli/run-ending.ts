import { fail, failure, type Failure } from '../base/failure.ts';
import { err, ok, type Result } from '../base/result.ts';
import type { OpenRun } from '../engine/descriptors/run.ts';
import { type Pack, readPack, refusalOf } from '../engine/operations/runs/review.ts';
import { formatFailure } from '../i18n/catalogue.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import { endEarly } from './on-screen.ts';
import { nearPath } from './report/failure.ts';
import { headedLines } from './report/headed.ts';
import { questionLines } from './report/question.ts';
import type { RunNow } from './report/run-event.ts';
import { waitingIn } from './run-question.ts';
import { totalFacts } from './report/spent.ts';
import { itemLines } from './terminal/item.ts';
import { visible } from './terminal/visible.ts';
import { widthOf } from './terminal/width.ts';

/** Says where a run stands now that nothing happens to it any more, and what can be done. */
export function endRun(context: Context, open: OpenRun, conducted: Result<void, Failure>): Result<ExitCode, Failure> {
  const run = open.state();
  const { step, run_id } = run;
  const { interrupted, goOn } = context.words.runScreen;
  const isOver = step.at === 'completed' || step.at === 'ready_for_merge' || step.at === 'undelivered';
  const short = endEarly(context, { conducted, isOver, interrupted: interrupted(run_id), goOn: goOn(run_id) });
  if (short !== undefined) return short;
  switch (step.at) {
    case 'completed':
      sayDone(context, run);
      return ok(exit.done);
    case 'ready_for_merge': {
      const refusal = refusalOf(run);
      return refusal === undefined ? ready(context, open) : err(refusal);
    }
    case 'undelivered': {
      const { why, detail } = step;
      return fail('run.undelivered', { run: run_id, base: run.base.branch ?? '', why, detail });
    }
    case 'waiting':
      return waiting(context, open, step.crp_id);
    case 'failed':
      return failed(run, step);
    case 'stopped':
      return fail('run.stopped', { run: run_id });
    case 'prepare':
    case 'refine':
    case 'build':
    case 'verify':
    case 'test':
    case 'gate':
    case 'pack':
    case 'merge':
      // Somebody decided something just as we were leaving.
      context.tell(goOn(run_id));
      return ok(exit.waiting);
    default:
      return step satisfies never;
  }
}

function ready(context: Context, open: OpenRun): Result<ExitCode, Failure> {
  const pack = readPack(open);
  if (!pack.ok) return pack;
  if (!context.flags.quiet && !context.flags.json)
    context.answer(readyLines(context, open.state(), pack.value).join('\n'));
  return ok(exit.waiting);
}

/** In a glance: what it is, what it took, and the three things to do about it. */
function readyLines(context: Context, run: RunNow, pack: Pack): string[] {
  const { words, columns, cwd } = context;
  const said = words.runScreen;
  const { tests, files_changed, iterations } = pack.evidence;
  const facts = [
    said.files(files_changed.length),
    said.tests(tests.passed, tests.failed),
    tests.coverage === null ? said.coverageUnknown : said.coverage(Math.floor(tests.coverage * 10) / 10),
    said.roundsTaken(iterations),
    ...totalFacts(run.spent, words),
  ];
  const meanings = words.runDocuments.summary;
  const commands: [string, string][] = [
    [`orchestral review ${run.run_id}`, meanings.review],
    [`orchestral approve ${run.run_id}`, meanings.approve],
    [`orchestral reject ${run.run_id} --reason "…"`, words.pack.reject],
  ];
  const termWidth = Math.max(...commands.map(([command]) => widthOf(command)));
  return [
    ...headedLines(`📦 ${said.ready(run.run_id)}`, [facts.join(' · ')], context),
    `  ${visible(nearPath(pack.paths.summary, cwd))}`,
    '',
    ...commands.flatMap(([term, description]) => itemLines({ term, termWidth, description, columns, indent: 2 })),
  ];
}

function sayDone(context: Context, run: RunNow): void {
  const { words, flags, answer } = context;
  if (flags.quiet || flags.json || run.step.at !== 'completed') return;
  const said = words.runScreen;
  const { merge } = run.step;
  const facts = [
    merge === null ? said.copiedBack : said.mergedInto(run.base.branch ?? '', merge.slice(0, 12)),
    said.roundsTaken(run.iteration),
    ...totalFacts(run.spent, words),
  ];
  answer(headedLines(`✅ ${said.done(run.run_id)}`, [facts.join(' · ')], context).join('\n'));
}

/** Nothing went wrong: the question, and how to answer it. */
function waiting(context: Context, open: OpenRun, crp: string): Result<ExitCode, Failure> {
  const wanted = failure('crp.wants_answer', { crp });
  if (context.flags.quiet) return err(wanted);
  const question = waitingIn(open);
  if (question === undefined || context.flags.json) return ok(exit.waiting);
  const story = context.stderrView();
  const { colours, columns } = story;
  const { message, hint } = formatFailure(context.words, wanted);
  for (const line of questionLines(question, { ...context, colours, columns })) story.print(line);
  story.print(colours.yellow(message));
  story.print(`  ${hint}`);
  return ok(exit.waiting);
}

type Step<At extends RunNow['step']['at']> = Extract<RunNow['step'], { at: At }>;

function failed(
  { run_id: run, max_iterations, agents }: RunNow,
  { error, before }: Step<'failed'>,
): Result<never, Failure> {
  if (error === 'max_iterations') return fail('run.not_accepted', { run, iterations: max_iterations });
  const last = Object.values(agents).find(({ status }) => status === 'failed' || status === 'timeout');
  return fail('run.failed', { run, step: before.at, reason: last?.error ?? error });
}
