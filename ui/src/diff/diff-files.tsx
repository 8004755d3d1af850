import { useState } from 'react';
import { useAnswer } from '../server/queries.ts';
import { Empty } from '../states/empty.tsx';
import { Loading } from '../states/loading.tsx';
import { Problem } from '../states/problem.tsx';
import { Counts } from './counts.tsx';
import styles from './diff.module.css';
import { FileDiffView } from './file-diff-view.tsx';

interface DiffFilesProps {
  readonly project: string;
  readonly run: string;
  readonly from: string;
  readonly to: string;
  readonly empty: string;
}

/** The files that differ between two rounds of a run, each closed until it is opened. */
export function DiffFiles({ project, run, from, to, empty }: DiffFilesProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { data, error } = useAnswer('runs.diff', { params: { project, run }, query: { from, to } });
  if (data === undefined) return error === null ? <Loading rows={3} /> : <Problem error={error} />;
  if (data.files.length === 0) return <Empty>{empty}</Empty>;
  return (
    <ul className={styles.files}>
      {data.files.map((file) => (
        <li key={file.path}>
          <button
            type="button"
            className={styles.file}
            aria-expanded={open === file.path}
            onClick={() => setOpen(open === file.path ? null : file.path)}
          >
            <code>{file.path}</code> <Counts file={file} />
          </button>
          {open === file.path && (
            <div className={styles.opened}>
              <OneFile project={project} run={run} from={from} to={to} path={file.path} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function OneFile({ project, run, from, to, path }: Omit<DiffFilesProps, 'empty'> & { path: string }) {
  const { data, error } = useAnswer('runs.fileDiff', { params: { project, run }, query: { from, to, path } });
  if (data === undefined) return error === null ? <Loading rows={4} /> : <Problem error={error} />;
  return <FileDiffView diff={data} />;
}
