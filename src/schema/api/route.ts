import * as z from 'zod/mini';
import { group, matching } from '../field.ts';

/** What goes in and comes out of a route. */
export interface RouteSchemas {
  /** What the route is for, in one line. */
  readonly about: string;
  /** The parts of the path that begin with `:`. */
  readonly params: z.ZodMiniType;
  /** What may stand behind the `?`; every value is text. */
  readonly query: z.ZodMiniType;
  /** JSON; nothing for GET and DELETE. */
  readonly body: z.ZodMiniType;
  readonly answer: z.ZodMiniType;
}

type Inputs = Partial<Pick<RouteSchemas, 'params' | 'query' | 'body'>>;

/** Nothing goes in. */
const none = z.undefined();

export function takesNothing(schema: z.ZodMiniType): boolean {
  return schema === none;
}

type Given<I extends Inputs, Part extends keyof Inputs> = I[Part] extends z.ZodMiniType ? I[Part] : typeof none;

/** One route; what is not given is empty. */
export function route<A extends z.ZodMiniType, I extends Inputs>(
  about: string,
  answer: A,
  inputs: I,
): {
  readonly about: string;
  readonly params: Given<I, 'params'>;
  readonly query: Given<I, 'query'>;
  readonly body: Given<I, 'body'>;
  readonly answer: A;
};
export function route(
  about: string,
  answer: z.ZodMiniType,
  { params = none, query = none, body = none }: Inputs,
): RouteSchemas {
  return { about, params, query, body, answer };
}

export const nothing = group({}, 'Nothing.');

/** A whole number, as the text of a query. */
export function digits(description: string) {
  return matching('count', description);
}

export const ofProject = { project: matching('project-hash', 'The project, as the list of projects names it.') };
export const ofRun = { ...ofProject, run: matching('run-id', 'The run.') };
export const ofSession = { ...ofProject, session: matching('project-hash', 'The name of the session’s folder.') };
export const ofTask = { ...ofProject, task: matching('graph-task-id', 'The task.') };
