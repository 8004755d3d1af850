import { unwrap } from '../../base/failure.ts';
import { openHome } from '../../engine/door/open-home.ts';
import type { Dashboard } from '../dashboard.ts';
import type { Handlers, RequestContext } from '../handler.ts';
import type { Look } from '../look.ts';
import { agentNeeds, findNeeds } from '../needs.ts';
import { findRunning } from '../running.ts';
import { dayBefore } from './costs.ts';

export const homeHandlers: Handlers<'home' | 'home.seen' | 'projects'> = {
  home: async (context) => {
    const { dashboard, language, words } = context;
    const looks = await lookAtAll(dashboard, language);
    const needs = (await Promise.all(looks.map((look) => findNeeds(look, words)))).flat();
    const running = (await Promise.all(looks.map(findRunning))).flat();
    const first = looks.find(({ snapshot }) => snapshot.project.is_prepared) ?? looks[0];
    if (first !== undefined) needs.push(...agentNeeds(first, await dashboard.listAgents(first.api)));
    const limits = running.flatMap(({ limit }) => (limit === null ? [] : [limit]));
    const seenAt = homeOf(context).seenAt();
    return {
      needs: needs.toSorted((a, b) => b.holds_up - a.holds_up || compareTimes(a.since, b.since)),
      running,
      since: { at: seenAt, ...endedSince(looks, seenAt) },
      today_usd: await spentToday(looks),
      limits: limits.filter(({ backend }, n) => limits.findIndex((one) => one.backend === backend) === n),
      projects: await listProjects(context, looks),
    };
  },
  'home.seen': (context, { body: { at = new Date().toISOString() } }) => {
    unwrap(homeOf(context).markSeen(at));
    return {};
  },
  projects: async (context) => listProjects(context, await lookAtAll(context.dashboard, context.language)),
};

function homeOf({ dashboard, language }: RequestContext) {
  return unwrap(openHome({ env: dashboard.options.env, language }));
}

/** Those whose folder can be opened; of one that cannot be read nothing is shown. */
async function lookAtAll(dashboard: Dashboard, language: string): Promise<Look[]> {
  const looks: Look[] = [];
  for (const { hash: id } of dashboard.projects()) {
    const api = dashboard.openProject(id, language);
    if (api !== undefined) looks.push({ id, api, snapshot: await api.snapshot() });
  }
  return looks;
}

async function listProjects({ dashboard, words }: RequestContext, looks: readonly Look[]) {
  return Promise.all(
    dashboard.projects().map(async ({ hash: id, path, opened_at }) => {
      const look = looks.find((one) => one.id === id);
      const snapshot = look?.snapshot;
      return {
        id,
        name: path.split(/[\\/]/).findLast((part) => part !== '') ?? path,
        path,
        opened_at,
        is_there: look !== undefined,
        is_prepared: snapshot?.project.is_prepared ?? false,
        has_auto: (snapshot?.auto ?? null) !== null,
        runs: snapshot?.runs.length ?? 0,
        sessions: snapshot?.sessions.length ?? 0,
        needs: look === undefined ? 0 : (await findNeeds(look, words)).length,
        running: look === undefined ? 0 : (await findRunning(look)).length,
      };
    }),
  );
}

function endedSince(looks: readonly Look[], seenAt: string | null) {
  const isNew = (at: string) => seenAt === null || at > seenAt;
  const all = looks.map(({ snapshot }) => snapshot);
  const runs = all.flatMap((one) => one.runs).filter(({ updated_at }) => isNew(updated_at));
  const sessions = all.flatMap((one) => one.sessions).filter(({ updated_at }) => isNew(updated_at));
  const graphs = all.flatMap(({ auto }) => (auto === null || !isNew(auto.updated_at) ? [] : [auto]));
  return {
    delivered:
      runs.filter(({ step }) => step === 'completed').length +
      sessions.filter(({ delivery }) => delivery?.at === 'done').length +
      graphs.reduce((sum, { delivered }) => sum + delivered.length, 0),
    failed:
      runs.filter(({ step }) => step === 'failed').length +
      sessions.filter(({ failure }) => failure !== null).length +
      graphs.reduce((sum, { counts }) => sum + counts.failed, 0),
  };
}

async function spentToday(looks: readonly Look[]): Promise<number | null> {
  const today = dayBefore(0);
  let sum: number | null = null;
  for (const { api, snapshot } of looks) {
    const isOfToday = [...snapshot.runs, ...snapshot.sessions, ...(snapshot.auto === null ? [] : [snapshot.auto])].some(
      ({ updated_at }) => updated_at >= today,
    );
    // Nothing happened there today: its logs need not be read.
    const lines = isOfToday ? await api.records.costs({ from: today, to: today }) : [];
    for (const { cost_usd } of lines) if (cost_usd !== null) sum = (sum ?? 0) + cost_usd;
  }
  return sum;
}

function compareTimes(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '~') < (b ?? '~') ? -1 : 1;
}
