import { useState } from 'react';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './run.module.css';

/** What the stages wrote, and whose words they are. */
export function Documents({ project, run }: { project: string; run: string }) {
  const { runs: words } = useWords();
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refetch } = useAnswer('runs.documents', { params: { project, run } });
  return (
    <section className={styles.documents}>
      <h2>{words.documents}</h2>
      {data === undefined &&
        (error === null ? <Loading rows={3} /> : <Problem error={error} retry={() => void refetch()} />)}
      {data?.length === 0 && <Empty>{words.noDocuments}</Empty>}
      {data?.map(({ document, path, by }) => (
        <div key={document} className={styles.document}>
          <button
            type="button"
            className={styles.documentName}
            aria-expanded={open === document}
            onClick={() => setOpen(open === document ? null : document)}
          >
            <code>{path}</code> <span className={styles.by}>{words.by[by]}</span>
          </button>
          {open === document && <Text project={project} run={run} document={document} />}
        </div>
      ))}
    </section>
  );
}

function Text({ project, run, document }: { project: string; run: string; document: string }) {
  const { runs: words } = useWords();
  const { data, error, refetch } = useAnswer('runs.document', { params: { project, run, document } });
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <Problem error={error} retry={() => void refetch()} />;
  return (
    <>
      <pre className={styles.documentText} tabIndex={0}>
        {data.text}
      </pre>
      {data.is_cut && <p className={styles.by}>{words.cutDocument}</p>}
    </>
  );
}
