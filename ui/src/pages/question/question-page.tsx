import { Page } from '../../frame/page.tsx';
import { useProjectName } from '../../server/projects.ts';
import { useWords } from '../../words/words.tsx';
import { HeldWork } from './held-work.tsx';
import { RunQuestion } from './run-question.tsx';

/** A question on a page of its own: `run:crp` of a run, else the id of held work. */
export function QuestionPage({ project, id }: { project: string; id: string }) {
  const { question } = useWords();
  const name = useProjectName(project);
  const [run = '', crp] = decodeURIComponent(id).split(':');
  const isOfRun = crp !== undefined && run.startsWith('run-');
  return (
    <Page
      crumbs={[
        { label: name },
        isOfRun ? { label: run, href: `/runs/${project}/${run}` } : { label: question.held },
        { label: isOfRun ? crp : decodeURIComponent(id) },
      ]}
    >
      {isOfRun ? (
        <RunQuestion project={project} run={run} crp={crp} />
      ) : (
        <HeldWork project={project} id={decodeURIComponent(id)} />
      )}
    </Page>
  );
}
