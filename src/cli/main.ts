import { catchFailure, failure, type Failure, throwFailure, unwrap } from '../base/failure.ts';
import type { Catalogue } from '../i18n/catalogue.ts';
import { chooseLanguage, languages, loadCatalogue } from '../i18n/language.ts';
import { type Call, type CommandLine, type EarlyFlags, readCommandLine } from './call.ts';
import type { Context } from './context.ts';
import { exit, exitOf, type ExitCode } from './exit.ts';
import { type Io, processIo } from './io.ts';
import { failureJson, failureLines } from './report/failure.ts';
import { type Colours, coloursFor } from './terminal/colours.ts';
import { openStderrView, type StderrView } from './terminal/live.ts';
import { jsonLine, visible } from './terminal/visible.ts';

/** The program: understands the command line, loads the one command it names, and says how it went. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<void> {
  const line = readCommandLine(argv);
  const { early } = line;
  const language = chooseLanguage({ flag: early.lang, env: io.env });
  const words = await loadCatalogue(language);
  const session: Session = { io, early, language, words, columns: columnsOf(io), unfinished: new Set() };
  io.onLost((errno) => {
    sayFailure(failure('output.lost', { errno }), session);
    io.end(exit.environment);
  });
  io.end(await conduct(argv, line, session));
}

interface Session {
  readonly io: Io;
  readonly early: EarlyFlags;
  readonly language: string;
  readonly words: Catalogue;
  readonly columns: number;
  readonly unfinished: Set<Promise<unknown>>;
}

async function conduct(argv: readonly string[], line: CommandLine, session: Session): Promise<ExitCode> {
  try {
    const outcome = await Promise.race([catchFailure(() => perform(argv, line, session)), interrupted(session)]);
    if (outcome === 'interrupted') {
      session.io.stderr.write(`\n${session.words.error.interrupted}\n`);
      return exit.interrupted;
    }
    if (outcome.ok) return outcome.value;
    sayFailure(outcome.error, session);
    return exitOf[outcome.error.code];
  } catch (error) {
    sayBug(error, session);
    return exit.failed;
  }
}

async function perform(argv: readonly string[], line: CommandLine, session: Session): Promise<ExitCode> {
  const call = await understood(argv, line, session);
  if (call === 'answered') return exit.done;
  const { cwd, env } = session.io;
  if (cwd === undefined) return throwFailure('project.not_a_folder', { folder: env['PWD'] ?? '.' });
  const { run } = await call.command.load();
  return (await run(contextOf(call, cwd, session), call.input)) ?? exit.done;
}

async function understood(
  argv: readonly string[],
  { early: { lang }, call }: CommandLine,
  { io, words, columns }: Session,
): Promise<Call | 'answered'> {
  if (lang !== undefined && !languages.some((language) => language === lang))
    throwFailure('usage.not_a_choice', { option: '--lang', value: lang, choices: languages });
  if (call !== undefined) return call;
  const { understand } = await import('./program.ts');
  return unwrap(understand(argv, { words, columns, version: io.version, write: (text) => io.stdout.write(text) }));
}

function contextOf({ globals }: Call, cwd: string, { io, early, language, words, unfinished }: Session): Context {
  let story: StderrView | undefined;
  const quiet = globals['quiet'] === true;
  const agent = globals['agent'] ?? (io.env['ORCHESTRAL_AGENT'] || undefined);
  return {
    io,
    cwd,
    words,
    language,
    get columns() {
      return columnsOf(io);
    },
    colours: coloursFor({ color: early.color, env: io.env, output: io.stdout }),
    flags: {
      ...(typeof globals['project'] === 'string' && { project: globals['project'] }),
      json: globals['json'] === true,
      quiet,
      verbose: globals['verbose'] === true,
      yes: globals['yes'] === true,
      trust: globals['trust'] === true,
      ...(typeof agent === 'string' && { agent }),
      ...(typeof globals['model'] === 'string' && { model: globals['model'] }),
    },
    // Whoever interrupted is not interested in what a command still had to say.
    answer: (text) => io.signal.aborted || io.stdout.write(`${text}\n`),
    tell: (text) => quiet || io.signal.aborted || (story ? story.print(text) : io.stderr.write(`${text}\n`)),
    stderrView: () => (story ??= openStderrView(io, { color: early.color })),
    finishing: async (work) => {
      unfinished.add(work);
      try {
        return await work;
      } finally {
        unfinished.delete(work);
      }
    },
  };
}

/** People read stderr, programs read stdout: with `--json` both are told. */
function sayFailure(wrong: Failure, session: Session): void {
  const { io, early, words } = session;
  const lines = failureLines(wrong, { words, colours: errorColours(session), cwd: io.cwd ?? '/' });
  if (early.verbose && wrong.cause instanceof Error) lines.push(wrong.cause.stack ?? '');
  io.stderr.write(`${lines.join('\n')}\n`);
  if (early.json) io.stdout.write(`${jsonLine(failureJson(wrong, words))}\n`);
}

function sayBug(error: unknown, session: Session): void {
  const { io, early, words } = session;
  const message = words.error.bug(visible(error instanceof Error ? error.message : String(error)));
  const lines = [`${errorColours(session).red(`${words.error.label}:`)} ${message}`, `  ${words.error.bugHint}`];
  if (early.verbose && error instanceof Error) lines.push(error.stack ?? '');
  io.stderr.write(`${lines.join('\n')}\n`);
  if (early.json)
    io.stdout.write(`${jsonLine({ error: { code: 'bug', message, path: null, hint: words.error.bugHint } })}\n`);
}

function errorColours({ io, early }: Session): Colours {
  return coloursFor({ color: early.color, env: io.env, output: io.stderr });
}

function columnsOf({ stdout, env }: Io): number {
  const columns = stdout.columns ?? Number(env['COLUMNS']);
  return Number.isInteger(columns) && columns > 0 ? Math.max(20, columns) : 80;
}

/** Never, where work is to be finished first: then that says how it ended. */
function interrupted({ io, unfinished }: Session): Promise<'interrupted'> {
  return new Promise((resolve) => {
    io.signal.addEventListener('abort', () => unfinished.size === 0 && resolve('interrupted'), { once: true });
  });
}
