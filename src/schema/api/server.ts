import { group, matching, orNull, text } from '../field.ts';
import { nothing, route } from './route.ts';

const session = group(
  {
    csrf: text('What the header of every change has to be. Keep it in memory only.'),
    version: text('Of the server.'),
    started_at: matching('time', 'When the server began.'),
    language: orNull(text('What the server would answer in if no language was asked for.')),
  },
  'A browser that may use the server.',
);

export const serverRoutes = {
  'server.identify': route(
    'Lets the server prove that it is the one of the record, before anything is sent to it. Needs no sign-in.',
    group(
      {
        proof: text('HMAC-SHA256 over the nonce, with the key of the record; hexadecimal.'),
        version: text('Of the server.'),
      },
      'The proof.',
    ),
    { body: group({ nonce: text('32 to 128 hexadecimal characters.') }, 'What is to be signed.') },
  ),
  'server.link': route(
    'Makes a link that signs a browser in, once, within 60 seconds. For programs only.',
    group({ url: text('The link; its fragment has the one-time token.') }, 'A link.'),
    { body: nothing },
  ),
  'server.stop': route('Ends the server. For programs only.', nothing, { body: nothing }),
  'session.open': route('Exchanges a one-time token for a cookie.', session, {
    body: group({ token: text('The one-time token of a link.') }, 'What signs the browser in.'),
  }),
  'session.read': route('Gives the token for changes again, after the page was loaded anew.', session, {}),
  'session.close': route('Signs the browser out.', nothing, {}),
};
