import { group, list, matching, maybe, orNull, text, whole } from '../field.ts';
import { nothing, route } from './route.ts';

const session = group(
  {
    csrf: text('What the header of every change has to be. Keep it in memory only.'),
    version: text('Of the server.'),
    started_at: matching('time', 'When the server started.'),
    language: orNull(text('The language of answers if none is requested.')),
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
  'server.remote': route(
    'Lets other devices in, at one address with TLS or through a proxy, and makes a link that pairs one of them, once, within 60 seconds. For programs only.',
    group(
      {
        url: text('The link; its fragment has the one-time token.'),
        sha256: orNull(text('Of the certificate, where it is the server’s own.')),
        port: whole('Where a proxy finds the server on this machine.'),
      },
      'A link.',
    ),
    {
      body: group(
        {
          address: maybe(text('`ADDRESS` or `ADDRESS:PORT`, of this machine.')),
          cert: maybe(text('PEM.')),
          key: maybe(text('PEM.')),
          public_url: maybe(text('What a proxy on this machine is reached at.')),
        },
        'Where.',
      ),
    },
  ),
  'devices.list': route(
    'Devices that are paired. For programs only.',
    list(
      group(
        {
          id: text('What it is revoked by.'),
          name: text('What it says it is.'),
          paired_at: matching('time', 'When.'),
          seen_at: matching('time', 'Its last request.'),
        },
        'A device.',
      ),
      'All devices, oldest first.',
    ),
    {},
  ),
  'devices.revoke': route(
    'Signs a device out at once. For programs only.',
    group({ name: text('What it said it was.') }, 'The device.'),
    { params: group({ device: text('Its id.') }, 'Which device.') },
  ),
  'session.open': route('Exchanges a one-time token for a cookie.', session, {
    body: group({ token: text('The one-time token of a link.') }, 'What signs the browser in.'),
  }),
  'session.read': route('Returns the token for changes again, after a page reload.', session, {}),
  'session.close': route('Signs the browser out.', nothing, {}),
};
