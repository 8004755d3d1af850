import type { ShownSession } from '../../engine/door/sessions.ts';
import type { Context } from '../context.ts';
import { formatTime } from '../../i18n/format.ts';
import { oneLine } from '../terminal/one-line.ts';
import { fit, padTo, widthOf } from '../terminal/width.ts';

const LEAST_WIDTH = 55;

/** The list of sessions to choose from: every line as wide as the others, and no wider than the terminal if that has room. */
export function sessionBox(
  sessions: readonly ShownSession[],
  { words, columns }: Pick<Context, 'words' | 'columns'>,
): string[] {
  const { title, choose } = words.sessionBox;
  const rows = sessions.flatMap((one, place) => [...entryOf(one, place + 1, words), '']);
  const longest = Math.max(...[title, ...rows, choose].map(widthOf)) + 4;
  const width = Math.max(LEAST_WIDTH, Math.min(longest, columns));
  const line = (text: string) => `│ ${padTo(fit(text, width - 4), width - 4)} │`;
  const rule = '─'.repeat(width - 2);
  return [`┌${rule}┐`, line(title), `├${rule}┤`, ...rows.map(line), line(choose), `└${rule}┘`];
}

function entryOf({ session, state }: ShownSession, number: number, words: Context['words']): string[] {
  const icon = icons[session.status];
  return [
    `[${number}] ${oneLine(session.project.name)}`,
    `    ${words.sessionBox.request} ${oneLine(state?.request.original_request ?? words.status.noRequest)}`,
    `    ${whereOf(session.current_task, state)} ${icon}`,
    `    ${formatTime(session.updated_at)}`,
  ];
}

/** `T2 > S1 Service (implementation)`; before there are tasks, what is done instead. */
function whereOf(current: string, state: ShownSession['state']): string {
  const task = state?.tasks[current];
  const subtask = task?.subtasks[task.current_subtask];
  if (task === undefined || subtask === undefined) return `${current} (${state?.request.global_phase ?? '?'})`;
  const id = task.current_subtask.slice(current.length + 1);
  return `${current} > ${id} ${oneLine(subtask.name)} (${subtask.phase})`;
}

const icons: Record<ShownSession['session']['status'], string> = { active: '🔄', completed: '✅', stopped: '⏹' };
