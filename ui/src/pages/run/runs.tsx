import { Select, TextInput } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { OfProject } from '../../frame/of-project.tsx';
import { Page } from '../../frame/page.tsx';
import { usePutSearch } from '../../frame/use-put-search.ts';
import { leaveField } from '../../keyboard/keys.ts';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { dollars, whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';
import { RunMark } from './run-mark.tsx';

const PHASES = [
  'refine',
  'build',
  'verify',
  'gate',
  'waiting_human',
  'ready_for_merge',
  'completed',
  'failed',
  'stopped',
];

/** The runs of the chosen project. */
export function Runs() {
  const { runs: words } = useWords();
  return <OfProject title={words.title}>{(project) => <RunsOf project={project} />}</OfProject>;
}

function RunsOf({ project }: { project: string }) {
  const { runs: words, steps, language } = useWords();
  const [search] = useSearchParams();
  const filter = search.get('filter') ?? '';
  const state = search.get('state');
  const { data, error, refetch } = useAnswer('runs.list', { params: { project } });
  const keep = usePutSearch();
  const rowKeys = useRowKeys(words.title);
  const rows = (data ?? []).filter(
    ({ title, run_id, phase }) =>
      (state === null || phase === state) && `${title} ${run_id}`.toLowerCase().includes(filter.toLowerCase()),
  );
  const isEmpty = data?.length === 0;
  return (
    <Page crumbs={[{ label: words.title }]}>
      <div className={table.filters}>
        <TextInput
          ref={rowKeys.filter}
          onKeyDown={leaveField}
          aria-label={words.filter}
          placeholder={words.filter}
          value={filter}
          onChange={(event) => keep('filter', event.currentTarget.value)}
        />
        <Select
          aria-label={words.state}
          placeholder={words.allStates}
          clearable
          value={state}
          onChange={(value) => keep('state', value ?? '')}
          data={PHASES.map((phase) => ({ value: phase, label: steps[phase] ?? phase }))}
        />
      </div>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && !isEmpty && <Loading />}
      {isEmpty && (
        <Empty command={'orchestral start "…"'} starts>
          {words.none}
        </Empty>
      )}
      {!isEmpty && data !== undefined && rows.length === 0 && <Empty>{words.noneMatches}</Empty>}
      {rows.length > 0 && (
        <table ref={rowKeys.list} className={table.table}>
          <thead>
            <tr>
              {Object.values(words.columns).map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((run) => (
              <tr key={run.run_id}>
                <td>
                  <RunMark run={run} tree={run.tree} />
                </td>
                <td>
                  <Link href={`/runs/${project}/${run.run_id}`} className={table.main}>
                    {run.title}
                  </Link>
                  {run.question !== null && <div className={table.meta}>{run.question}</div>}
                </td>
                <td data-label={words.columns.round}>{words.round(run.iteration, run.max_iterations)}</td>
                <td data-label={words.columns.branch} className={table.meta}>
                  {run.branch}
                </td>
                <td data-label={words.columns.cost} className={table.number}>
                  {dollars(run.cost_usd)}
                </td>
                <td data-label={words.columns.updated} className={table.meta}>
                  {whenTime(run.updated_at, language)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  );
}
