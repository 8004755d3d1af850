import fs from 'node:fs';
import path from 'node:path';
import { failure, throwFailure, unwrap } from '../base/failure.ts';
import { mayAsk } from './ask.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import { askForTrust, projectOf } from './project.ts';
import { jsonLine, visible } from './terminal/visible.ts';

/** `--detach`: the same command in a process of its own. What only a person can agree to is asked while there is one. */
export async function detach(
  context: Context,
  argv: readonly string[],
  { command, input }: Pick<Call, 'command' | 'input'>,
): Promise<ExitCode> {
  const { io, cwd, flags, words, answer, tell } = context;
  const readsInput = isFile(io.stdin.isTTY);
  // Without one it only shows the dashboard, and there is nothing to go on with.
  if (command.name === 'start' && input.args.length === 0 && !readsInput) return throwFailure('briefing.empty', {});
  const project = projectOf(context);
  if (mayAsk(context) && !flags.trust) {
    const { isTrusted, runnables, unconfined } = unwrap(await project.readTrust());
    const needed = { count: runnables.length, unconfined: unconfined !== null };
    if (!isTrusted) await askForTrust(context, project, failure('trust.needed', needed));
  }
  const detached = unwrap(
    await project.detach({
      command: [process.execPath, path.resolve(process.argv[1] ?? '')],
      args: withoutFlag(argv),
      cwd,
      readsInput,
      signal: io.signal,
    }),
  );
  if (!detached.isConducting) {
    const { exit: code, said } = detached;
    if (flags.json) io.stdout.write(said);
    else io.stderr.write(said === '' ? `${words.background.neverBegan}\n` : said);
    return Object.values(exit).find((known) => known === code) ?? exit.failed;
  }
  const { workflow, id, pid, log } = detached;
  if (flags.json) answer(jsonLine({ workflow, id, pid, log }));
  else answer(id);
  const said = words.background;
  tell([said.began(id, pid), said.log(visible(log)), said.wait(id)].join('\n'));
  return exit.done;
}

/** Behind `--` everything is text. */
function withoutFlag(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return argv.filter((word, index) => word !== '--detach' || (end !== -1 && index > end));
}

/** A briefing may be piped in; a terminal is nothing to leave to anybody. */
function isFile(isTerminal: boolean | undefined): boolean {
  if (isTerminal === true) return false;
  try {
    const input = fs.fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}
