import type { PhaseProgress } from '../../engine/operations/auto/phase-progress.ts';
import type { AutoContext } from '../../engine/descriptors/auto.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { StderrView } from '../stderr-view.ts';
import { bar } from '../terminal/bar.ts';
import { visible } from '../terminal/visible.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';
import { stepIn } from './auto-event.ts';
import { clock, frameAt } from './elapsed.ts';
import { createLastOutput, type LastOutput, type ViewOptions } from './last-output.ts';

export type AutoProgress = Parameters<NonNullable<AutoContext['onProgress']>>[0];

/** What changes in place while a graph is worked on. */
export interface AutoStageView {
  readonly phases: readonly PhaseProgress[];
  readonly current: number;
  readonly running: readonly Running[];
  /** Done of all, what is left, what it cost. */
  readonly facts: readonly string[];
}

export interface Running {
  readonly effect: string;
  /** Of the task; empty for what is of none. */
  readonly title: string;
  readonly attempt: number;
  readonly elapsedMs: number;
  /** The last that its agent said. */
  readonly lastLine: string;
}

interface Screen extends Pick<StderrView, 'columns' | 'colours'> {
  readonly words: Catalogue;
  /** Lines there are. */
  readonly rows: number;
}

const LONGEST_BAR = 32;
const SHORTEST_TITLE = 4;

/** Phase bars, what runs, and one line about the whole; never more lines than there are. */
export function autoStageLines({ phases, current, running, facts }: AutoStageView, screen: Screen): string[] {
  const room = Math.max(3, screen.rows - 1);
  const footer = facts.length === 0 ? [] : [fit(facts.join(' · '), screen.columns)];
  const bars = phaseLines(phases, current, { ...screen, rows: Math.max(1, Math.floor(room / 3)) });
  const left = room - bars.length - footer.length;
  return [...bars, ...runningLines(running, { ...screen, rows: left }), ...footer];
}

/** From the current phase on where there is no room for all. */
export function phaseLines(phases: readonly PhaseProgress[], current: number, screen: Screen): string[] {
  const { rows, words } = screen;
  const labels = Math.max(...phases.map(({ phase }) => widthOf(words.auto.phase(phase))), 0);
  if (phases.length <= rows) return phases.map((one) => phaseLine(one, labels, screen));
  const at = phases.findIndex(({ phase }) => phase >= current);
  const from = Math.min(Math.max(0, at), phases.length - Math.max(1, rows - 1));
  const shown = phases.slice(from, from + Math.max(1, rows - 1));
  const lines = shown.map((one) => phaseLine(one, labels, screen));
  return rows === 1 ? lines : [...lines, words.auto.phasesMore(phases.length - shown.length)];
}

function phaseLine(progress: PhaseProgress, labelWidth: number, { words, colours, columns }: Screen): string {
  const { phase, total, completed, failed, blocked, running } = progress;
  const { counts } = words.auto;
  const label = padTo(words.auto.phase(phase), labelWidth);
  const left = total - completed - failed - blocked - running;
  const facts = [
    `${completed}/${total}`,
    ...(failed === 0 ? [] : [counts.failed(failed)]),
    ...(blocked === 0 ? [] : [counts.blocked(blocked)]),
    ...(running === 0 ? [] : [counts.running(running)]),
    ...(left === 0 ? [] : [counts.left(left)]),
  ].join(' · ');
  const wide = Math.min(LONGEST_BAR, columns - labelWidth - widthOf(facts) - 4);
  if (wide < 4) return fit(`${label} ${facts}`, columns);
  return `${label} ${bar({ done: completed, failed: failed + blocked, total }, wide, colours)} ${facts}`;
}

/** With what agents say where there is room for that; at least how many there are. */
function runningLines(running: readonly Running[], screen: Screen): string[] {
  const { rows, words } = screen;
  const inFull = running.flatMap((one) => [headOf(one, screen), ...saidLine(one, screen)]);
  if (inFull.length <= rows) return inFull;
  if (running.length <= rows) return running.map((one) => headOf(one, screen));
  const shown = running.slice(0, Math.max(0, rows - 1)).map((one) => headOf(one, screen));
  return [...shown, words.auto.more(running.length - shown.length)];
}

function headOf({ effect, title, attempt, elapsedMs }: Running, { words, colours, columns }: Screen): string {
  const { task, step } = stepIn(effect);
  const doing = stepWords(words, step);
  const time = clock(elapsedMs);
  const room = Math.max(6, columns - 3 - widthOf(time) - 3);
  const facts = [...(doing === '' ? [] : [doing]), ...(attempt > 1 ? [words.auto.attempt(attempt)] : [])];
  const named =
    task === undefined ? facts : [nameIn(room - widthOf(['', ...facts].join(' · ')), task, title), ...facts];
  return `${colours.cyan(frameAt(elapsedMs))} ${fit(named.join(' · '), room)} · ${time}`;
}

/** What a task is called is cut before what becomes of it. */
function nameIn(room: number, task: string, title: string): string {
  const left = room - widthOf(task) - 1;
  return title === '' || left < SHORTEST_TITLE ? task : `${task} ${fit(visible(title), left)}`;
}

function saidLine({ lastLine }: Running, { colours, columns }: Screen): string[] {
  return lastLine === '' ? [] : [`  ${colours.dim(fit(lastLine, columns - 3))}`];
}

function stepWords({ auto }: Catalogue, step: string): string {
  const known: Readonly<Record<string, string>> = auto.steps;
  return known[step] ?? step;
}

/** The effects that are going on, and what their agents said last. */
export interface AutoStage {
  begin(effect: string): void;
  end(effect: string): void;
  hear(progress: AutoProgress): void;
  /** The longest first; agents before everything else. */
  going(): readonly Pick<Running, 'effect' | 'elapsedMs' | 'lastLine'>[];
}

export function createAutoStage({ redact, now }: Pick<ViewOptions, 'redact' | 'now'>): AutoStage {
  const going = new Map<string, { readonly since: number; readonly glimpse: LastOutput }>();
  return {
    begin: (effect) => void going.set(effect, { since: now(), glimpse: createLastOutput({ redact }) }),
    end: (effect) => void going.delete(effect),
    hear: ({ effect, event }) => going.get(effect)?.glimpse.hear(event),
    going: () =>
      [...going]
        .map(([effect, { since, glimpse }]) => ({ effect, elapsedMs: now() - since, lastLine: glimpse.line() }))
        .toSorted((one, other) => Number(isWait(one.effect)) - Number(isWait(other.effect))),
  };
}

/** Who only waits stands below who works. */
function isWait(effect: string): boolean {
  return effect.includes('/wait#');
}
