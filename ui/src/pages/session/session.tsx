import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { BranchChip } from '../../frame/branch-chip.tsx';
import { Page } from '../../frame/page.tsx';
import { useIsNarrow } from '../../frame/use-is-narrow.ts';
import { usePutSearch } from '../../frame/use-put-search.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { useProjectName } from '../../server/projects.ts';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import { PullRequestPanel } from '../../work/pull-request-panel.tsx';
import { ContractView } from './contract-view.tsx';
import { SessionActions } from './session-actions.tsx';
import { sessionState } from './session-state.ts';
import { SessionSteps } from './session-steps.tsx';
import { SessionSummary } from './session-summary.tsx';
import { TaskTree } from './task-tree.tsx';
import styles from './session.module.css';

/** A session: its tasks and subtasks with their gates, and its contracts. */
export function Session({ project, session }: { project: string; session: string }) {
  const { sessions: words, frame, steps, question } = useWords();
  const [search] = useSearchParams();
  const put = usePutSearch();
  const isNarrow = useIsNarrow();
  const wanted = search.get('tab') ?? 'tasks';
  // Where there is room the log stands below the steps.
  const tab = wanted === 'log' && !isNarrow ? 'steps' : wanted;
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
      {data !== undefined && <SessionSummary session={data} />}
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
        <Tabs value={tab} onChange={(value) => put('tab', value)} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="tasks">{words.tabs.tasks}</Tabs.Tab>
            <Tabs.Tab value="steps">{words.tabs.steps}</Tabs.Tab>
            {isNarrow && <Tabs.Tab value="log">{words.tabs.log}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="tasks">
            <div className={styles.columns}>
              <section>
                <h2>{words.tasks}</h2>
                {data.tasks.length === 0 && <Empty>{words.noTasks}</Empty>}
                {data.tasks.map((task) => (
                  <TaskTree key={task.id} task={task} />
                ))}
              </section>
              <section>
                <h2>{words.contracts}</h2>
                {data.contracts.length === 0 && <Empty>{words.noContracts}</Empty>}
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
          </Tabs.Panel>
          <Tabs.Panel value="steps">
            <SessionSteps project={project} session={session} shows={isNarrow ? 'strip' : 'both'} />
          </Tabs.Panel>
          <Tabs.Panel value="log">
            <SessionSteps project={project} session={session} shows="log" />
          </Tabs.Panel>
        </Tabs>
      )}
    </Page>
  );
}
