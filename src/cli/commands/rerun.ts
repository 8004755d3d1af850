import { throwFailure, unwrap } from '../../base/failure.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { conductSession } from '../live-view/session.ts';
import { projectOf } from '../project.ts';

const ofRuns = { refiner: 'refine', builder: 'build', verifier: 'verify', gatekeeper: 'gate' } as const;

const ofSessions = {
  'code-explore': 'explore',
  planner: 'plan',
  architect: 'design',
  'qa-engineer': 'write',
  implementer: 'implement',
  'qa-verification': 'verify',
} as const;

/** One step again, and all that follows from it, right here; a task of the list is ready again. */
export const run: Run = async (context, input) => {
  const [role, named] = input.args;
  if (role === undefined) return throwFailure('usage.argument_missing', { command: 'rerun', missing: 'ROLE' });
  if (/^T\d+(?:\.\d+)*$/.test(role)) {
    const { mark } = await import('./auto/tasks.ts');
    return mark('retry')(context, input);
  }
  const project = projectOf(context);
  if (isOne(role, ofSessions)) return rerunSession(context, project, { step: ofSessions[role], named });
  if (!isOne(role, ofRuns)) {
    const roles = [...Object.keys(ofRuns), ...Object.keys(ofSessions)];
    return throwFailure('usage.unknown_step', { step: role, roles, suggestion: nearestOf(role, roles) ?? null });
  }
  const id = unwrap(await project.runs.find(named, 'rerun'));
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.rerun(id, ofRuns[role]));
  return goOnWithRun(context, project, { requested, goesOn: context.words.reject.goesOn });
};

interface Wanted {
  readonly step: (typeof ofSessions)[keyof typeof ofSessions];
  readonly named: string | undefined;
}

async function rerunSession(context: Context, project: ProjectApi, { step, named }: Wanted): Promise<ExitCode> {
  const { sessions } = project;
  const { project: folder, state } = unwrap(await sessions.present('rerun'));
  if (named !== undefined && state?.request.id !== named) throwFailure('session.unknown', { named });
  unwrap(await project.checkSettings());
  const { id, conductor } = unwrap(await sessions.rerun(folder.hash, step));
  if (conductor !== null) {
    context.tell(context.words.answer.goesOn(id, conductor.pid));
    return exit.done;
  }
  const opened = unwrap(await sessions.conduct(folder.hash));
  return conductSession(context, project, { conductor: opened, merges: false });
}

function isOne<T extends object>(role: string, known: T): role is keyof T & string {
  return Object.hasOwn(known, role);
}
