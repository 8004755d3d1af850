import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Handlers } from '../handler.ts';
import { fieldProblem } from '../answer-failure.ts';
import { conductorView, goOn, trust } from './project.ts';

type SessionHandlers = Handlers<
  | 'sessions.list'
  | 'sessions.start'
  | 'sessions.read'
  | 'sessions.contract'
  | 'sessions.resume'
  | 'sessions.stop'
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
    const { status, delivery } = session;
    return {
      ...session,
      contracts,
      can: {
        resume: status !== 'completed' && session.conductor === null,
        stop: status === 'active',
        deliver: status === 'completed' && delivery?.at !== 'done',
      },
    };
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
  'sessions.deliver': async (context, { params }) => {
    const project = context.project(params.project);
    const { hash } = await find(project, params.session);
    const { id, conductor } = unwrap(await project.sessions.deliver(hash));
    const is_launched = conductor === null && (await goOn(context, project, ['session', '--merge']));
    return { id, conductor: conductorView(conductor), is_launched };
  },
};

async function find(project: ProjectApi, hash: string) {
  const { sessions } = await project.snapshot();
  return sessions.find((one) => one.hash === hash) ?? throwFailure('session.unknown', { named: hash });
}
