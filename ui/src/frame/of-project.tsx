import type { ReactNode } from 'react';
import { useProjects } from '../server/projects.ts';
import { Empty } from '../states/empty.tsx';
import { Loading } from '../states/loading.tsx';
import { Problem } from '../states/problem.tsx';
import { useWords } from '../words/words.tsx';
import { Page } from './page.tsx';

interface OfProjectProps {
  readonly title: string;
  readonly children: (project: string, name: string) => ReactNode;
}

/** A page about the chosen project; one of the same frame says that there is none, or why that cannot be told. */
export function OfProject({ title, children }: OfProjectProps) {
  const { chosen, name } = useProjects();
  if (chosen !== null) return children(chosen, name);
  return (
    <Page crumbs={[{ label: title }]}>
      <NoProject />
    </Page>
  );
}

/** Where there is no project to speak of. */
export function NoProject() {
  const { start } = useWords();
  const { isKnown, error, retry } = useProjects();
  if (isKnown) return <Empty command="orchestral init">{start.noProject}</Empty>;
  return error === null ? <Loading /> : <Problem error={error} retry={retry} />;
}
