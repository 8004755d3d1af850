import { Page } from '../../frame/page.tsx';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { count, dayOf, dollars } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';
import { CostChart } from './cost-chart.tsx';
import { sumBy, type CostRow, type Sum } from './sum-costs.ts';

const GROUPS = ['day', 'workflow', 'role', 'model'] as const;

/** What calls of agents took in the last 30 days; failed ones apart. */
export function Costs() {
  const { costs: words, language } = useWords();
  const { data, error, refetch } = useAnswer('costs', {});
  return (
    <Page crumbs={[{ label: words.title }]}>
      {data === undefined && (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {data?.length === 0 && <Empty>{words.none}</Empty>}
      {data !== undefined && data.length > 0 && (
        <>
          <CostChart rows={data} />
          {GROUPS.map((group) => (
            <section key={group} className={table.section}>
              <h2>{words.by[group]}</h2>
              <table className={`${table.table} ${table.even}`}>
                <thead>
                  <tr>
                    {Object.values(words.columns).map((column) => (
                      <th key={column}>{column}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {sumsOf(data, group, words.unknown).map(({ key, cost, failed, tokens, calls }) => (
                    <tr key={key}>
                      <td>{group === 'day' ? dayOf(key, language) : key}</td>
                      <td data-label={words.columns.cost}>{dollars(cost)}</td>
                      <td data-label={words.columns.failed}>{dollars(failed)}</td>
                      <td data-label={words.columns.tokens}>{count(tokens)}</td>
                      <td data-label={words.columns.calls}>{calls}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          ))}
        </>
      )}
    </Page>
  );
}

/** Days the latest first, all else the dearest first. */
function sumsOf(rows: readonly CostRow[], group: (typeof GROUPS)[number], unknown: string): Sum[] {
  const sums = sumBy(rows, (row) => row[group] ?? unknown);
  return group === 'day' ? sums.toSorted((a, b) => b.key.localeCompare(a.key)) : sums;
}
