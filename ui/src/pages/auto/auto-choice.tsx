import { Link } from 'wouter';
import { Page } from '../../frame/page.tsx';
import { useProjects } from '../../server/projects.ts';
import { Empty } from '../../states/empty.tsx';
import { useWords } from '../../words/words.tsx';

/** Where no project is chosen. */
export function AutoChoice() {
  const { auto: words } = useWords();
  const { projects } = useProjects();
  const withTasks = projects.filter(({ has_auto }) => has_auto);
  return (
    <Page crumbs={[{ label: words.title }]}>
      {withTasks.length === 0 ? <Empty command="orchestral auto">{words.none}</Empty> : <p>{words.choose}</p>}
      {withTasks.map(({ id, name }) => (
        <p key={id}>
          <Link href={`/auto/${id}/graph`}>{name}</Link>
        </p>
      ))}
    </Page>
  );
}
