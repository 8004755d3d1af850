import { collectTasks } from './collect-tasks.ts';

/**
 * A copy of the file in which the task's `[ ]` is `[x]`: one byte differs, whatever the others are. Null: there is no such
 * task, more than one, or no empty checkbox.
 */
export function tick(content: Buffer, id: string): Buffer | null {
  // Damaged characters are replaced for reading; line ends, brackets and ids are single bytes and keep their place.
  const { tasks } = collectTasks(new TextDecoder('utf-8').decode(content));
  const [task, another] = tasks.filter(({ begin }) => begin.id === id);
  if (task === undefined || another !== undefined || task.begin.isTicked !== false) return null;
  const box = content.indexOf('[ ]', startOfLine(content, task.line), 'latin1');
  if (box === -1) return null;
  const ticked = Buffer.from(content);
  ticked[box + 1] = TICK;
  return ticked;
}

const [TICK, LINE_FEED, CARRIAGE_RETURN] = [0x78, 0x0a, 0x0d];

function startOfLine(content: Buffer, line: number): number {
  let at = 0;
  for (let current = 1; current < line && at < content.length; at++) {
    const isEnd = content[at] === LINE_FEED || (content[at] === CARRIAGE_RETURN && content[at + 1] !== LINE_FEED);
    if (isEnd) current += 1;
  }
  return at;
}
