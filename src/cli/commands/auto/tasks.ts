import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../../base/failure.ts';
import type { AutoApi, TaskVerdict, Verdict } from '../../../engine/door/auto.ts';
import type { ProjectApi } from '../../../engine/door/open-project.ts';
import { ask, mayAsk } from '../../ask.ts';
import type { Context, Run } from '../../context.ts';
import { projectOf } from '../../project.ts';
import { forecastLines } from '../../report/auto-forecast.ts';
import { someOf } from '../../report/auto-report.ts';
import { autoStatusLines } from '../../report/auto-status.ts';
import { nearPath } from '../../report/failure.ts';
import { jsonText, visible } from '../../terminal/visible.ts';
import { waitForStop } from '../stop.ts';
import { readAutoOptions } from './options.ts';

/* What can be done about a graph of tasks without conducting it. */

/** Where the graph stands, and how to go on. */
export const status: Run = async (context) => {
  const standing = unwrap(await projectOf(context).auto.status());
  const { flags, answer } = context;
  answer(flags.json ? jsonText(standing) : autoStatusLines(standing, context).join('\n'));
};

/** What would be done, in which order. Writes nothing. */
export const dryRun: Run = async (context, input) => {
  const options = readAutoOptions(context, input);
  const forecast = unwrap(await projectOf(context).auto.forecast(options));
  const { flags, answer } = context;
  answer(flags.json ? jsonText(forecast) : forecastLines(forecast, context).join('\n'));
};

/** Whoever conducts sees the request, ends its agents and lets go; where nobody does, it only is recorded. */
export const stop: Run = async (context) => {
  const project = projectOf(context);
  const { auto } = project;
  unwrap(await auto.exists());
  const { id, conductor } = unwrap(await auto.stop());
  const { stopping, stopped, stoppedNobody, slow } = context.words.auto;
  return waitForStop(context, project, {
    work: { workflow: 'auto', id },
    conductor,
    said: { waiting: stopping, stopped: conductor === null ? stoppedNobody : stopped, slow },
    json: { stopped: true, was_conducted: conductor !== null },
  });
};

/** Says of tasks what a person knows better, and what can be begun because of it. Whoever conducts hears it. */
export function mark(verdict: Verdict): Run {
  return async (context, { args: ids }) => {
    const { auto } = projectOf(context);
    unwrap(await auto.exists());
    const { words, flags, answer } = context;
    const tasks = [...new Set(ids)];
    const { ready } = unwrap(await markConfirmed(context, auto, { verdict, tasks }));
    if (flags.json) return answer(jsonText({ verdict, tasks, ready }));
    if (flags.quiet) return;
    const lines = [words.auto.judged[verdict](someOf(tasks, words))];
    if (ready.length > 0) lines.push(words.auto.readyNow(someOf(ready, words)));
    answer(visible(lines.join(' · ')));
  };
}

/** While its own agent is at it only a person can finish a task; `--yes` could be the agent's. */
async function markConfirmed(
  context: Context,
  auto: AutoApi,
  verdict: Omit<TaskVerdict, 'isConfirmed'>,
): ReturnType<AutoApi['mark']> {
  const { words } = context;
  const marked = await auto.mark({ ...verdict, isConfirmed: false });
  if (marked.ok || marked.error.code !== 'auto.agent_at_work' || !mayAsk(context)) return marked;
  const isSure = await ask(words.auto.agentAtWork(someOf(marked.error.params.tasks, words)), context);
  return isSure ? auto.mark({ ...verdict, isConfirmed: true }) : marked;
}

/** As the host's own program lists them. Those of people without write access are named, and left out. */
async function issuesWith({ words, tell }: Context, project: ProjectApi, label: string): Promise<{ text: string }> {
  const { issues, others } = unwrap(await project.readIssues(label));
  for (const { number, author } of others) tell(visible(words.pullRequest.issueSkipped(number, author)));
  return { text: JSON.stringify(issues.map(({ number, title, body }) => ({ number, title, body, state: 'open' }))) };
}

/** Another program's list as a TASKS.md. What is there stays unless the person says otherwise. */
export const importTasks: Run = async (context, { args: [named], options }) => {
  const api = projectOf(context);
  const { project, auto } = api;
  const label = options['issues'];
  if ((named === undefined) === (label === undefined))
    return throwFailure('usage.argument_missing', { command: 'auto import', missing: 'FILE' });
  const { words, flags, cwd, answer, tell } = context;
  const to = options['tasks'] === undefined ? path.join(project.root, 'TASKS.md') : path.resolve(cwd, options['tasks']);
  const isThere = fs.lstatSync(to, { throwIfNoEntry: false }) !== undefined;
  const replaces =
    flags.yes ||
    (isThere && mayAsk(context) && (await ask(words.auto.replaceFile(visible(nearPath(to, cwd))), context)));
  const from = label === undefined ? path.resolve(cwd, named ?? '') : await issuesWith(context, api, label);
  const imported = unwrap(await auto.import({ from, to, replaces }));
  const { tasks, leftOut, guesses, tag, otherTags } = imported;
  for (const guess of guesses) tell(words.auto.guessed[guess]);
  if (leftOut.length > 0) tell(visible(words.auto.leftOut(someOf(leftOut, words))));
  if (tag !== null && otherTags.length > 0) tell(visible(words.auto.otherTags(tag, someOf(otherTags, words))));
  if (flags.json) answer(jsonText({ file: to, tasks, left_out: leftOut, guesses, tag, other_tags: otherTags }));
  else if (!flags.quiet) answer(visible(words.auto.imported(tasks, nearPath(to, cwd))));
};
