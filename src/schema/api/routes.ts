import type * as z from 'zod/mini';
import { agentLogRoutes } from './agent-log.ts';
import { autoRoutes } from './auto.ts';
import { costRoutes } from './costs.ts';
import { fleetRoutes } from './fleet.ts';
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
  ...fleetRoutes,
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

export type ParamsOf<N extends RouteName> = z.output<Routes[N]['params']>;
export type QueryOf<N extends RouteName> = z.output<Routes[N]['query']>;
export type BodyOf<N extends RouteName> = z.output<Routes[N]['body']>;
export type AnswerOf<N extends RouteName> = z.output<Routes[N]['answer']>;

type SchemasOf<N extends RouteName> = {
  readonly params: z.ZodMiniType<ParamsOf<N>>;
  readonly query: z.ZodMiniType<QueryOf<N>>;
  readonly body: z.ZodMiniType<BodyOf<N>>;
  readonly answer: z.ZodMiniType<AnswerOf<N>>;
};

const byName: { readonly [N in RouteName]: SchemasOf<N> } = apiRoutes;

/** The schemas of one route, with the types that its name stands for. */
export function schemasOf<N extends RouteName>(name: N): SchemasOf<N> {
  return byName[name];
}
