import { catchFailure } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Context } from '../context.ts';
import { failureLines } from '../report/failure.ts';
import { wrap } from '../terminal/width.ts';

/**
 * Tells a person at a terminal where they can watch in the browser; starts the server if none runs. The work does not
 * wait for it. Nobody else is told, and for nobody else one is started.
 */
export function announceDashboard(context: Context, { project }: ProjectApi): void {
  if (!isWanted(context)) return;
  void tellLink(context, project.root);
}

function isWanted({ io, flags }: Context): boolean {
  const { env, stderr, stdout } = io;
  if (flags.withoutDashboard === true || env['ORCHESTRAL_DASHBOARD'] === 'off') return false;
  const isWatched = stderr.isTTY && stdout.isTTY && !flags.quiet && !flags.json;
  return isWatched && !env['CI'] && env['ORCHESTRAL_EFFECT'] === undefined;
}

async function tellLink(context: Context, folder: string): Promise<void> {
  const { words, cwd, columns, tell } = context;
  const { obtainServer } = await import('./find-server.ts');
  const linked = await catchFailure(async () => {
    const { call } = await obtainServer(context, folder);
    return call('server.link', { body: {} });
  });
  // The address in one piece: a terminal that breaks it still opens all of it.
  if (linked.ok && linked.value.ok) tell([...wrap(words.dashboard.watch, columns), linked.value.value.url].join('\n'));
  else if (!linked.ok && !context.io.signal.aborted)
    tell(failureLines(linked.error, { words, colours: context.stderrView().colours, cwd }).join('\n'));
}
