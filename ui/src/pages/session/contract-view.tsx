import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useAnswer } from '../../server/queries.ts';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './session.module.css';

/** A contract as headings and lists; its text is a click away. */
export function ContractView({ project, session, contract }: { project: string; session: string; contract: string }) {
  const { sessions: words } = useWords();
  const [isRaw, setIsRaw] = useState(false);
  const { data, error, refetch } = useAnswer('sessions.contract', { params: { project, session, contract } });
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <Problem error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.value}>
      <Switch size="xs" label={words.raw} checked={isRaw} onChange={(event) => setIsRaw(event.currentTarget.checked)} />
      {data.problems.map(({ path, message }) => (
        <p key={`${path} ${message}`}>
          {path}: {message}
        </p>
      ))}
      {isRaw || data.value === null ? (
        <pre className={styles.raw} tabIndex={0}>
          {data.yaml}
        </pre>
      ) : (
        <Value value={data.value} />
      )}
    </div>
  );
}

function Value({ value }: { value: unknown }) {
  if (Array.isArray(value))
    return (
      <ul className={styles.list}>
        {value.map((item: unknown, index) => (
          <li key={index}>
            <Value value={item} />
          </li>
        ))}
      </ul>
    );
  if (typeof value === 'object' && value !== null)
    return (
      <dl className={styles.fields}>
        {Object.entries(value).map(([key, item]: [string, unknown]) => (
          <div key={key}>
            <dt>{key.replaceAll('_', ' ')}</dt>
            <dd>
              <Value value={item} />
            </dd>
          </div>
        ))}
      </dl>
    );
  return <span>{String(value)}</span>;
}
