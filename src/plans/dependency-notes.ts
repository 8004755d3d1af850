import { parseLabel } from './labels.ts';
import { parseMentions, type TaskMention } from './task-mentions.ts';

/** What a table or a sentence outside of the tasks says about their order. */
export interface DependencyNote {
  readonly line: number;
  readonly tasks: readonly TaskMention[];
  readonly needs: readonly TaskMention[];
}

/** `T008 blocks T009, T015`, `Tests (T004-T007) before code (T008)`, `T1.1 → T1.2 → T1.3`, `T1.2 depends on T1.1`. */
export function notesInSentence(text: string, line: number): DependencyNote[] {
  const steps = text.split(IN_ORDER);
  if (steps.length > 1) return steps.slice(1).flatMap((step, index) => noteOf(line, step, steps[index]));
  const [tasks, needs] = text.split(DEPENDS);
  return noteOf(line, tasks, needs);
}

const IN_ORDER = /\s(?:blocks?|before|precedes?)\s|\s*(?:→|->|=>)\s*/i;
const DEPENDS = /\s(?:depends? on|needs?|requires?|after|(?:is|are) blocked by)\s/i;

/** Rows of a table with a column of dependencies; the tasks are named in the first column that is not it. */
export function notesInTable(lines: readonly string[], line: number): DependencyNote[] {
  const [header = '', rule = '', ...rows] = lines;
  if (!/^\|?[\s:|-]*-[\s:|-]*$/.test(rule) || !rule.includes('|')) return [];
  const needs = cellsOf(header).findIndex((cell) => parseLabel(`${cell}:`)?.label === 'needs');
  if (needs === -1) return [];
  return rows.flatMap((row, index) => {
    const cells = cellsOf(row);
    const task = cells.find((cell, column) => column !== needs && isTask(parseMentions(cell)));
    return noteOf(line + 2 + index, task, cells[needs]);
  });
}

function noteOf(line: number, tasks = '', needs = ''): DependencyNote[] {
  const note = { line, tasks: parseMentions(tasks), needs: parseMentions(needs) };
  return note.tasks.length > 0 && note.needs.length > 0 ? [note] : [];
}

function isTask([first]: readonly TaskMention[]): boolean {
  return first !== undefined && first.kind !== 'unknown';
}

function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
}
