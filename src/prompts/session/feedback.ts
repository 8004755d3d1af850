import { clipped, quotedList } from '../quoted.ts';

/** Why a step is done again. */
export interface Feedback {
  readonly from: 'GATE-1' | 'GATE-2' | 'GATE-3' | 'GATE-4' | 'test-result' | 'missing' | 'merge';
  readonly lines: readonly string[];
}

const MOST_LINES = 100;
const LONGEST_LINE = 4000;

export function feedbackText(feedback: Feedback | null): string {
  if (feedback === null) return 'None: this step is done for the first time.';
  const { from, lines } = feedback;
  if (lines.length === 0) return `${WHY[from]}.`;
  return `${WHY[from]}:\n\n${linesText(lines)}`;
}

export function linesText(lines: readonly string[]): string {
  const shown = quotedList(lines.slice(0, MOST_LINES).map((line) => clipped(line, LONGEST_LINE)));
  return lines.length > MOST_LINES ? `${shown}\n\nand ${lines.length - MOST_LINES} more.` : shown;
}

const WHY: Readonly<Record<Feedback['from'], string>> = {
  'GATE-1': 'Orchestral checked the tests and does not let the implementation begin (GATE-1)',
  'GATE-2': 'Orchestral ran the tests itself, and they do not bear the work out (GATE-2)',
  'GATE-3': 'The implementation changed what it may not change (GATE-3)',
  'GATE-4': 'The work breaks the design (GATE-4)',
  'test-result': 'QA verified the work and sent it back',
  missing: 'What this step had made is gone or cannot be used, so it has to be made again',
  merge: 'The plan does not fit the project',
};
