import { throwFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import type { ServerParts } from '../dashboard.ts';
import type { Handlers, RequestContext } from '../handler.ts';

type ServerHandlers = Handlers<
  'server.identify' | 'server.link' | 'server.stop' | 'session.open' | 'session.read' | 'session.close'
>;

const NONCE = /^[0-9a-f]{32,128}$/;

export function serverHandlers({ signIn, origin, stop }: ServerParts): ServerHandlers {
  const session = ({ dashboard, language }: RequestContext, csrf: string) => {
    const { version, startedAt } = dashboard.options;
    return { csrf, version, started_at: startedAt, language };
  };
  return {
    'server.identify': ({ dashboard }, { body: { nonce } }) => {
      if (!NONCE.test(nonce)) return throwFailure('http.invalid', { part: 'body' });
      return { proof: signIn.prove(nonce), version: dashboard.options.version };
    },
    'server.link': () => ({ url: `${origin}/#token=${signIn.makeOneTimeToken()}` }),
    'server.stop': () => {
      // Not before it was answered.
      setTimeout(stop, 50);
      return {};
    },
    'session.open': (context, { body: { token } }) => {
      const exchanged = signIn.exchange(token);
      if ('failure' in exchanged) return unwrap(err(exchanged.failure));
      context.setCookie(exchanged.cookie);
      return session(context, exchanged.csrf);
    },
    'session.read': (context) =>
      context.caller?.kind === 'browser' ? session(context, context.caller.csrf) : session(context, ''),
    'session.close': (context) => {
      context.setCookie(signIn.signOut(context.headers));
      return {};
    },
  };
}
