import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import { TaskTable } from './task-table.tsx';
import type { ApiGraph, Task } from './task-state.ts';

const COLUMNS = ['held', 'ready', 'in_progress', 'failed', 'blocked', 'pending', 'completed'] as const;

/** The tasks by how they stand; those that a person holds up come first. */
export function Board({
  graph,
  tasks,
  chosen,
  onChoose,
}: {
  graph: ApiGraph;
  tasks: readonly Task[];
  chosen: string | null;
  onChoose: (task: string) => void;
}) {
  const { auto: words } = useWords();
  return (
    <div className={styles.board} tabIndex={0}>
      {COLUMNS.map((status) => {
        const here = tasks.filter((task) => columnOf(task, graph) === status);
        if (status === 'held' && here.length === 0) return null;
        return (
          <section key={status} className={styles.column}>
            <h2>
              {status === 'held' ? words.held : words.status[status]} <span className={styles.meta}>{here.length}</span>
            </h2>
            <div className={styles.cards}>
              {here.length > 0 && <TaskTable graph={graph} tasks={here} chosen={chosen} onChoose={onChoose} />}
            </div>
          </section>
        );
      })}
    </div>
  );
}

function columnOf(task: Task, { held }: ApiGraph): (typeof COLUMNS)[number] {
  return held.includes(task.id) ? 'held' : task.status;
}
