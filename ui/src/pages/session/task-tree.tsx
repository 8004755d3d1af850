import { StateMark } from '../../marks/state-mark.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import type { ApiSession } from './session-state.ts';
import styles from './session.module.css';

/** A task and its subtasks, each with its gates and their proofs. */
export function TaskTree({ task }: { task: ApiSession['tasks'][number] }) {
  const { steps, runs } = useWords();
  return (
    <div className={styles.task}>
      <h3>
        {task.id} {task.name}
      </h3>
      {task.subtasks.map((subtask) => (
        <div key={subtask.id} className={styles.subtask}>
          <StateMark
            state={
              subtask.status === 'failed'
                ? 'failed'
                : subtask.status === 'in_progress'
                  ? 'running'
                  : subtask.status === 'completed'
                    ? 'ready'
                    : 'pending'
            }
            label={steps[subtask.phase] ?? subtask.phase}
          />
          <div>
            {subtask.id} {subtask.name}
            {subtask.gates.map(({ gate, state, proof }) => (
              <div key={gate} className={styles.gate}>
                <StateMark
                  state={
                    state === 'failed'
                      ? 'failed'
                      : state === 'pending'
                        ? 'pending'
                        : proof?.tree == null
                          ? 'ready'
                          : 'done'
                  }
                  label={proof?.tree == null ? gate : `${gate} ${runs.measuredOn(short(proof.tree))}`}
                />
                <span>{proof?.lines.join(' · ')}</span>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
