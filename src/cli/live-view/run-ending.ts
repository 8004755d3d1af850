import { failure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import { refusalOf, runFailure } from '../../engine/door/endings.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Pack } from '../../engine/door/runs.ts';
import { formatFailure } from '../../i18n/catalogue.ts';
import type { RunView } from '../../schema/views/run-view.ts';
import type { Context } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { nearPath } from '../report/failure.ts';
import { sayProposed } from '../report/proposal.ts';
import { questionLines } from '../report/question.ts';
import { totalFacts } from '../report/spent.ts';
import { headedLines, itemTable } from '../terminal/layout.ts';
import { visible } from '../terminal/visible.ts';

/** Says where a run stands now that nothing happens to it any more, and what can be done. */
export async function endRun(context: Context, project: ProjectApi, run: RunView): Promise<ExitCode> {
  const failed = runFailure(run);
  if (failed !== undefined) return unwrap(err(failed));
  if (run.step === 'completed') {
    sayDone(context, run);
    return exit.done;
  }
  if (run.step === 'waiting') return waiting(context, project, run);
  if (run.step === 'proposed') return sayProposed(context, { id: run.run_id, proposal: run.pull_request });
  if (run.step === 'ready_for_merge') {
    const refusal = refusalOf(run);
    if (refusal !== undefined) unwrap(err(refusal));
    await showReady(context, project, run);
    return exit.waiting;
  }
  // Somebody decided something just as we were leaving.
  context.tell(context.words.runScreen.goOn(run.run_id));
  return exit.waiting;
}

/** The pack, for whoever has to decide. */
export async function showReady(context: Context, project: ProjectApi, run: RunView): Promise<void> {
  const pack = unwrap(await project.runs.review(run.run_id));
  const { flags, words, answer } = context;
  if (flags.json) return;
  if (!flags.quiet) return answer(readyLines(context, run, pack).join('\n'));
  answer(`${words.runScreen.ready(run.run_id)}\n  ${words.command(`review ${run.run_id}`)}`);
}

/** In a glance: what it is, what it took, and the three things to do about it. */
function readyLines(context: Context, run: RunView, pack: Pack): string[] {
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
    [words.command(`review ${run.run_id}`), meanings.review],
    [words.command(`approve ${run.run_id}`), meanings.approve],
    [words.command(`reject ${run.run_id} --reason "…"`), words.pack.reject],
  ];
  return [
    ...headedLines(`📦 ${said.ready(run.run_id)}`, [facts.join(' · ')], context),
    `  ${visible(nearPath(pack.paths.summary, cwd))}`,
    '',
    ...itemTable(commands, columns, 2),
  ];
}

function sayDone(context: Context, run: RunView): void {
  const { words, flags, answer } = context;
  if (flags.quiet || flags.json) return;
  const said = words.runScreen;
  const { merge } = run;
  const facts = [
    merge === null
      ? said.copiedBack
      : run.pull_request !== null
        ? words.pullRequest.merged(merge.slice(0, 12))
        : said.mergedInto(run.base.branch ?? '', merge.slice(0, 12)),
    said.roundsTaken(run.iteration),
    ...totalFacts(run.spent, words),
  ];
  const pull = run.pull_request === null ? [] : [words.pullRequest.mergedHint(run.base.branch ?? '')];
  answer(headedLines(`✅ ${said.done(run.run_id)}`, [facts.join(' · '), ...pull], context).join('\n'));
}

/** Nothing went wrong: the question, and how to answer it. */
async function waiting(context: Context, project: ProjectApi, run: RunView): Promise<ExitCode> {
  const wanted = failure('crp.wants_answer', { crps: run.questions.map(({ crp_id }) => crp_id) });
  if (context.flags.quiet) return unwrap(err(wanted));
  const questions = await project.runs.questionsOf(run);
  if (questions.length === 0 || context.flags.json) return exit.waiting;
  const screen = context.stderrView();
  const { colours, columns } = screen;
  const { message, hint } = formatFailure(context.words, wanted);
  for (const question of questions)
    for (const line of questionLines(question, { ...context, colours, columns })) screen.print(line);
  screen.print(colours.yellow(message));
  screen.print(`  ${hint}`);
  return exit.waiting;
}
