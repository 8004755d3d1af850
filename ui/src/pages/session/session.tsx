import { useState } from 'react';
import { Link } from 'wouter';
import { BranchChip } from '../../frame/branch-chip.tsx';
import { Page } from '../../frame/page.tsx';
import { StateMark } from '../../marks/state-mark.tsx';
import { useProjectName } from '../../server/projects.ts';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { PullRequestPanel } from '../../work/pull-request-panel.tsx';
import { ContractView } from './contract-view.tsx';
import { SessionActions } from './session-actions.tsx';
import { sessionState, type ApiSession } from './session-state.ts';
import styles from './session.module.css';

/** A session: its tasks and subtasks with their gates, and its contracts. */
export function Session({ project, session }: { project: string; session: string }) {
  const { sessions: words, frame, steps, question } = useWords();
  const name = useProjectName(project);
  const [open, setOpen] = useState<string | null>(null);
  const params = { project, session };
  const { data, error, refetch } = useAnswer('sessions.read', { params });
  const sync = useChange('sessions.sync');
  return (
    <Page
      crumbs={[{ label: name }, { label: frame.sessions, href: '/sessions' }, { label: data?.request ?? session }]}
      beside={
        data !== undefined && (
          <>
            <StateMark state={sessionState(data)} label={steps[data.stage] ?? data.stage} />
            {data.branch !== null && <BranchChip branch={data.branch} worktree={null} />}
          </>
        )
      }
      action={data !== undefined && <SessionActions project={project} session={data} />}
    >
      {data === undefined && (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {data?.question != null && (
        <p>
          <Link href={`/questions/${project}/${encodeURIComponent(data.question.about)}`}>{question.held}</Link>
        </p>
      )}
      {data !== undefined && data.pull_request !== null && (
        <PullRequestPanel
          published={data.pull_request}
          onSync={data.can.sync ? () => sync.mutate({ params, body: {} }) : null}
          isSyncing={sync.isPending || data.delivery?.at === 'sync'}
        />
      )}
      {data !== undefined && (
        <div className={styles.columns}>
          <section>
            <h2>{words.tasks}</h2>
            {data.tasks.map((task) => (
              <TaskTree key={task.id} task={task} />
            ))}
          </section>
          <section>
            <h2>{words.contracts}</h2>
            {data.contracts.map(({ contract, path, kind }) => (
              <div key={contract} className={styles.contract}>
                <button
                  type="button"
                  className={styles.contractName}
                  aria-expanded={open === contract}
                  onClick={() => setOpen(open === contract ? null : contract)}
                >
                  <span>{kind}</span> <code className={styles.path}>{path}</code>
                </button>
                {open === contract && <ContractView project={project} session={session} contract={contract} />}
              </div>
            ))}
          </section>
        </div>
      )}
    </Page>
  );
}

function TaskTree({ task }: { task: ApiSession['tasks'][number] }) {
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
