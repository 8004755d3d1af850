import type { PhaseProgress } from '../../engine/door/auto.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { bar } from '../terminal/layout.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';
import { stepIn } from './auto-events.ts';
import type { RunningEffect } from './running-effects.ts';
import { sceneLines, type SceneScreen } from './scene.ts';

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

export interface RunningTask
  extends Pick<RunningEffect, 'effect' | 'elapsedMs' | 'lastLine'>, Partial<Pick<RunningEffect, 'warnings'>> {
  /** Of the task; empty for what is of none. */
  readonly title: string;
  readonly attempt: number;
}

const LONGEST_BAR = 32;

/** What needs the person, phase bars, what runs, and one line about the whole. */
export function autoLines({ phases, current, running, held = [], facts }: AutoScene, screen: SceneScreen): string[] {
  const { words } = screen;
  return sceneLines(
    {
      needs: held.length === 0 ? [] : [words.auto.needsYou(held)],
      parts: (rows) => phaseLines(phases, current, { ...screen, rows }),
      steps: running.map((one) => stepOf(one, words)),
      facts,
    },
    screen,
  );
}

function stepOf({ effect, title, attempt, elapsedMs, lastLine, warnings = [] }: RunningTask, words: Catalogue) {
  const { task = '', step } = stepIn(effect);
  const doing = stepWords(words, step);
  const facts = [...(doing === '' ? [] : [doing]), ...(attempt > 1 ? [words.auto.attempt(attempt)] : [])];
  return { name: task, title, facts, elapsedMs, lastLine, warnings, isPause: step === 'wait' };
}

/** From the current phase on where there is no room for all. */
export function phaseLines(phases: readonly PhaseProgress[], current: number, screen: SceneScreen): string[] {
  const { rows, words } = screen;
  const labels = Math.max(...phases.map(({ phase }) => widthOf(words.auto.phase(phase))), 0);
  if (phases.length <= rows) return phases.map((one) => phaseLine(one, labels, screen));
  const at = phases.findIndex(({ phase }) => phase >= current);
  const from = Math.min(Math.max(0, at), phases.length - Math.max(1, rows - 1));
  const shown = phases.slice(from, from + Math.max(1, rows - 1));
  const lines = shown.map((one) => phaseLine(one, labels, screen));
  return rows === 1 ? lines : [...lines, words.auto.phasesMore(phases.length - shown.length)];
}

function phaseLine(progress: PhaseProgress, labelWidth: number, { words, colours, columns }: SceneScreen): string {
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

function stepWords({ auto }: Catalogue, step: string): string {
  const known: Readonly<Record<string, string>> = auto.steps;
  return known[step] ?? step;
}
