import { unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Requested } from '../../engine/door/runs.ts';
import { sumSpending } from '../../base/spending.ts';
import type { Handlers, RequestContext } from '../handler.ts';
import { pullRequestView } from '../pull-request.ts';
import { conductorView, goOn, trust } from './project.ts';

type RunHandlers = Handlers<
  | 'runs.list'
  | 'runs.start'
  | 'runs.read'
  | 'runs.stages'
  | 'runs.rounds'
  | 'runs.diff'
  | 'runs.fileDiff'
  | 'runs.documents'
  | 'runs.document'
  | 'runs.answer'
  | 'runs.resume'
  | 'runs.stop'
  | 'runs.base'
  | 'runs.rebase'
  | 'runs.rerun'
  | 'runs.sync'
  | 'runs.apply'
>;

const CONTEXT_LINES = '3';

export const runHandlers: RunHandlers = {
  'runs.list': async (context, { params }) => {
    const project = context.project(params.project);
    const { runs } = await project.snapshot();
    return Promise.all(
      runs.map(async (run) => ({
        run_id: run.run_id,
        title: await project.runs.title(run.run_id),
        phase: run.phase,
        step: run.step,
        iteration: run.iteration,
        max_iterations: run.max_iterations,
        branch: run.branch,
        commit: run.merge ?? run.work?.commit ?? null,
        tree: run.work?.tree ?? null,
        question: run.question?.question ?? null,
        cost_usd: sumSpending(Object.values(run.spent)).cost_usd,
        conductor: run.conductor,
        started_at: run.started_at,
        updated_at: run.updated_at,
      })),
    );
  },
  'runs.start': async (context, { params, body }) => {
    const project = context.project(params.project);
    await trust(project, body.trusted);
    const conductor = unwrap(
      await project.runs.start({
        briefing: body.briefing,
        base: body.base,
        allowsSuperseded: body.allow_superseded,
      }),
    );
    unwrap(await conductor.close());
    const is_launched = await goOn(context, project, ['resume', conductor.id]);
    return { id: conductor.id, conductor: null, is_launched };
  },
  'runs.read': async (context, { params }) => readRun(context, context.project(params.project), params.run),
  'runs.stages': async (context, { params }) => unwrap(await context.project(params.project).runs.stages(params.run)),
  'runs.rounds': async (context, { params }) => unwrap(await context.project(params.project).runs.rounds(params.run)),
  'runs.diff': async (context, { params, query: { from, to } }) =>
    unwrap(await context.project(params.project).runs.compare(params.run, { from, to })),
  'runs.fileDiff': async (context, { params, query: { from, to, path, context: lines = CONTEXT_LINES } }) =>
    unwrap(
      await context.project(params.project).runs.compareFile(params.run, { from, to, path, context: countOf(lines) }),
    ),
  'runs.documents': async (context, { params }) =>
    unwrap(await context.project(params.project).runs.documents(params.run)),
  'runs.document': async (context, { params: { project, run, document } }) => ({
    document,
    ...unwrap(await context.project(project).runs.document(run, document)),
  }),
  'runs.answer': async (context, { params, body }) => {
    const project = context.project(params.project);
    const view = unwrap(await project.runs.view(params.run));
    const requested = unwrap(await project.runs.answer(view.run_id, { crp: params.crp, ...body }));
    return afterRequest(context, project, requested);
  },
  'runs.resume': async (context, { params, body }) => {
    const project = context.project(params.project);
    await trust(project, body.trusted);
    const conductor = unwrap(await project.runs.resume(await known(project, params.run)));
    unwrap(await conductor.close());
    return { id: params.run, conductor: null, is_launched: await goOn(context, project, ['resume', params.run]) };
  },
  'runs.stop': async (context, { params }) => {
    const project = context.project(params.project);
    const { id, conductor } = unwrap(await project.runs.stop(await known(project, params.run)));
    return { id, conductor: conductorView(conductor), is_launched: false };
  },
  'runs.base': async (context, { params }) => {
    const project = context.project(params.project);
    return unwrap(await project.runs.base(await known(project, params.run)));
  },
  'runs.rebase': async (context, { params }) => {
    const project = context.project(params.project);
    return afterRequest(context, project, unwrap(await project.runs.rebase(await known(project, params.run))));
  },
  'runs.rerun': async (context, { params, body: { step } }) => {
    const project = context.project(params.project);
    return afterRequest(context, project, unwrap(await project.runs.rerun(await known(project, params.run), step)));
  },
  'runs.sync': async (context, { params }) => {
    const project = context.project(params.project);
    return afterRequest(context, project, unwrap(await project.runs.sync(await known(project, params.run))));
  },
  'runs.apply': async (context, { params }) => {
    const project = context.project(params.project);
    return afterRequest(context, project, unwrap(await project.runs.apply(await known(project, params.run))));
  },
};

/** Opening a run makes its folder: only one that was begun is opened. */
export async function known(project: ProjectApi, run: string): Promise<string> {
  return unwrap(await project.runs.view(run)).run_id;
}

/** What a person decided is gone on with: by whoever conducts, else by a process that is started for it. */
export async function afterRequest(context: RequestContext, project: ProjectApi, { id, conductor }: Requested) {
  const is_launched = conductor === null && (await goOn(context, project, ['resume', id]));
  return { id, conductor: conductorView(conductor), is_launched };
}

export function countOf(text: string): number {
  const count = Number(text);
  return Number.isInteger(count) && count >= 0 ? count : Number(CONTEXT_LINES);
}

async function readRun({ words }: RequestContext, project: ProjectApi, id: string) {
  const view = unwrap(await project.runs.view(id));
  const can = unwrap(await project.runs.abilities(id));
  const [title, budget_usd, conductors, asked, precedents, worktree] = await Promise.all([
    project.runs.title(id),
    project.records.budget(),
    project.conductors(),
    project.runs.questionsOf(view),
    project.records.precedents(),
    project.runs.worktree(id),
  ]);
  const holder = conductors.find((one) => one.workflow === 'run' && one.id === id)?.holder ?? null;
  const earlier = precedents.ok ? precedents.value : [];
  return {
    ...view,
    pull_request: pullRequestView(view.pull_request, words),
    conductor: conductorView(holder),
    title,
    consultations: view.consultations.map((one) => ({
      ...one,
      unconfirmed:
        asked
          .find(({ crp }) => crp.crp_id === one.crp.crp_id)
          ?.unconfirmed.flatMap(({ vcr }) => (vcr.ok ? [vcr.value] : [])) ?? [],
      similar: similarTo(one.crp.type, id, earlier),
    })),
    spent_in_all: sumSpending(Object.values(view.spent)),
    budget_usd,
    worktree,
    can: {
      ...can,
      rerun: [...can.rerun],
      resume: can.resume && holder === null,
      extend: holder !== null && view.running.length > 0,
    },
  };
}

type Precedents = Extract<Awaited<ReturnType<ProjectApi['records']['precedents']>>, { ok: true }>['value'];

function similarTo(type: string, run: string, earlier: Precedents) {
  const found = earlier.find(({ run_id, crp }) => run_id !== run && crp.type === type);
  return found === undefined ? null : { run: found.run_id, crp: found.crp, vcr: found.vcr };
}
