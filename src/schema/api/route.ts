import * as z from 'zod/mini';
import { group, matching, meaning } from '../field.ts';

/** What goes in and comes out of a route; what is absent is empty. */
export interface RouteSchemas extends Inputs {
  /** What the route is for, in one line. */
  readonly about: string;
  readonly answer: z.ZodMiniType;
}

interface Inputs {
  /** The parts of the path that begin with `:`. */
  readonly params?: z.ZodMiniType;
  /** What may stand behind the `?`; every value is text. */
  readonly query?: z.ZodMiniType;
  /** JSON; nothing for GET and DELETE. */
  readonly body?: z.ZodMiniType;
}

export function route<A extends z.ZodMiniType, I extends Inputs>(about: string, answer: A, inputs: I) {
  return { about, answer, ...inputs };
}

export const nothing = group({}, 'Nothing.');

/** A whole number, as the text of a query. */
export function digits(description: string) {
  return meaning(z.string().check(z.regex(/^\d{1,15}$/)), description);
}

export const ofProject = { project: matching('project-hash', 'The project, as the list of projects names it.') };
export const ofRun = { ...ofProject, run: matching('run-id', 'The run.') };
export const ofSession = { ...ofProject, session: matching('project-hash', 'The name of the session’s folder.') };
export const ofTask = { ...ofProject, task: matching('graph-task-id', 'The task.') };
