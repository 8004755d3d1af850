import fs from 'node:fs';
import path from 'node:path';
import { throwFailure, unwrap } from '../../base/failure.ts';
import { LONGEST_BRIEFING, readBriefing } from '../../engine/door/briefing.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { NewRun, RunConductor } from '../../engine/door/runs.ts';
import { ask, mayAsk } from '../ask.ts';
import type { Context, Input, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { announceDashboard } from '../dashboard/announce.ts';
import { conductRun } from '../live-view/run.ts';
import { refuseCommandAsWork } from '../mistaken-command.ts';
import { projectOf } from '../project.ts';
import { failureLines } from '../report/failure.ts';
import { visible } from '../terminal/visible.ts';

export const run: Run = async (context, { args, options, flags, lists }) => {
  const project = projectOf(context);
  if (options['issue'] !== undefined) return startFromIssue(context, project, { args, options, flags, lists });
  if (args.length === 0 && !isPiped() && !context.flags.withoutDashboard)
    return (await import('./dashboard.ts')).run(context, { args, options, flags, lists });
  refuseCommandAsWork('start', args, context);
  const briefing = await briefingFrom(args, context);
  if (briefing.trim() === '') return throwFailure('briefing.empty', {});
  const wanted = { briefing, base: options['base'], allowsSuperseded: flags.has('allow-superseded') };
  return context.finishing(begin(context, project, { wanted, showsTmux: flags.has('tmux') }));
};

/** The issue is shown before anything is paid for; whoever can be asked is. */
async function startFromIssue(
  context: Context,
  project: ProjectApi,
  { args, options, flags }: Input,
): Promise<ExitCode> {
  if (args.length > 0) return throwFailure('usage.too_many_arguments', { command: 'start --issue' });
  const { words, tell } = context;
  const { issue, briefing } = unwrap(await project.readIssue(options['issue'] ?? ''));
  const { number, url, title, author } = issue;
  tell(visible(`${words.pullRequest.issueBegins(number, title, author)}\n\n${issue.body.trim()}\n`));
  const isAsked = mayAsk(context) && !context.flags.yes;
  if (isAsked && !(await ask(words.pullRequest.issueQuestion, context))) return exit.waiting;
  const wanted = {
    briefing,
    base: options['base'],
    allowsSuperseded: flags.has('allow-superseded'),
    issue: { number, url, title, author },
  };
  return context.finishing(begin(context, project, { wanted, showsTmux: flags.has('tmux') }));
}

async function begin(
  context: Context,
  project: ProjectApi,
  { wanted, showsTmux }: { readonly wanted: NewRun; readonly showsTmux: boolean },
): Promise<ExitCode> {
  const conductor = unwrap(await project.runs.start(wanted));
  announceDashboard(context, project);
  if (showsTmux) await showInTmux(context, conductor);
  return conductRun(context, project, { conductor });
}

/** Only another window on the run: without it the work goes on as well. */
async function showInTmux(context: Context, conductor: RunConductor): Promise<void> {
  const { words, cwd, tell } = context;
  const command = [process.execPath, path.resolve(process.argv[1] ?? '')];
  const opened = await conductor.showInTmux({ command });
  if (opened.ok) tell(words.runScreen.tmux(visible(opened.value.session)));
  else tell(failureLines(opened.error, { words, colours: context.stderrView().colours, cwd }).join('\n'));
}

/** What is to be done: a file that is there, what is piped in, else the words themselves. Empty when nothing was said. */
async function briefingFrom(args: readonly string[], { cwd, io }: Context): Promise<string> {
  const said = args.join(' ');
  if (said === '-' || (said.trim() === '' && isPiped())) return readAll(io.stdin);
  const [only] = args;
  if (args.length !== 1 || only === undefined) return said;
  const file = path.resolve(cwd, only);
  if (isFile(file)) return unwrap(readBriefing(file));
  return looksLikeFile(only) ? throwFailure('file.missing', {}, { path: file }) : only;
}

async function readAll(stdin: NodeJS.ReadStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const coming: AsyncIterable<Uint8Array> = stdin;
  for await (const bytes of coming) {
    size += bytes.length;
    if (size > LONGEST_BRIEFING) throwFailure('briefing.too_large', { size, limit: LONGEST_BRIEFING });
    chunks.push(bytes);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Somebody put something there to be read; neither a terminal nor /dev/null is that. */
function isPiped(): boolean {
  try {
    const stdin = fs.fstatSync(0);
    return stdin.isFIFO() || stdin.isFile() || stdin.isSocket();
  } catch {
    return false;
  }
}

function isFile(file: string): boolean {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** One word that names a text file is no briefing: its name was mistyped. */
function looksLikeFile(word: string): boolean {
  return /^\S+\.(?:md|markdown|txt)$/i.test(word);
}
