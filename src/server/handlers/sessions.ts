import { throwFailure, unwrap } from '../../base/failure.ts';
import { sumSpending } from '../../base/spending.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Requested } from '../../engine/door/runs.ts';
import type { Handlers, RequestContext } from '../handler.ts';
import { pullRequestView } from '../pull-request.ts';
import { fieldProblem } from '../answer-failure.ts';
import { conductorView, goOn, trust } from './project.ts';

type SessionHandlers = Handlers<
  | 'sessions.list'
  | 'sessions.start'
  | 'sessions.read'
  | 'sessions.steps'
  | 'sessions.contract'
  | 'sessions.resume'
  | 'sessions.stop'
  | 'sessions.rebase'
  | 'sessions.rerun'
  | 'sessions.sync'
  | 'sessions.deliver'
>;

export const sessionHandlers: SessionHandlers = {
  'sessions.list': async (context, { params }) => (await context.project(params.project).snapshot()).sessions,
  'sessions.start': async (context, { params, body }) => {
    const project = context.project(params.project);
    await trust(project, body.trusted);
    const references = (body.references ?? []).map((id) => context.project(id).project.root);
    const { request, allow_superseded: allowsSuperseded = false } = body;
    const conductor = unwrap(await project.sessions.start({ request, references, allowsSuperseded }));
    unwrap(await conductor.close());
    const args = ['session', 'resume', conductor.id, ...references.flatMap((folder) => ['--reference', folder])];
    return { id: conductor.id, conductor: null, is_launched: await goOn(context, project, args) };
  },
  'sessions.read': async (context, { params }) => {
    const project = context.project(params.project);
    const session = await find(project, params.session);
    const contracts = unwrap(await project.sessions.contracts(session.hash, session.request_id));
    const can = unwrap(await project.sessions.abilities(session.hash));
    const isFree = session.conductor === null;
    return {
      ...session,
      pull_request: pullRequestView(session.pull_request, context.words),
      spent_in_all: sumSpending(Object.values(session.spent)),
      budget_usd: await project.records.budget(),
      contracts,
      can: {
        ...can,
        rerun: isFree ? [...can.rerun] : [],
        resume: can.resume && isFree,
        extend: !isFree && session.running.length > 0,
      },
    };
  },
  'sessions.steps': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    return unwrap(await project.sessions.steps(hash));
  },
  'sessions.contract': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash, request_id } = await find(project, params.session);
    const { problems, ...contract } = unwrap(await project.sessions.contract(hash, request_id, params.contract));
    return { ...contract, problems: problems.map((problem) => fieldProblem(problem, context.words)) };
  },
  'sessions.resume': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    const conductor = unwrap(await project.sessions.resume(hash));
    unwrap(await conductor.close());
    return { id: hash, conductor: null, is_launched: await goOn(context, project, ['session', 'resume', hash]) };
  },
  'sessions.stop': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    const { id, conductor } = unwrap(await project.sessions.stop(hash, context.signal));
    return { id, conductor: conductorView(conductor), is_launched: false };
  },
  'sessions.rebase': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    const requested = unwrap(await project.sessions.rebase(hash));
    return after(context, project, requested, ['rebase', requested.id]);
  },
  'sessions.rerun': async (context, { params, body: { step } }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    return after(context, project, unwrap(await project.sessions.rerun(hash, step)), ['session', 'resume', hash]);
  },
  'sessions.sync': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    const requested = unwrap(await project.sessions.sync(hash));
    return after(context, project, requested, ['pull-request', 'sync', requested.id]);
  },
  'sessions.deliver': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    return after(context, project, unwrap(await project.sessions.deliver(hash)), ['session', '--merge']);
  },
};

/** Whoever conducts goes on with it, else a process that is started for it. */
async function after(
  context: RequestContext,
  project: ProjectApi,
  { id, conductor }: Requested,
  command: readonly string[],
) {
  const is_launched = conductor === null && (await goOn(context, project, command));
  return { id, conductor: conductorView(conductor), is_launched };
}

async function find(project: ProjectApi, hash: string) {
  const { sessions } = await project.snapshot();
  return sessions.find((one) => one.hash === hash) ?? throwFailure('session.unknown', { named: hash });
}
