import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { BranchChip } from '../../frame/branch-chip.tsx';
import { Page } from '../../frame/page.tsx';
import { Confirm } from '../../states/confirm.tsx';
import { StateMark } from '../../marks/state-mark.tsx';
import { useIsOffline } from '../../live/live.tsx';
import { useProjectName } from '../../server/projects.ts';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import { RunQuestion } from '../question/run-question.tsx';
import { Rounds } from './rounds.tsx';
import { runState } from './run-state.ts';
import { RunSummary } from './run-summary.tsx';
import styles from './run.module.css';
import { Stages } from './stages.tsx';

/** One run: its stages with their logs, and its rounds. */
export function Run({ project, run }: { project: string; run: string }) {
  const { runs: words, frame, steps } = useWords();
  const name = useProjectName(project);
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const isOffline = useIsOffline();
  const [isStopping, setIsStopping] = useState(false);
  const params = { project, run };
  const { data, error, refetch } = useAnswer('runs.read', { params });
  const stop = useChange('runs.stop');
  const resume = useChange('runs.resume');
  const apply = useChange('runs.apply');
  const tab = search.get('tab') ?? 'stages';
  const action =
    data === undefined ? null : data.can.review ? (
      <Button size="compact-md" onClick={() => navigate(`/runs/${project}/${run}/review`)}>
        {words.review}
      </Button>
    ) : data.can.apply ? (
      <Button
        size="compact-md"
        disabled={isOffline}
        loading={apply.isPending}
        onClick={() => apply.mutate({ params, body: {} })}
      >
        {words.apply}
      </Button>
    ) : data.can.resume ? (
      <Button
        size="compact-md"
        disabled={isOffline}
        loading={resume.isPending}
        onClick={() => resume.mutate({ params, body: {} })}
      >
        {words.resume}
      </Button>
    ) : null;
  return (
    <Page
      crumbs={[{ label: name }, { label: frame.runs, href: '/runs' }, { label: data?.title ?? run }]}
      beside={
        data !== undefined && (
          <>
            <StateMark state={runState(data.phase, data.conductor !== null)} label={steps[data.step] ?? data.step} />
            {data.branch !== null && <BranchChip branch={data.branch} worktree={data.worktree} />}
          </>
        )
      }
      action={
        <>
          {data?.can.stop === true && (
            <Button variant="default" size="compact-md" disabled={isOffline} onClick={() => setIsStopping(true)}>
              {words.stop}
            </Button>
          )}
          {action}
        </>
      }
    >
      {data === undefined &&
        (error === null ? <Loading rows={8} /> : <Problem error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          <RunSummary run={data} />
          {data.question !== null && (
            <section className={styles.question}>
              <RunQuestion project={project} run={run} crp={data.question.crp_id} />
            </section>
          )}
          <Tabs
            value={tab}
            onChange={(value) => setSearch({ tab: value ?? 'stages' }, { replace: true })}
            keepMounted={false}
          >
            <Tabs.List>
              <Tabs.Tab value="stages">{words.tabs.stages}</Tabs.Tab>
              <Tabs.Tab value="rounds">{words.tabs.rounds}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="stages">
              <Stages project={project} run={run} />
            </Tabs.Panel>
            <Tabs.Panel value="rounds">
              <Rounds project={project} run={run} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
      {isStopping && (
        <Confirm
          question={words.stopSure}
          yes={words.stop}
          onYes={() => stop.mutate({ params, body: {} })}
          onClose={() => setIsStopping(false)}
        />
      )}
    </Page>
  );
}
