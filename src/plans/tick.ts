import { type CollectedTask, collectTasks } from './collect-tasks.ts';

/**
 * A copy of the file in which the `[ ]` of these tasks is `[x]`: one byte of each differs, whatever the others are. Left as it is:
 * a task that is not there, or more than once, or without an empty checkbox. Null: nothing differs.
 */
export function tick(content: Buffer, ids: readonly string[]): Buffer | null {
  // Damaged characters are replaced for reading; line ends, brackets and ids are single bytes and keep their place.
  const { tasks } = collectTasks(new TextDecoder('utf-8').decode(content));
  const wanted = new Set(ids);
  const found = new Map<string, CollectedTask[]>();
  for (const task of tasks) {
    const { id } = task.begin;
    if (wanted.has(id)) found.set(id, [...(found.get(id) ?? []), task]);
  }
  let ticked: Buffer | null = null;
  for (const [task, another] of found.values()) {
    if (task === undefined || another !== undefined || task.begin.isTicked !== false) continue;
    const box = content.indexOf('[ ]', startOfLine(content, task.line), 'latin1');
    if (box === -1) continue;
    ticked ??= Buffer.from(content);
    ticked[box + 1] = TICK;
  }
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
