import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { catchFailure, throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Context, Input, Run } from '../context.ts';
import { findServer, obtainServer } from '../dashboard/find-server.ts';
import { openBrowser } from '../dashboard/open-browser.ts';
import type { RemoteInput } from '../dashboard/pair-device.ts';
import { projectOf } from '../project.ts';
import { jsonText } from '../terminal/visible.ts';

/** Beside the bundle, where the build has put them. */
const PAGES = fileURLToPath(new URL('./ui/', import.meta.url));

/** Prints a link to the user's dashboard, whose server is started if none runs. */
export const run: Run = async (context, input) => {
  const { env } = context.io;
  const effect = env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return throwFailure('run.inside_agent', { effect });
  if (input.flags.has('stop')) return stop(context);
  const revoked = input.options['revoke'];
  if (revoked !== undefined || input.flags.has('devices')) {
    const { listDevices, revokeDevice } = await import('../dashboard/devices.ts');
    return revoked === undefined ? listDevices(context) : revokeDevice(context, revoked);
  }
  const project = projectOf(context);
  // A folder that is no project, as the home folder, is not listed; the others are shown all the same.
  await project.remember();
  if (input.flags.has('foreground')) return serveHere(context, project);
  const remote = remoteIn(input);
  if (remote === undefined) return showLink(context, project, input);
  const { pairDevice } = await import('../dashboard/pair-device.ts');
  return pairDevice(context, project.project.root, remote);
};

/** Undefined where other devices are not spoken of. */
function remoteIn({ options }: Pick<Input, 'options'>): RemoteInput | undefined {
  const { remote: address, cert, key, 'public-url': publicUrl } = options;
  const isMeant = [address, cert, key, publicUrl].some((value) => value !== undefined);
  if (!isMeant) return undefined;
  if ((cert === undefined) !== (key === undefined))
    return throwFailure('dashboard.remote_refused', { why: 'half_certificate', given: '' });
  return { address, cert, key, publicUrl };
}

async function showLink(context: Context, project: ProjectApi, { flags }: Pick<Input, 'flags'>): Promise<void> {
  const { words, answer, tell } = context;
  const { call, record, isNew } = await obtainServer(context, project.project.root);
  const port = await project.webPort();
  if (isNew && port !== 0 && record.port !== port) tell(words.dashboard.moved(port, record.port));
  const linked = await call('server.link', { body: {} });
  if (!linked.ok) return throwFailure('dashboard.not_started', { seconds: 0 });
  const { url } = linked.value;
  answer(context.flags.json ? jsonText({ url }) : url);
  if (!context.flags.json) tell(words.dashboard.once);
  if (flags.has('open') && !openBrowser(url, context)) tell(words.dashboard.noBrowser);
}

/** The server itself: ends when it is told to, or when nobody needed it for a while. */
async function serveHere(context: Context, project: ProjectApi): Promise<void> {
  const { io, language, words, tell, answer } = context;
  const { serve } = await import('../../server/serve.ts');
  const port = await project.webPort();
  const served = unwrap(
    await serve({
      env: io.env,
      version: io.version,
      program: [process.execPath, path.resolve(process.argv[1] ?? '')],
      language,
      agent: context.flags.agent,
      model: context.flags.model,
      port,
      pages: PAGES,
    }),
  );
  if (served === null) return tell(words.dashboard.running);
  if (port !== 0 && served.port !== port) tell(words.dashboard.moved(port, served.port));
  answer(context.flags.json ? jsonText({ url: served.origin }) : served.origin);
  tell(words.dashboard.foreground);
  io.signal.addEventListener('abort', () => served.stop(), { once: true });
  await context.finishing(served.ended);
}

const STOPS_WITHIN_MS = 10_000;

async function stop(context: Context): Promise<void> {
  const { words, answer, flags } = context;
  const found = await findServer(context);
  if (found !== undefined) {
    await catchFailure(() => found.call('server.stop', { body: {} }));
    const until = performance.now() + STOPS_WITHIN_MS;
    while (performance.now() < until && (await findServer(context)) !== undefined) await pause(50);
  }
  if (flags.json) answer(jsonText({ stopped: found !== undefined }));
  else answer(found === undefined ? words.dashboard.none : words.dashboard.stopped);
}
