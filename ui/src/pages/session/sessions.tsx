import { Link } from 'wouter';
import { OfProject } from '../../frame/of-project.tsx';
import { Page } from '../../frame/page.tsx';
import { useRowKeys } from '../../keyboard/use-row-keys.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import table from '../table.module.css';
import { sessionState } from './session-state.ts';

/** The sessions of the chosen project. */
export function Sessions() {
  const { sessions: words } = useWords();
  return <OfProject title={words.title}>{(project) => <SessionsOf project={project} />}</OfProject>;
}

function SessionsOf({ project }: { project: string }) {
  const { sessions: words, steps, language } = useWords();
  const { data, error, refetch } = useAnswer('sessions.list', { params: { project } });
  const isEmpty = data?.length === 0;
  const { list } = useRowKeys(words.title);
  return (
    <Page crumbs={[{ label: words.title }]}>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && !isEmpty && <Loading />}
      {isEmpty && (
        <Empty command={'orchestral session "…"'} starts>
          {words.none}
        </Empty>
      )}
      {data !== undefined && data.length > 0 && (
        <table ref={list} className={table.table}>
          <tbody>
            {data.map((session) => (
              <tr key={session.hash}>
                <td>
                  <StateMark state={sessionState(session)} label={steps[session.stage] ?? session.stage} />
                </td>
                <td>
                  <Link href={`/sessions/${project}/${session.hash}`} className={table.main}>
                    {session.request}
                  </Link>
                  <div className={table.meta}>{session.branch}</div>
                </td>
                <td className={table.meta}>{whenTime(session.updated_at, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  );
}
