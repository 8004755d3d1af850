import { sumSpending } from '../base/spending.ts';
import type { Running } from '../schema/api/home.ts';
import type { Look } from './look.ts';

/** What is conducted now in a project, with what its agents said last. */
export async function findRunning({ id: project, api, snapshot }: Look): Promise<Running[]> {
  const { runs, sessions, auto } = snapshot;
  const running: Omit<Running, 'words' | 'limit' | 'budget_usd'>[] = [];
  for (const run of runs) {
    const { run_id: id, step, branch, conductor, iteration, max_iterations, started_at: since, spent } = run;
    if (conductor === null || run.question !== null || step === 'ready_for_merge' || step === 'proposed') continue;
    running.push({
      project,
      workflow: 'run',
      id,
      title: await api.runs.title(id),
      branch,
      step,
      effects: run.running,
      round: { now: iteration, most: max_iterations },
      progress: null,
      since,
      seconds_left: null,
      cost_usd: sumSpending(Object.values(spent)).cost_usd,
      conductor,
    });
  }
  for (const { hash: id, request, branch, stage, tasks, conductor, running: effects, created_at, spent } of sessions) {
    if (conductor === null) continue;
    const subtasks = tasks.flatMap((task) => task.subtasks);
    const done = subtasks.filter(({ status }) => status === 'completed').length;
    running.push({
      project,
      workflow: 'session',
      id,
      title: request,
      branch,
      step: stage,
      effects,
      round: null,
      progress: { done, total: subtasks.length },
      since: created_at,
      seconds_left: null,
      cost_usd: sumSpending(Object.values(spent)).cost_usd,
      conductor,
    });
  }
  if (auto !== null && auto.conductor !== null) {
    const forecast = auto.has_measured ? await api.auto.forecast({}) : undefined;
    running.push({
      project,
      workflow: 'auto',
      id: 'auto',
      title: auto.project,
      branch: auto.branch,
      step: auto.stage,
      effects: auto.running,
      round: null,
      progress: { done: auto.counts.completed, total: auto.counts.total },
      since: auto.started_at,
      seconds_left: forecast?.ok === true ? forecast.value.seconds : null,
      cost_usd: sumSpending(Object.values(auto.spent)).cost_usd,
      conductor: auto.conductor,
    });
  }
  const budget_usd = running.length === 0 ? null : await api.records.budget();
  return Promise.all(running.map(async (one) => ({ ...one, budget_usd, ...(await lastWords(one.effects)) })));

  async function lastWords(effects: readonly string[]): Promise<Pick<Running, 'words' | 'limit'>> {
    let [words, limit]: [Running['words'], Running['limit']] = [null, null];
    for (const effect of effects) {
      const tail = await api.agentLogs.tail(effect);
      if (!tail.ok) continue;
      if (tail.value.words !== '') ({ words } = tail.value);
      limit = tail.value.limit ?? limit;
    }
    return { words, limit };
  }
}
