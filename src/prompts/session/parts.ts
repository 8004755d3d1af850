import { clipped, inline, quoted, quotedList } from '../quoted.ts';

/** What is the same for every role that works on a request, a task, a subtask. */
export interface RequestBrief {
  readonly requestId: string;
  /** Null when the step is done for the first time. */
  readonly feedback: StepFeedback | null;
}

export interface TaskBrief extends RequestBrief {
  readonly taskId: string;
}

export interface SubtaskBrief extends TaskBrief {
  readonly subtask: { readonly id: string; readonly name: string; readonly description: string };
  /** For roles that run the tests: QA's report has to name it. */
  readonly testCommand?: string | undefined;
}

export function requestValues({ requestId, feedback }: RequestBrief) {
  return { request_id: requestId, feedback: stepFeedbackText(feedback) };
}

export function taskValues(brief: TaskBrief) {
  return { ...requestValues(brief), task_id: brief.taskId };
}

export function subtaskValues(brief: SubtaskBrief) {
  const { id, name, description } = brief.subtask;
  const subtask = description.trim() === '' ? name : `${name}\n\n${description}`;
  const tests = brief.testCommand === undefined ? '' : `\n\nTests run with: ${inline(brief.testCommand)}`;
  return { ...taskValues(brief), subtask_id: id, subtask: `${quoted(subtask)}${tests}` };
}

/** A document, or a file, as it was read; nothing is written for nothing. */
export function material(text: string, most = LONGEST): string {
  return text.trim() === '' ? 'None.' : quoted(clipped(text, most));
}

const LONGEST = 300_000;

/** What claude-mem found. */
export function memoryText(found: string): string {
  return material(found, 20_000);
}

/** Why a step is done again. */
interface StepFeedback {
  readonly from: 'GATE-1' | 'GATE-2' | 'GATE-3' | 'GATE-4' | 'test-result' | 'missing' | 'merge' | 'role' | 'person';
  readonly lines: readonly string[];
}

const MOST_LINES = 100;
const LONGEST_LINE = 4000;

function stepFeedbackText(feedback: StepFeedback | null): string {
  if (feedback === null) return 'None: this step is done for the first time.';
  const { from, lines } = feedback;
  if (lines.length === 0) return `${WHY[from]}.`;
  return `${WHY[from]}:\n\n${linesText(lines)}`;
}

export function linesText(lines: readonly string[]): string {
  const shown = quotedList(lines.slice(0, MOST_LINES).map((line) => clipped(line, LONGEST_LINE)));
  return lines.length > MOST_LINES ? `${shown}\n\nand ${lines.length - MOST_LINES} more.` : shown;
}

const WHY: Readonly<Record<StepFeedback['from'], string>> = {
  'GATE-1': 'Orchestral checked the tests and does not let the implementation begin (GATE-1)',
  'GATE-2': 'Orchestral ran the tests itself, and they do not bear the work out (GATE-2)',
  'GATE-3': 'The implementation changed what it may not change (GATE-3)',
  'GATE-4': 'The work breaks the design (GATE-4)',
  'test-result': 'QA verified the work and sent it back',
  missing: 'What this step had made is gone or cannot be used, so it has to be made again',
  merge: 'The plan does not fit the project',
  role: 'This step changed files that are not its to change, and was not taken. Leave these as they are',
  person: 'The person who asked for the work does not allow this',
};
