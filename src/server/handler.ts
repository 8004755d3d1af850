import type { IncomingHttpHeaders } from 'node:http';
import type { ProjectApi } from '../engine/door/open-project.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import type { RouteName } from '../schema/api/paths.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '../schema/api/routes.ts';
import type { Dashboard } from './dashboard.ts';
import type { Caller, Entrance } from './sign-in.ts';

/** One request that was let in. */
export interface RequestContext {
  readonly dashboard: Dashboard;
  readonly language: string;
  readonly words: Catalogue;
  /** Nobody for the two routes that let callers in. */
  readonly caller: Caller | undefined;
  readonly entrance: Entrance;
  readonly headers: IncomingHttpHeaders;
  /** The project of the path; fails where there is none of this id. */
  readonly project: (id: string) => ProjectApi;
  readonly signal: AbortSignal;
  setCookie(cookie: string): void;
}

export interface Call<N extends RouteName> {
  readonly params: ParamsOf<N>;
  readonly query: QueryOf<N>;
  readonly body: BodyOf<N>;
}

/** What the engine gives is not to be changed; the types of schemas do not say so. */
type Unchanging<T> = T extends object ? { readonly [K in keyof T]: Unchanging<T[K]> } : T;

/** Expected failures are thrown, as by `unwrap`. */
type Handler<N extends RouteName> = (
  context: RequestContext,
  call: Call<N>,
) => Promise<Unchanging<AnswerOf<N>>> | Unchanging<AnswerOf<N>>;

export type Handlers<Names extends RouteName = RouteName> = { readonly [N in Names]: Handler<N> };
