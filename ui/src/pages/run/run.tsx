import { Tabs } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { BranchChip } from '../../frame/branch-chip.tsx';
import { Page } from '../../frame/page.tsx';
import { useIsNarrow } from '../../frame/use-is-narrow.ts';
import { usePutSearch } from '../../frame/use-put-search.ts';
import { useProjectName } from '../../server/projects.ts';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import { BaseNotice } from '../../work/base-notice.tsx';
import { PullRequestPanel } from '../../work/pull-request-panel.tsx';
import { RunQuestion } from '../question/run-question.tsx';
import { Rounds } from './rounds.tsx';
import { RunActions } from './run-actions.tsx';
import { RunMark } from './run-mark.tsx';
import { RunSummary } from './run-summary.tsx';
import styles from './run.module.css';
import { Stages } from './stages.tsx';

/** One run: its stages with their logs, and its rounds. */
export function Run({ project, run }: { project: string; run: string }) {
  const { runs: words, frame } = useWords();
  const name = useProjectName(project);
  const [search] = useSearchParams();
  const put = usePutSearch();
  const params = { project, run };
  const { data, error, refetch } = useAnswer('runs.read', { params });
  const sync = useChange('runs.sync');
  const isNarrow = useIsNarrow();
  const wanted = search.get('tab') ?? 'stages';
  // Where there is room the log stands below the stages.
  const tab = wanted === 'log' && !isNarrow ? 'stages' : wanted;
  return (
    <Page
      crumbs={[{ label: name }, { label: frame.runs, href: '/runs' }, { label: data?.title ?? run }]}
      beside={
        data !== undefined && (
          <>
            <RunMark run={data} tree={data.work?.tree ?? null} />
            {data.branch !== null && <BranchChip branch={data.branch} worktree={data.worktree} />}
          </>
        )
      }
      action={data !== undefined && <RunActions project={project} run={data} />}
    >
      {data === undefined &&
        (error === null ? <Loading rows={8} /> : <Problem error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          <RunSummary run={data} />
          {data.can.rebase && <BaseNotice project={project} run={run} />}
          {data.pull_request !== null && (
            <PullRequestPanel
              published={data.pull_request}
              onSync={data.can.sync ? () => sync.mutate({ params, body: {} }) : null}
              isSyncing={sync.isPending || data.step === 'sync'}
            />
          )}
          {data.question !== null && (
            <section className={styles.question}>
              <RunQuestion project={project} run={run} crp={data.question.crp_id} />
            </section>
          )}
          <Tabs value={tab} onChange={(value) => put('tab', value)} keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="stages">{words.tabs.stages}</Tabs.Tab>
              {isNarrow && <Tabs.Tab value="log">{words.tabs.log}</Tabs.Tab>}
              <Tabs.Tab value="rounds">{words.tabs.rounds}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="stages">
              <Stages project={project} run={run} shows={isNarrow ? 'strip' : 'both'} />
            </Tabs.Panel>
            <Tabs.Panel value="log">
              <Stages project={project} run={run} shows="log" />
            </Tabs.Panel>
            <Tabs.Panel value="rounds">
              <Rounds project={project} run={run} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Page>
  );
}
