import { Button } from '@mantine/core';
import { useState } from 'react';
import { OfProject } from '../../frame/of-project.tsx';
import { Page } from '../../frame/page.tsx';
import { useIsOffline } from '../../live/live.tsx';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { size } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';

/** Which folder and branch belongs to whom, and what cleaning would remove. */
export function Worktrees() {
  const { worktrees: words } = useWords();
  return <OfProject title={words.title}>{(project, name) => <WorktreesOf project={project} name={name} />}</OfProject>;
}

function WorktreesOf({ project, name }: { project: string; name: string }) {
  const { worktrees: words } = useWords();
  const isOffline = useIsOffline();
  const [asks, setAsks] = useState(false);
  const { data, error, refetch } = useAnswer('worktrees.list', { params: { project } });
  const clean = useChange('worktrees.clean');
  const removed = data?.leavings.filter(({ fate }) => fate === 'removed') ?? [];
  return (
    <Page
      crumbs={[{ label: name }, { label: words.title }]}
      action={
        removed.length > 0 && (
          <Button
            variant="default"
            size="compact-md"
            disabled={isOffline}
            loading={clean.isPending}
            onClick={() => setAsks(true)}
          >
            {words.clean(removed.length)}
          </Button>
        )
      }
    >
      {data === undefined && (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          <table className={table.table}>
            <thead>
              <tr>
                {Object.values(words.columns).map((column) => (
                  <th key={column}>{column}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.worktrees.map((tree) => (
                <tr key={tree.folder}>
                  <td>
                    <code>{tree.folder}</code>
                  </td>
                  <td data-label={words.columns.branch}>{tree.branch ?? '–'}</td>
                  <td data-label={words.columns.owner}>
                    {tree.is_main
                      ? words.yours
                      : tree.owner === null
                        ? '–'
                        : [tree.owner.id, tree.owner.task].filter(Boolean).join(' · ')}
                  </td>
                  <td data-label={words.columns.size} className={table.number}>
                    {tree.bytes === null ? '–' : size(tree.bytes)}
                  </td>
                  <td data-label={words.columns.clean}>
                    {words.fate[tree.clean]}
                    {tree.why !== null && <div className={table.meta}>{tree.why}</div>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <section className={table.section}>
            <h2>{words.leavings}</h2>
            {data.leavings.length === 0 && <Empty>{words.nothing}</Empty>}
            {data.leavings.map(({ kind, name: left, fate, why }) => (
              <p key={`${kind} ${left}`}>
                {words.leaving[fate]}: {words.kinds[kind] ?? kind} <code>{left}</code>{' '}
                {why !== null && <span className={table.meta}>{why}</span>}
              </p>
            ))}
          </section>
        </>
      )}
      {asks && data !== undefined && (
        <Confirm
          question={words.sure(removed.length)}
          yes={words.clean(removed.length)}
          onYes={() => clean.mutate({ params: { project }, body: { seen: data.seen, runs: [] } })}
          onClose={() => setAsks(false)}
        />
      )}
    </Page>
  );
}
