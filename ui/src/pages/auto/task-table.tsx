import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { StateMark } from '../../marks/state-mark.tsx';
import { Empty } from '../../states/empty.tsx';
import { duration } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import { taskState, type Task, type ApiGraph } from './task-state.ts';

interface TaskTableProps {
  readonly graph: ApiGraph;
  readonly tasks: readonly Task[];
  readonly chosen: string | null;
  readonly onChoose: (task: string) => void;
}

/** All tasks as rows; only those in view are drawn. */
export function TaskTable({ graph, tasks, chosen, onChoose }: TaskTableProps) {
  const { auto: words, home, states } = useWords();
  const treeLabel = (task: Task, { trees }: ApiGraph) => {
    const state = taskState(task, graph);
    const tree = trees[task.id];
    return state === 'done' && tree !== undefined ? words.doneOn(states.done, tree.slice(0, 7)) : states[state];
  };
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => box.current,
    estimateSize: () => 44,
    overscan: 10,
  });
  const at = tasks.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    if (at !== -1) rows.scrollToIndex(at);
  }, [at, rows]);
  if (tasks.length === 0) return <Empty>{words.noneMatches}</Empty>;
  return (
    <div ref={box} className={styles.scroll}>
      <ul className={styles.rows} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const task = tasks[index];
          return task === undefined ? null : (
            <li key={key} className={styles.row} style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                className={styles.rowButton}
                aria-pressed={chosen === task.id}
                onClick={() => onChoose(task.id)}
              >
                <StateMark state={taskState(task, graph)} label={treeLabel(task, graph)} />
                <b>{task.id}</b>
                <span className={styles.title}>{task.title}</span>
                <span className={styles.meta}>{words.phase(task.phase)}</span>
                <span className={styles.meta}>
                  {task.attempts > 0 ? `${words.columns.attempts}: ${task.attempts}` : ''}
                </span>
                <span className={styles.meta}>{task.seconds > 0 ? duration(task.seconds * 1000, home.units) : ''}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
