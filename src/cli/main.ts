import { catchFailure, failure, type Failure, throwFailure, unwrap } from '../base/failure.ts';
import type { Catalogue, GlanceWords } from '../i18n/catalogue.ts';
import { chooseLanguage, type Language, languages, loadCatalogue, loadGlanceWords } from '../i18n/language.ts';
import { type CommandLine, type Globals, readCommandLine } from './call.ts';
import type { Context, Flags } from './context.ts';
import { exit, exitOf, type ExitCode } from './exit.ts';
import { columnsOf, type Io, processIo } from './io.ts';
import { repeatOptions, type RepeatedOptions } from './repeated-options.ts';
import { failureJson, failureLines } from './report/failure.ts';
import { type Colours, coloursFor } from './terminal/colours.ts';
import { openStderrView, type StderrView } from './terminal/live.ts';
import { jsonLine, visible } from './terminal/visible.ts';

/** The program: understands the command line, loads the one command it names, and says how it went. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<void> {
  const line = readCommandLine(argv);
  const flags = flagsFrom(line.globals, io.env);
  const language = chooseLanguage({ flag: flags.lang, env: io.env });
  const repeated = repeatedFrom(line.globals);
  const words = repeatOptions(await loadGlanceWords(language), repeated);
  const loadWords = async () => repeatOptions(await loadCatalogue(language), repeated);
  const session: Session = {
    io,
    argv,
    flags,
    language,
    words,
    loadWords,
    columns: columnsOf(io),
    unfinished: new Set(),
  };
  io.onLost((errno) => void sayLost(errno, session));
  io.onForcedEnd(() => io.stderr.write(`\n${words.error.forced}\n`));
  io.end(await conduct(line, session));
}

async function sayLost(errno: string, session: Session): Promise<void> {
  await sayFailure(failure('output.lost', { errno }), session);
  session.io.end(exit.environment);
}

/** What is said of a mistake on the command line heeds these, too. */
interface ProgramFlags extends Flags {
  readonly color: boolean;
  readonly lang: string | undefined;
}

interface Session {
  readonly io: Io;
  readonly argv: readonly string[];
  readonly flags: ProgramFlags;
  readonly language: Language;
  readonly words: GlanceWords;
  /** All others are loaded when they are needed. */
  readonly loadWords: () => Promise<Catalogue>;
  readonly columns: number;
  readonly unfinished: Set<Promise<unknown>>;
}

async function conduct(line: CommandLine, session: Session): Promise<ExitCode> {
  try {
    const outcome = await Promise.race([catchFailure(() => perform(line, session)), interrupted(session)]);
    if (outcome === 'interrupted') {
      session.io.stderr.write(`\n${session.words.error.interrupted}\n`);
      return exit.interrupted;
    }
    if (outcome.ok) return outcome.value;
    await sayFailure(outcome.error, session);
    return exitOf[outcome.error.code];
  } catch (error) {
    sayBug(error, session);
    return exit.failed;
  }
}

function flagsFrom(globals: Globals, env: Io['env']): ProgramFlags {
  const has = (name: string) => globals[name] === true;
  const textOf = (name: string) => textIn(globals, name);
  return {
    project: textOf('project'),
    json: has('json'),
    quiet: has('quiet'),
    verbose: has('verbose'),
    color: !has('no-color'),
    lang: textOf('lang'),
    agent: textOf('agent') ?? (env['ORCHESTRAL_AGENT'] || undefined),
    model: textOf('model'),
    fleet: textOf('fleet') ?? (env['ORCHESTRAL_FLEET'] || undefined),
    trust: has('trust'),
    yes: has('yes'),
    withoutDashboard: has('no-dashboard'),
  };
}

function repeatedFrom(globals: Globals): RepeatedOptions {
  return { project: textIn(globals, 'project'), agent: textIn(globals, 'agent'), model: textIn(globals, 'model') };
}

function textIn(globals: Globals, name: string): string | undefined {
  const value = globals[name];
  return typeof value === 'string' ? value : undefined;
}

async function perform({ asked }: CommandLine, session: Session): Promise<ExitCode> {
  const { io, flags, language, columns, loadWords } = session;
  if (flags.lang !== undefined && !languages.some((known) => known === flags.lang))
    throwFailure('usage.not_a_choice', { option: '--lang', value: flags.lang, choices: languages });
  const wanted = unwrap(asked);
  if (wanted === 'version') {
    io.stdout.write(`${io.version}\n`);
    return exit.done;
  }
  if ('helpOf' in wanted) {
    const { helpText } = await import('./help.ts');
    io.stdout.write(helpText(wanted.helpOf, { words: await loadCatalogue(language), columns }));
    return exit.done;
  }
  if (io.cwd === undefined) return throwFailure('project.not_a_folder', { folder: io.env['PWD'] ?? '.' });
  const { command, input } = wanted;
  const { cwd } = io;
  const context = async () => contextOf(cwd, session, await loadWords());
  if (input.flags.has('detach')) return (await import('./detach.ts')).detach(await context(), session.argv, wanted);
  const loaded = await command.load();
  const ended =
    'glance' in loaded
      ? await loaded.glance({ ...contextOf(cwd, session, session.words), allWords: loadWords }, input)
      : await loaded.run(await context(), input);
  return ended ?? exit.done;
}

function contextOf<Words>(cwd: string, { io, flags, language, unfinished }: Session, words: Words): Context<Words> {
  let story: StderrView | undefined;
  return {
    io,
    cwd,
    words,
    language,
    get columns() {
      return columnsOf(io);
    },
    colours: coloursFor({ color: flags.color, env: io.env, output: io.stdout }),
    flags,
    // Whoever interrupted is not interested in what a command still had to say.
    answer: (text) => io.signal.aborted || io.stdout.write(`${text}\n`),
    tell: (text) => flags.quiet || io.signal.aborted || (story ? story.print(text) : io.stderr.write(`${text}\n`)),
    stderrView: () => (story ??= openStderrView(io, { color: flags.color })),
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
async function sayFailure(wrong: Failure, session: Session): Promise<void> {
  const { io, flags, loadWords } = session;
  const words = await loadWords();
  const columns = io.stderr.isTTY ? Math.max(20, io.stderr.columns || 80) : Infinity;
  const lines = failureLines(wrong, { words, colours: errorColours(session), cwd: io.cwd ?? '/', columns });
  if (flags.verbose && wrong.cause instanceof Error) lines.push(wrong.cause.stack ?? '');
  io.stderr.write(`${lines.join('\n')}\n`);
  if (flags.json) io.stdout.write(`${jsonLine(failureJson(wrong, words))}\n`);
}

function sayBug(error: unknown, session: Session): void {
  const { io, flags, words } = session;
  const message = words.error.bug(visible(error instanceof Error ? error.message : String(error)));
  const lines = [`${errorColours(session).red(`${words.error.label}:`)} ${message}`, `  ${words.error.bugHint}`];
  if (flags.verbose && error instanceof Error) lines.push(error.stack ?? '');
  io.stderr.write(`${lines.join('\n')}\n`);
  if (flags.json)
    io.stdout.write(`${jsonLine({ error: { code: 'bug', message, path: null, hint: words.error.bugHint } })}\n`);
}

function errorColours({ io, flags }: Session): Colours {
  return coloursFor({ color: flags.color, env: io.env, output: io.stderr });
}

/** Never, where work is to be finished first: then that says how it ended. */
function interrupted({ io, unfinished }: Session): Promise<'interrupted'> {
  return new Promise((resolve) => {
    io.signal.addEventListener('abort', () => unfinished.size === 0 && resolve('interrupted'), { once: true });
  });
}
