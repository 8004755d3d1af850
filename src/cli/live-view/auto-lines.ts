import type { PhaseProgress } from '../../engine/door/auto.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { bar } from '../terminal/layout.ts';
import type { StderrView } from '../terminal/live.ts';
import { visible } from '../terminal/visible.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';
import { stepIn } from './auto-events.ts';
import { clock, frameAt, type RunningEffect } from './running-effects.ts';

/** What changes in place while a graph is worked on. */
export interface AutoScene {
  readonly phases: readonly PhaseProgress[];
  readonly current: number;
  readonly running: readonly RunningTask[];
  /** Tasks that a person has to decide about. */
  readonly held?: readonly string[];
  /** Done of all, what is left, what it cost. */
  readonly facts: readonly string[];
}

export interface RunningTask extends Pick<RunningEffect, 'effect' | 'elapsedMs' | 'lastLine'> {
  /** Of the task; empty for what is of none. */
  readonly title: string;
  readonly attempt: number;
}

interface Screen extends Pick<StderrView, 'columns' | 'colours'> {
  readonly words: Catalogue;
  /** Lines there are. */
  readonly rows: number;
}

const LONGEST_BAR = 32;
const SHORTEST_TITLE = 4;

/** What needs the person, phase bars, what runs, and one line about the whole; never more lines than there are. */
export function autoLines({ phases, current, running, held = [], facts }: AutoScene, screen: Screen): string[] {
  const room = Math.max(3, screen.rows - 1);
  const footer = facts.length === 0 ? [] : [fit(facts.join(' · '), screen.columns)];
  const needs = held.length === 0 ? [] : [screen.colours.yellow(fit(screen.words.auto.needsYou(held), screen.columns))];
  const bars = phaseLines(phases, current, { ...screen, rows: Math.max(1, Math.floor(room / 3)) });
  const left = room - needs.length - bars.length - footer.length;
  return [...needs, ...bars, ...runningLines(running, { ...screen, rows: left }), ...footer];
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

/** With what agents say where there is room for that; at least how many there are. Who only waits stands below who works. */
function runningLines(tasks: readonly RunningTask[], screen: Screen): string[] {
  const { rows, words } = screen;
  const isWait = ({ effect }: RunningTask) => Number(effect.includes('/wait#'));
  const running = tasks.toSorted((one, other) => isWait(one) - isWait(other));
  const inFull = running.flatMap((one) => [headOf(one, screen), ...saidLine(one, screen)]);
  if (inFull.length <= rows) return inFull;
  if (running.length <= rows) return running.map((one) => headOf(one, screen));
  const shown = running.slice(0, Math.max(0, rows - 1)).map((one) => headOf(one, screen));
  return [...shown, words.auto.more(running.length - shown.length)];
}

function headOf({ effect, title, attempt, elapsedMs }: RunningTask, { words, colours, columns }: Screen): string {
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

function saidLine({ lastLine }: RunningTask, { colours, columns }: Screen): string[] {
  return lastLine === '' ? [] : [`  ${colours.dim(fit(lastLine, columns - 3))}`];
}

function stepWords({ auto }: Catalogue, step: string): string {
  const known: Readonly<Record<string, string>> = auto.steps;
  return known[step] ?? step;
}
