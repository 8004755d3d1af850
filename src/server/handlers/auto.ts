import { unwrap } from '../../base/failure.ts';
import { sumSpending } from '../../base/spending.ts';
import type { AutoAttempt } from '../../engine/door/auto.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Handlers, RequestContext } from '../handler.ts';
import { pullRequestView } from '../pull-request.ts';
import { conductorView, goOn, questionItem, trust } from './project.ts';
import { countOf } from './runs.ts';

type AutoHandlers = Handlers<
  | 'auto.read'
  | 'auto.forecast'
  | 'auto.attempts'
  | 'auto.task'
  | 'auto.taskDiff'
  | 'auto.taskFileDiff'
  | 'auto.start'
  | 'auto.mark'
  | 'auto.allow'
  | 'auto.stop'
  | 'auto.sync'
  | 'auto.apply'
  | 'auto.rebase'
>;

export const autoHandlers: AutoHandlers = {
  'auto.read': async (context, { params }) => readGraph(context, context.project(params.project)),
  'auto.forecast': async (context, { params, query: { mode, parallel, phase } }) => {
    const forecast = unwrap(
      await context
        .project(params.project)
        .auto.forecast({ mode, parallel: numberIn(parallel), phase: numberIn(phase) }),
    );
    const { project, tasks_file, begun, total: all, left, seconds, cost_usd, critical_path } = forecast;
    const tasks = forecast.tasks.map(({ id, title, phase: of, needs, starts, ends }) => ({
      id,
      title,
      phase: of,
      needs,
      starts,
      ends,
    }));
    return {
      project,
      mode: forecast.mode,
      tasks_file,
      begun,
      total: all,
      left,
      parallel: forecast.parallel,
      seconds,
      cost_usd,
      critical_path,
      tasks,
    };
  },
  'auto.attempts': async (context, { params, query: { from = '0' } }) => {
    const { auto } = context.project(params.project);
    const { attempts, held, seq } = unwrap(await auto.history());
    const changed = attempts.filter((attempt) => attempt.seq > Number(from));
    const limits = unwrap(await auto.waits()).map(({ backend, since, resume_at }) => ({
      backend,
      from: since,
      until: resume_at,
    }));
    return { history: changed.map(attemptView), limits, held, next: seq };
  },
  'auto.task': async (context, { params }) => {
    const project = context.project(params.project);
    const { id, task, text, acceptance, line, history, findings, items } = unwrap(await project.auto.task(params.task));
    const view = unwrap(await project.auto.graph()).tasks[id];
    if (view === undefined) throw new Error('a task of the graph has a view');
    const worked = history.findLast(({ step }) => step === 'work' || step === 'resolve');
    const prompt = worked === undefined ? null : unwrap(await project.agentLogs.prompt(worked.effect));
    return {
      ...view,
      needed_by: task.neededBy,
      text,
      acceptance,
      files: task.files,
      line,
      prompt,
      result: task.result,
      work: task.work,
      tree: unwrap(await project.auto.history()).merged.get(id)?.tree ?? null,
      history: history.map(attemptView),
      findings,
      items: items.map((item) => questionItem(item, context.words)),
      allowed: (task.allowed ?? []).map(({ code, key, by, reason }) => ({ code, key, by, reason })),
    };
  },
  'auto.taskDiff': async (context, { params }) =>
    unwrap(await context.project(params.project).auto.compareTask(params.task)),
  'auto.taskFileDiff': async (context, { params, query: { path, context: lines = '3' } }) =>
    unwrap(await context.project(params.project).auto.compareTaskFile(params.task, { path, context: countOf(lines) })),
  'auto.start': async (context, { params, body: { mode, parallel, phase, trusted } }) => {
    const project = context.project(params.project);
    await trust(project, trusted);
    const { conductor } = unwrap(await project.auto.start({ mode, parallel, phase }));
    unwrap(await conductor.close());
    const args = [
      'auto',
      '--resume',
      ...(mode === undefined ? [] : ['--mode', mode]),
      ...(parallel === undefined ? [] : ['--parallel', String(parallel)]),
      ...(phase === undefined ? [] : ['--phase', String(phase)]),
    ];
    return { id: 'auto', conductor: null, is_launched: await goOn(context, project, args) };
  },
  'auto.mark': async (context, { params, body: { verdict, tasks } }) => {
    // The page asks before it sends: a person said so.
    const marked = await context.project(params.project).auto.mark({ verdict, tasks, isConfirmed: true });
    return unwrap(marked);
  },
  'auto.allow': async (context, { params }) => {
    const project = context.project(params.project);
    unwrap(await project.auto.exists());
    unwrap(await project.auto.allow(Number(params.phase)));
    const conductor = await holderOf(project);
    const is_launched = conductor === null && (await goOn(context, project, ['auto', '--resume']));
    return { id: 'auto', conductor, is_launched };
  },
  'auto.stop': async (context, { params }) => {
    const project = context.project(params.project);
    unwrap(await project.auto.exists());
    const { id, conductor } = unwrap(await project.auto.stop());
    return { id, conductor: conductorView(conductor), is_launched: false };
  },
  'auto.sync': async (context, { params }) => {
    const project = context.project(params.project);
    unwrap(await project.auto.exists());
    const conductor = await holderOf(project);
    if (conductor === null) unwrap(await unwrap(await project.auto.sync()).close());
    // Of a graph that is conducted it only records that somebody wants to know, and ends.
    await goOn(context, project, ['pull-request', 'sync', 'auto']);
    return { id: 'auto', conductor, is_launched: conductor === null };
  },
  'auto.apply': async (context, { params }) => {
    const project = context.project(params.project);
    unwrap(await project.auto.exists());
    const conductor = unwrap(await project.auto.apply());
    unwrap(await conductor.close());
    return { id: 'auto', conductor: null, is_launched: await goOn(context, project, ['apply', 'auto']) };
  },
  'auto.rebase': async (context, { params }) => {
    const project = context.project(params.project);
    unwrap(await project.auto.exists());
    const conductor = unwrap(await project.auto.rebase());
    unwrap(await conductor.close());
    return { id: 'auto', conductor: null, is_launched: await goOn(context, project, ['rebase', 'auto']) };
  },
};

function attemptView(attempt: AutoAttempt) {
  const { effect, task, step, started_at, ended_at, outcome, failure, spent, models } = attempt;
  return { effect, task, step, attempt: attempt.attempt, started_at, ended_at, outcome, failure, spent, models };
}

async function holderOf(project: ProjectApi) {
  const found = (await project.conductors()).find(({ workflow }) => workflow === 'auto');
  return conductorView(found?.holder ?? null);
}

async function readGraph({ words }: RequestContext, project: ProjectApi) {
  const graph = unwrap(await project.auto.graph());
  const [standing, history, forecast, conductor, budget_usd] = await Promise.all([
    project.auto.status(),
    project.auto.history(),
    project.auto.forecast({}),
    holderOf(project),
    project.records.budget(),
  ]);
  const { held, blocked, unproven } = unwrap(standing);
  return {
    ...graph,
    pull_request: pullRequestView(graph.pull_request, words),
    conductor,
    seconds_left: forecast.ok && graph.has_measured ? forecast.value.seconds : null,
    critical_path: forecast.ok ? forecast.value.critical_path : [],
    held: held.map(({ id }) => id),
    blocked: blocked.map(({ id, by }) => ({ id, by })),
    unproven,
    trees: Object.fromEntries([...unwrap(history).merged].map(([id, { tree }]) => [id, tree])),
    budget_usd,
    cost_usd: sumSpending(Object.values(graph.spent)).cost_usd,
  };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
