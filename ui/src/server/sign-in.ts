import { call, rememberCsrf } from './api.ts';
import { Refusal } from './refusal.ts';

/** Exchanges the one-time token of a link, or goes on with the cookie. False: neither is good. */
export async function signIn(): Promise<boolean> {
  const token = /^#(?:token=)?([\w-]{16,})$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search);
  try {
    const session =
      token === undefined ? await call('session.read', {}) : await call('session.open', { body: { token } });
    rememberCsrf(session.csrf);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A link that was used before still opens the page where the browser is signed in.
    return token !== undefined && (await signIn());
  }
}
