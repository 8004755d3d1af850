import type * as z from 'zod/mini';
import { agentLogRoutes } from './agent-log.ts';
import { autoRoutes } from './auto.ts';
import { costRoutes } from './costs.ts';
import { homeRoutes } from './home.ts';
import { knowledgeRoutes } from './knowledge.ts';
import type { RouteName } from './paths.ts';
import { projectRoutes } from './project.ts';
import { reviewRoutes } from './review.ts';
import type { RouteSchemas } from './route.ts';
import { runRoutes } from './runs.ts';
import { serverRoutes } from './server.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { worktreeRoutes } from './worktrees.ts';

/** What goes in and comes out of every route of `paths.ts`. */
export const apiRoutes = {
  ...serverRoutes,
  ...homeRoutes,
  ...costRoutes,
  ...projectRoutes,
  ...agentLogRoutes,
  ...runRoutes,
  ...reviewRoutes,
  ...autoRoutes,
  ...sessionRoutes,
  ...worktreeRoutes,
  ...knowledgeRoutes,
  ...settingsRoutes,
} satisfies Record<RouteName, RouteSchemas>;

type Routes = typeof apiRoutes;

type Part<R, Name extends string> = R extends { readonly [N in Name]: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;

export type ParamsOf<N extends RouteName> = Part<Routes[N], 'params'>;
export type QueryOf<N extends RouteName> = Part<Routes[N], 'query'>;
export type BodyOf<N extends RouteName> = Part<Routes[N], 'body'>;
export type AnswerOf<N extends RouteName> = z.output<Routes[N]['answer']>;

/** The same, so that what a name stands for is known where the name is. */
export const answerSchemas: { readonly [N in RouteName]: { readonly answer: z.ZodMiniType<AnswerOf<N>> } } = apiRoutes;
