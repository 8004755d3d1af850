import { Button, Checkbox, SegmentedControl, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { OfProject } from '../../frame/of-project.tsx';
import { Page } from '../../frame/page.tsx';
import { useIsOffline } from '../../live/live.tsx';
import { useProjects } from '../../server/projects.ts';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './new.module.css';
import { Preview } from './preview.tsx';

/** Starts a run, a session or the list of tasks, after showing what that means. */
export function New() {
  const { start: words } = useWords();
  return <OfProject title={words.title}>{(project) => <StartForm key={project} project={project} />}</OfProject>;
}

function StartForm({ project }: { project: string }) {
  const { start: words } = useWords();
  const [, navigate] = useLocation();
  const isOffline = useIsOffline();
  const { projects, choose } = useProjects();
  const [kind, setKind] = useState('run');
  const [text, setText] = useState('');
  const [base, setBase] = useState<string | null>(null);
  const [trusts, setTrusts] = useState(false);
  const { data, error: unread, refetch } = useAnswer('project.preview', { params: { project } });
  const run = useChange('runs.start', { quiet: true, onDone: ({ id }) => navigate(`/runs/${project}/${id}`) });
  const session = useChange('sessions.start', {
    quiet: true,
    onDone: ({ id }) => navigate(`/sessions/${project}/${id}`),
  });
  const auto = useChange('auto.start', { quiet: true, onDone: () => navigate(`/auto/${project}/graph`) });
  const needsTrust = data !== undefined && !data.trust.is_trusted && data.trust.commands.length > 0;
  const trusted = needsTrust && trusts ? { trusted: data.trust.sha256 } : {};
  const begin = (): void => {
    if (kind === 'run')
      run.mutate({ params: { project }, body: { briefing: text, ...(base !== null && { base }), ...trusted } });
    else if (kind === 'session') session.mutate({ params: { project }, body: { request: text, ...trusted } });
    else auto.mutate({ params: { project }, body: trusted });
  };
  const error = run.error ?? session.error ?? auto.error;
  const isReady =
    data !== undefined && (kind === 'auto' ? data.tasks !== null : text.trim() !== '') && (!needsTrust || trusts);
  return (
    <Page crumbs={[{ label: words.title }]}>
      <div className={styles.form}>
        <Select
          label={words.project}
          data={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={project}
          onChange={(value) => value !== null && choose(value)}
          allowDeselect={false}
        />
        <SegmentedControl
          aria-label={words.kind}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'run', label: words.kinds.run },
            { value: 'session', label: words.kinds.session },
            { value: 'auto', label: words.kinds.auto },
          ]}
          transitionDuration={0}
        />
        {kind !== 'auto' && (
          <Textarea
            label={kind === 'run' ? words.briefing : words.request}
            autosize
            minRows={5}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {kind === 'run' && data !== undefined && data.branches.length > 0 && (
          <Select label={words.base} data={data.branches} value={base ?? data.branch} onChange={setBase} />
        )}
        {kind === 'auto' && data !== undefined && (
          <p>{data.tasks === null ? words.noTasks : words.tasks(data.tasks.file, data.tasks.done, data.tasks.total)}</p>
        )}
        <section className={styles.preview}>
          {data !== undefined ? (
            <Preview preview={data} />
          ) : unread === null ? (
            <Loading rows={4} />
          ) : (
            <Problem error={unread} retry={() => void refetch()} />
          )}
          {needsTrust && (
            <Checkbox
              label={words.trust}
              checked={trusts}
              onChange={(event) => setTrusts(event.currentTarget.checked)}
            />
          )}
        </section>
        {error !== null && <Problem error={error} />}
        <Button
          className={styles.go}
          disabled={!isReady || isOffline}
          loading={run.isPending || session.isPending || auto.isPending}
          onClick={begin}
        >
          {words.begin}
        </Button>
      </div>
    </Page>
  );
}
