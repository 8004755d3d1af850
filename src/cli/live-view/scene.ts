import type { Catalogue } from '../../i18n/catalogue.ts';
import type { StderrView } from '../terminal/live.ts';
import { visible } from '../terminal/visible.ts';
import { fit, widthOf, wrap } from '../terminal/width.ts';
import { clock, frameAt, type RunningEffect } from './running-effects.ts';

/** What changes in place while something is conducted, the same for all workflows. */
export interface Scene {
  /** What waits for the person. */
  readonly needs?: readonly string[];
  /** How far the parts of the whole are, in at most so many lines. */
  readonly parts?: (rows: number) => string[];
  readonly steps: readonly RunningStep[];
  /** How far the whole is, how long it took and will take, what it cost. */
  readonly facts: readonly string[];
}

interface RunningStep extends Pick<RunningEffect, 'elapsedMs' | 'lastLine' | 'warnings'> {
  /** What it is called; what comes after it is cut first. */
  readonly name: string;
  readonly title?: string;
  /** What is done, by whom, for which time. */
  readonly facts: readonly string[];
  /** Nobody works at it: it is to be tried again later. */
  readonly isPause?: boolean;
}

export interface SceneScreen extends Pick<StderrView, 'columns' | 'colours' | 'rows'> {
  readonly words: Catalogue;
}

const SHORTEST_TITLE = 4;

/** What needs the person, the parts, what runs, and one line about the whole; never more lines than there are. */
export function sceneLines({ needs = [], parts, steps, facts }: Scene, screen: SceneScreen): string[] {
  const { columns, colours } = screen;
  const room = Math.max(3, screen.rows - 1);
  const footer = facts.length === 0 ? [] : [fit(facts.join(' · '), columns)];
  const asking = needs.flatMap((line) => wrap(line, columns)).map(colours.yellow);
  const bars = parts?.(Math.max(1, Math.floor(room / 3))) ?? [];
  const rows = room - asking.length - bars.length - footer.length;
  return [...asking, ...bars, ...stepLines(steps, { ...screen, rows }), ...footer];
}

/** With what agents say where there is room for that; at least how many there are. Who only waits stands below who works. */
function stepLines(steps: readonly RunningStep[], screen: SceneScreen): string[] {
  const { rows, words } = screen;
  const ordered = steps.toSorted((one, other) => Number(one.isPause === true) - Number(other.isPause === true));
  const inFull = ordered.flatMap((one) => [headOf(one, screen), ...belowHead(one, screen)]);
  if (inFull.length <= rows) return inFull;
  if (ordered.length <= rows) return ordered.map((one) => headOf(one, screen));
  const shown = ordered.slice(0, Math.max(0, rows - 1)).map((one) => headOf(one, screen));
  return [...shown, words.auto.more(ordered.length - shown.length)];
}

function headOf({ name, title = '', facts, elapsedMs }: RunningStep, { colours, columns }: SceneScreen): string {
  const time = clock(elapsedMs);
  const room = Math.max(6, columns - 3 - widthOf(time) - 3);
  const named = name === '' ? [] : [nameIn(room - widthOf(['', ...facts].join(' · ')), name, title)];
  return `${colours.cyan(frameAt(elapsedMs))} ${fit([...named, ...facts].join(' · '), room)} · ${time}`;
}

/** What a task is called is cut before what becomes of it. */
function nameIn(room: number, name: string, title: string): string {
  const left = room - widthOf(name) - 1;
  return title === '' || left < SHORTEST_TITLE ? name : `${name} ${fit(visible(title), left)}`;
}

function belowHead({ lastLine, warnings }: RunningStep, { colours, columns }: SceneScreen): string[] {
  return [
    ...(lastLine === '' ? [] : [colours.dim(fit(lastLine, columns - 3))]),
    ...warnings.flatMap((text) => wrap(text, columns - 3)).map(colours.yellow),
  ].map((line) => `  ${line}`);
}
