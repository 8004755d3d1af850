import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Run } from '../context.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';

const steps = { refiner: 'refine', builder: 'build', verifier: 'verify' } as const;

/** One role again, and all that follows from it, right here. */
export const run: Run = async (context, { args: [role, named] }) => {
  if (role === undefined) return throwFailure('usage.argument_missing', { command: 'rerun' });
  if (!isRole(role))
    return throwFailure('usage.not_a_choice', { option: 'ROLE', value: role, choices: Object.keys(steps) });
  const project = projectOf(context);
  const id = unwrap(await project.runs.find(named, 'rerun'));
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.rerun(id, steps[role]));
  return goOnWithRun(context, project, { requested, goesOn: context.words.reject.goesOn });
};

function isRole(role: string): role is keyof typeof steps {
  return Object.hasOwn(steps, role);
}
