import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { ok, type Result } from '../base/result.ts';
import type { Project } from '../engine/project.ts';
import { readRunSettings } from '../engine/run-settings.ts';
import type { Context } from './context.ts';
import { exit, type ExitCode } from './exit.ts';
import type { LogLevel } from './report/log-line.ts';
import type { Reporter } from './reporter.ts';
import type { StderrView } from './stderr-view.ts';
import { jsonLine } from './terminal/visible.ts';
import { wrap } from './terminal/width.ts';

interface Heard<Event, Progress> {
  readonly store: { watch(watcher: Reporter<Event, Progress>['onEvent']): () => void };
  readonly watchProgress: (watcher: (progress: Progress) => void) => () => void;
}

/** Works, and somebody tells what happens meanwhile. */
export async function withReporter<Event, Progress, T>(
  reporter: Reporter<Event, Progress>,
  { store, watchProgress }: Heard<Event, Progress>,
  work: () => Promise<T>,
): Promise<T> {
  const unwatch = [
    store.watch((recorded) => reporter.onEvent(recorded)),
    watchProgress((progress) => reporter.onProgress(progress)),
  ];
  try {
    return await work();
  } finally {
    for (const stop of unwatch) stop();
    reporter.close();
  }
}

/** How much people are told, by the flags and the configuration; what is begun with comes first, unless only trouble is told. */
export async function openProgressView(
  { flags, stderrView }: Context,
  project: Project,
  opening: (story: StderrView) => readonly string[],
): Promise<LogLevel> {
  const settings = await readRunSettings(project);
  const configured = settings.ok ? settings.value.global.log_level : 'info';
  const level = flags.verbose ? 'debug' : configured;
  if (level === 'debug' || level === 'info') for (const line of opening(stderrView())) stderrView().print(line);
  return level;
}

interface ForPrograms {
  readonly clock: Clock;
  readonly type: 'conducting' | 'end';
  readonly data: object;
  /** Masks secrets. */
  readonly redact?: (text: string) => string;
}

/** The first line for programs, and the last. */
export function writeJsonEvent({ io }: Context, { clock, type, data, redact = (text) => text }: ForPrograms): void {
  io.stdout.write(`${redact(jsonLine({ at: clock.now().toISOString(), type, data }))}\n`);
}

interface Conducted {
  readonly conducted: Result<void, Failure>;
  /** Nothing is left that could be interrupted. */
  readonly isOver: boolean;
  /** What is said to whoever interrupts, and commands, which stay as they are. */
  readonly interrupted: readonly string[];
  /** What is said where something else came in between. */
  readonly goOn: string;
}

/** Says how to go on where conducting did not come to its end. Undefined where it did. */
export function endEarly(
  { io, flags, stderrView, tell }: Context,
  { conducted, isOver, interrupted: [said = '', ...commands], goOn }: Conducted,
): Result<ExitCode, Failure> | undefined {
  if (io.signal.aborted && !isOver) {
    if (flags.quiet) return ok(exit.interrupted);
    const told = stderrView();
    for (const line of ['', ...wrap(said, told.columns), ...commands]) told.print(line);
    return ok(exit.interrupted);
  }
  if (conducted.ok) return undefined;
  if (!isElsewhere(conducted.error)) tell(goOn);
  return conducted;
}

/** Somebody else goes on with it. */
function isElsewhere({ code }: Failure): boolean {
  return code === 'owner.held' || code === 'run.inside_agent';
}
