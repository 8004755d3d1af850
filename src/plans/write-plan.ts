import { withoutEscapes } from '../base/escapes.ts';
import { linesOf } from './markdown.ts';

/** A task to be written down. */
export interface NewTask {
  /** Conforms to `graph-task-id`. */
  readonly id: string;
  readonly title: string;
  readonly phase: number;
  readonly needs: readonly string[];
  readonly completed: boolean;
  readonly needsNoChange: boolean;
  readonly acceptance: readonly string[];
  readonly priority: string | null;
  /** Any text, of any length. */
  readonly notes: string;
}

/** A TASKS.md in the checklist dialect, of which `readPlan` makes the same graph. */
export function writePlan({ project, tasks }: { project: string | null; tasks: readonly NewTask[] }): string {
  const name = project === null ? '' : oneLine(project);
  const lines = [name === '' ? '# TASKS' : `# TASKS: ${name}`];
  let phase: number | null = null;
  for (const task of tasks) {
    if (task.phase !== phase) lines.push('', `## Phase ${task.phase}`);
    phase = task.phase;
    lines.push('', ...taskLines(task));
  }
  return `${lines.join('\n')}\n`;
}

function taskLines({ id, title, needs, completed, needsNoChange, acceptance, priority, notes }: NewTask): string[] {
  const said = [
    `deps: [${needs.join(', ')}]`,
    ...(priority === null ? [] : [`priority: ${oneLine(priority)}`]),
    ...(needsNoChange ? ['changes: none'] : []),
    ...acceptance.map((condition) => `acceptance: ${oneLine(condition)}`),
  ];
  return [
    `- [${completed ? 'x' : ' '}] ${id}: ${oneLine(title)}`.trimEnd(),
    ...said.map((line) => `  - ${line}`),
    ...(notes.trim() === '' ? [] : ['', ...fenced(notes).map((line) => (line === '' ? '' : `  ${line}`))]),
  ];
}

/** Nothing inside of a fence is a task, a label or a heading, whatever it looks like. */
function fenced(notes: string): string[] {
  const runs = [...notes.matchAll(/~{3,}/g)].map(([run]) => run.length + 1);
  const fence = '~'.repeat(runs.reduce((longest, run) => Math.max(longest, run), 3));
  return [`${fence}text`, ...linesOf(notes.trimEnd()), fence];
}

function oneLine(text: string): string {
  return withoutEscapes(text).replaceAll(/\s+/g, ' ').trim();
}
