import { throwFailure, unwrap } from '../../base/failure.ts';
import { err } from '../../base/result.ts';
import type { ServerParts } from '../dashboard.ts';
import type { Handlers, RequestContext } from '../handler.ts';

type ServerHandlers = Handlers<
  | 'server.identify'
  | 'server.link'
  | 'server.stop'
  | 'server.remote'
  | 'devices.list'
  | 'devices.revoke'
  | 'session.open'
  | 'session.read'
  | 'session.close'
>;

const NONCE = /^[0-9a-f]{32,128}$/;

export function serverHandlers({ signIn, remote, port, origin, stop }: ServerParts): ServerHandlers {
  const session = ({ dashboard, language }: RequestContext, csrf: string) => {
    const { version, startedAt } = dashboard.options;
    return { csrf, version, started_at: startedAt, language };
  };
  return {
    'server.identify': ({ dashboard }, { body: { nonce } }) => {
      if (!NONCE.test(nonce)) return throwFailure('http.invalid', { part: 'body' });
      return { proof: signIn.prove(nonce), version: dashboard.options.version };
    },
    'server.link': () => ({ url: `${origin}/#token=${signIn.makeOneTimeToken({ isRemote: false })}` }),
    'server.stop': () => {
      // Not before it was answered.
      setTimeout(stop, 50);
      return {};
    },
    'server.remote': async (_, { body }) => ({ ...(await remote.pair(body)), port }),
    'devices.list': () => signIn.devices(),
    'devices.revoke': (_, { params: { device } }) => {
      const { name } = signIn.revoke(device) ?? throwFailure('dashboard.no_device', { device });
      return { name };
    },
    'session.open': (context, { body: { token } }) => {
      const exchanged = signIn.exchange(token, context.entrance, context.headers['user-agent']);
      if ('failure' in exchanged) return unwrap(err(exchanged.failure));
      context.setCookie(exchanged.cookie);
      return session(context, exchanged.csrf);
    },
    'session.read': (context) =>
      context.caller?.kind === 'browser' ? session(context, context.caller.csrf) : session(context, ''),
    'session.close': (context) => {
      context.setCookie(signIn.signOut(context.headers, context.entrance));
      return {};
    },
  };
}
