import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { Page } from '../../frame/page.tsx';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';

type Status = NonNullable<AnswerOf<'fleet'>>;

/** Nothing tells the page when a worker comes or goes. */
const LOOK_EVERY_MS = 5_000;

/** Which machines call agents, what runs where, and what waits. */
export function Fleet() {
  const { fleet: words } = useWords();
  const { data, error, refetch } = useAnswer('fleet', {}, { everyMs: LOOK_EVERY_MS });
  return (
    <Page crumbs={[{ label: words.title }]}>
      {data === undefined && (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {data === null && <Empty command="orchestral config set fleet.url redis://HOST:6379 --user">{words.unset}</Empty>}
      {data !== undefined && data !== null && <FleetStatus status={data} />}
    </Page>
  );
}

function FleetStatus({ status }: { status: Status }) {
  const { fleet: words } = useWords();
  const { workers, queues, is_paused, is_durable } = status;
  const recent = workers.reduce((sum, worker) => sum + worker.recent, 0);
  return (
    <>
      {is_paused && <p className={table.section}>{words.paused}</p>}
      {!is_durable && <p className={table.section}>{words.notDurable}</p>}
      <section className={table.section}>
        <h2>{words.queue}</h2>
        {queues.map(({ kind, label, waiting, active }) => (
          <p key={`${kind} ${label ?? ''}`}>
            {kind === 'check' && `${words.takes.check}:`} {label !== null && <code>{label}</code>}{' '}
            {words.waiting(waiting, active)}
          </p>
        ))}
        <p className={table.meta}>{words.throughput(recent)}</p>
      </section>
      <section className={table.section}>
        <h2>{words.workers}</h2>
        {workers.length === 0 ? <Empty command="orchestral worker">{words.none}</Empty> : <Workers workers={workers} />}
      </section>
    </>
  );
}

function Workers({ workers }: Pick<Status, 'workers'>) {
  const { columns, takes, states, seconds } = useWords().fleet;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {Object.values(columns).map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <tr key={worker.id}>
            <td className={table.main}>{worker.name}</td>
            <td data-label={columns.takes}>{takes[worker.takes]}</td>
            <td data-label={columns.state}>{states[worker.state]}</td>
            <td data-label={columns.load}>{`${worker.running.length}/${worker.concurrency}`}</td>
            <td data-label={columns.running}>
              {worker.running.length === 0 && '–'}
              {worker.running.map((step) => (
                <div key={step.effect}>
                  <code>{step.effect}</code> <span className={table.meta}>{seconds(step.seconds)}</span>
                </div>
              ))}
            </td>
            <td data-label={columns.version}>{worker.version}</td>
            <td data-label={columns.labels}>{worker.labels.length === 0 ? '–' : worker.labels.join(', ')}</td>
            <td data-label={columns.done}>{worker.done}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
