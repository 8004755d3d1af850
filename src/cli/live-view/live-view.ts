import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../../base/clock.ts';
import { catchFailure, type Failure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { Conductor, Recorded, Watcher } from '../../engine/door/conductor.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { RunProgress } from '../../engine/door/runs.ts';
import type { SessionProgress } from '../../engine/door/sessions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Context } from '../context.ts';
import { codeOf, exit, type ExitCode } from '../exit.ts';
import { askForTrust } from '../project.ts';
import { oneLine } from '../terminal/layout.ts';
import type { StderrView } from '../terminal/live.ts';
import { jsonLine } from '../terminal/visible.ts';
import { wrap } from '../terminal/width.ts';
import { createPrinter, type LogLine, type Printer } from './printer.ts';
import { type AgentProgress, type RunningEffect, RunningEffects } from './running-effects.ts';

interface WorkflowEvent {
  readonly type: string;
  readonly data: object;
}

/** How a workflow is shown while it is conducted, what a person is asked, and how it ends. */
export interface LiveWorkflow<View, Event extends WorkflowEvent, Progress> {
  readonly conductor: Conductor<View, Event, Progress>;
  readonly opening: {
    /** Said first. */
    lines(screen: StderrView): readonly string[];
    /** The same for programs. */
    readonly json: object;
  };
  /** What people are told of an event. */
  format(event: Event, tookMs: number | undefined): readonly LogLine[];
  /** A step began, where no line changes in place. */
  formatStart?(effect: string): LogLine;
  /** The lines that change in place. */
  live(running: readonly RunningEffect[], screen: StderrView): string[];
  /** How wide what lines are about is; what stands before the words of an agent. */
  readonly layout?: { readonly termWidth?: number; readonly indent?: (effect: string) => string };
  /** Nothing goes on any more, whatever was begun. */
  endsAll?(event: Event): boolean;
  /** What an agent does, or which run of the tests is on, for the lines that change, and for programs. */
  progress(progress: Progress): LiveProgress;
  /** What lines about an effect begin with. */
  about(effect: string): string;
  /** For whoever pays for every word: instead of all that. */
  readonly digest?: Watcher<Event, Progress>;
  /** It came to rest: whether a person decided something, so that it goes on. */
  decide(view: View): Promise<boolean>;
  /** Before anything is said about the end. */
  settle?(conducted: Result<void, Failure>): Promise<void>;
  readonly ending: {
    early(view: View): EarlyEnding;
    /** Where it stands, and what can be done. That it has failed is thrown. */
    say(view: View): Promise<ExitCode> | ExitCode;
    json(view: View): object;
  };
}

/** Which run of the tests began, in whatever workflow. */
type CheckProgress = Extract<RunProgress, { kind: 'check' }>;

export interface LiveProgress {
  readonly agent?: AgentProgress;
  readonly check?: CheckBegun;
  readonly json: WorkflowEvent;
}

interface CheckBegun {
  readonly effect: string;
  readonly run: CheckProgress['run'];
  readonly command?: string;
}

/** The same for a run of the tests, in all workflows. */
export function checkProgress({ effect, run, command }: CheckProgress): LiveProgress {
  const check = { effect, run, ...(command !== undefined && { command }) };
  return { check, json: { type: 'check', data: check } };
}

type OvertimeProgress = Extract<SessionProgress, { kind: 'overtime' }>;

/** The same for an agent that takes longer than it is meant to, where several may be at work. */
export function overtimeProgress({ effect, role, afterMs }: OvertimeProgress, words: Catalogue): LiveProgress {
  const warning = words.runScreen.overtime(role, words.runDocuments.duration(afterMs));
  return { agent: { effect, role, warning }, json: { type: 'overtime', data: { effect, role, after_ms: afterMs } } };
}

/** What is said where it did not come to its end; nothing is left to interrupt where `isOver`. */
interface EarlyEnding {
  readonly isOver: boolean;
  readonly interrupted: readonly string[];
  readonly goOn: string;
}

/**
 * Conducts before the person's eyes, asks what only they may decide, closes it, and says how it ended. An interruption is
 * recorded like everything else.
 */
export function conductLive<View, Event extends WorkflowEvent, Progress>(
  context: Context,
  project: ProjectApi,
  live: LiveWorkflow<View, Event, Progress>,
): Promise<ExitCode> {
  return context.finishing(conductToItsEnd(context, project, live));
}

async function conductToItsEnd<View, Event extends WorkflowEvent, Progress>(
  context: Context,
  project: ProjectApi,
  live: LiveWorkflow<View, Event, Progress>,
): Promise<ExitCode> {
  const { conductor, ending } = live;
  const { watcher, printer } = await watcherFor(context, project, live);
  const unwatch = conductor.watch(watcher);
  const unmute = context.io.stderr.isTTY ? context.io.keyboard.mute() : () => undefined;
  const conducted = await catchFailure(() => conductAndAsk(context, project, { live, printer })).finally(() => {
    unwatch();
    printer?.close();
    unmute();
  });
  await live.settle?.(conducted);
  const closed = await conductor.close();
  const view = conductor.view();
  const ended = await catchFailure(async () => endEarly(context, conducted, ending.early(view)) ?? ending.say(view));
  if (context.flags.json)
    writeJson(context, conductor, { type: 'end', data: { ...ending.json(view), exit: codeOf(ended) } });
  const code = unwrap(ended);
  unwrap(closed);
  return code;
}

/** As far as it goes without a person, and on with what they say. */
async function conductAndAsk<View, Event extends WorkflowEvent, Progress>(
  context: Context,
  project: ProjectApi,
  { live, printer }: { readonly live: LiveWorkflow<View, Event, Progress>; readonly printer: Printer | undefined },
): Promise<void> {
  const { signal } = context.io;
  keepHeapSmall();
  for (;;) {
    const conducted = await live.conductor.conduct(signal);
    printer?.pause();
    if (signal.aborted) return void unwrap(conducted);
    if (!conducted.ok) await askForTrust(context, project, conducted.error);
    else if (!(await live.decide(conducted.value))) return;
  }
}

/**
 * Collects earlier than V8 would, which lets the heap grow to four times what is in use while a long list is worked
 * through. Each process that is started copies the tables of all that memory.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30');
}

/** By the flags and the configuration: for programs, for nobody, in short, or for people. */
async function watcherFor<View, Event extends WorkflowEvent, Progress>(
  context: Context,
  project: ProjectApi,
  live: LiveWorkflow<View, Event, Progress>,
): Promise<{ readonly watcher: Watcher<Event, Progress>; readonly printer?: Printer }> {
  const { flags, stderrView } = context;
  const { conductor, opening } = live;
  if (flags.json) {
    writeJson(context, conductor, { type: 'conducting', data: opening.json });
    return {
      watcher: {
        onEvent: ({ seq, at, type, data }) => writeLine(context, conductor, { seq, at, type, data }),
        onProgress: (progress) => writeJson(context, conductor, live.progress(progress).json),
      },
    };
  }
  if (flags.quiet) return { watcher: {} };
  if (live.digest !== undefined) return { watcher: live.digest };
  const level = flags.verbose ? 'debug' : await project.logLevel();
  const screen = stderrView();
  // What is begun with comes first, unless only trouble is told.
  if (level === 'debug' || level === 'info') for (const line of opening.lines(screen)) screen.print(line);
  const { redact } = conductor;
  const running = new RunningEffects({
    redact,
    now: () => performance.now(),
    onAgentEvent: (said) => printer.printAgentEvent(said),
  });
  const lines = () => live.live(running.list(), screen);
  const printer = createPrinter(context, { level, redact, lines, ...live.layout });
  return { watcher: peopleWatcher(live, { running, printer, screen, words: context.words }), printer };
}

interface Screen {
  readonly running: RunningEffects;
  readonly printer: Printer;
  readonly screen: StderrView;
  readonly words: Catalogue;
}

/** Lines that stay for what is done, and in a terminal some that change for what is going on. */
function peopleWatcher<View, Event extends WorkflowEvent, Progress>(
  live: LiveWorkflow<View, Event, Progress>,
  { running, printer, screen, words }: Screen,
): Watcher<Event, Progress> {
  const end = (effect: string, at: string): number | undefined => {
    const tookMs = running.end(effect, at);
    printer.redraw(running.isIdle);
    return tookMs;
  };
  const hear = (event: Event, at: string): void => {
    const effect = 'effect' in event.data ? String(event.data.effect) : undefined;
    if (event.type === 'effect_started' && effect !== undefined) {
      running.begin(effect, at);
      printer.animate();
      if (!screen.isLive && live.formatStart !== undefined) printer.print(live.formatStart(effect));
      return;
    }
    const tookMs = effect === undefined ? undefined : end(effect, at);
    if (live.endsAll?.(event) === true) for (const one of running.list()) end(one.effect, at);
    for (const line of live.format(event, tookMs)) printer.print(line);
  };
  return {
    onEvent: (recorded) => eventsIn<Event>(recorded).forEach((event) => hear(event, recorded.at)),
    onProgress: (progress) => {
      const { agent, check } = live.progress(progress);
      if (check !== undefined) {
        const about = live.about(check.effect);
        const text =
          check.command === undefined
            ? words.checks[check.run]
            : `${words.checks[check.run]}: ${oneLine(check.command)}`;
        running.showCheck(check.effect, text);
        if (!screen.isLive) printer.print({ icon: '·', about, facts: [text], weight: 'info' });
      }
      if (agent === undefined) return;
      const effect = agent.effect ?? running.list()[0]?.effect ?? '';
      const { role, warning } = agent;
      if (!screen.isLive && warning !== undefined)
        printer.print({ icon: '!', about: role, facts: [warning], weight: 'warn' });
      running.hear({ ...agent, effect });
    },
  };
}

/** What a person changed by hand is several at once. */
export function eventsIn<Event extends WorkflowEvent>(recorded: Recorded<Event>): readonly Event[] {
  return isEdited(recorded) ? recorded.data.events : [recorded];
}

function isEdited<Event extends WorkflowEvent>(
  event: Event | { readonly type: 'edited'; readonly data: { readonly events: readonly Event[] } },
): event is { readonly type: 'edited'; readonly data: { readonly events: readonly Event[] } } {
  return event.type === 'edited';
}

/** Says how to go on where conducting did not come to its end. Undefined where it did. */
function endEarly(
  { io, flags, stderrView, tell }: Context,
  conducted: Result<void, Failure>,
  { isOver, interrupted: [said = '', ...commands], goOn }: EarlyEnding,
): ExitCode | undefined {
  if (io.signal.aborted && !isOver) {
    if (flags.quiet) return exit.interrupted;
    const screen = stderrView();
    // Commands stay as they are.
    for (const line of ['', ...wrap(said, screen.columns), ...commands]) screen.print(line);
    return exit.interrupted;
  }
  if (conducted.ok) return undefined;
  const { code } = conducted.error;
  // Somebody else goes on with it.
  if (code !== 'owner.held' && code !== 'run.inside_agent') tell(goOn);
  return unwrap<never>(conducted);
}

type Masking = Pick<Conductor<never, never, never>, 'redact'>;

function writeJson(context: Context, masking: Masking, { type, data }: WorkflowEvent): void {
  writeLine(context, masking, { at: systemClock.now().toISOString(), type, data });
}

/** Told even after an interruption: a program wants to know how it ended. */
function writeLine({ io }: Context, { redact }: Masking, line: object): void {
  io.stdout.write(`${redact(jsonLine(line))}\n`);
}
