import { useState, type ReactNode } from 'react';
import type { AnswerOf } from '../../../src/schema/api/routes.ts';
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

/** The files that differ between two rounds of a run. */
export function DiffFiles({ project, run, from, to, empty }: DiffFilesProps) {
  const { data, error } = useAnswer('runs.diff', { params: { project, run }, query: { from, to } });
  if (data === undefined) return error === null ? <Loading rows={3} /> : <Problem error={error} />;
  return (
    <FileList files={data.files} empty={empty}>
      {(path) => <OneFile project={project} run={run} from={from} to={to} path={path} />}
    </FileList>
  );
}

/** What a task changed. */
export function TaskDiff({ project, task, empty }: { project: string; task: string; empty: string }) {
  const { data, error } = useAnswer('auto.taskDiff', { params: { project, task } });
  if (data === undefined) return error === null ? <Loading rows={3} /> : <Problem error={error} />;
  return (
    <FileList files={data.files} empty={empty}>
      {(path) => <TaskFile project={project} task={task} path={path} />}
    </FileList>
  );
}

interface FileListProps {
  readonly files: AnswerOf<'runs.diff'>['files'];
  readonly empty: string;
  readonly children: (path: string) => ReactNode;
}

/** Each closed until it is opened. */
function FileList({ files, empty, children }: FileListProps) {
  const [open, setOpen] = useState<string | null>(null);
  if (files.length === 0) return <Empty>{empty}</Empty>;
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.path}>
          <button
            type="button"
            className={styles.file}
            aria-expanded={open === file.path}
            onClick={() => setOpen(open === file.path ? null : file.path)}
          >
            <code>{file.path}</code> <Counts file={file} />
          </button>
          {open === file.path && <div className={styles.opened}>{children(file.path)}</div>}
        </li>
      ))}
    </ul>
  );
}

function TaskFile({ project, task, path }: { project: string; task: string; path: string }) {
  const { data, error } = useAnswer('auto.taskFileDiff', { params: { project, task }, query: { path } });
  if (data === undefined) return error === null ? <Loading rows={4} /> : <Problem error={error} />;
  return <FileDiffView diff={data} />;
}

function OneFile({ project, run, from, to, path }: Omit<DiffFilesProps, 'empty'> & { path: string }) {
  const { data, error } = useAnswer('runs.fileDiff', { params: { project, run }, query: { from, to, path } });
  if (data === undefined) return error === null ? <Loading rows={4} /> : <Problem error={error} />;
  return <FileDiffView diff={data} />;
}
