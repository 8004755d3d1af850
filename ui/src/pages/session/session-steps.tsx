import { useSearchParams } from 'wouter';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { Log } from '../../log/log.tsx';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { chosenStep, StepMark, StepStrip } from '../../work/step-strip.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './session.module.css';

type SessionStep = AnswerOf<'sessions.steps'>[number];

interface SessionStepsProps {
  readonly project: string;
  readonly session: string;
  /** On a phone strip and log are two tabs: choosing a step opens its log. */
  readonly shows: 'both' | 'strip' | 'log';
}

/** Every step of every subtask, and the log of the chosen one. */
export function SessionSteps({ project, session, shows }: SessionStepsProps) {
  const { runs, sessions: words } = useWords();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer('sessions.steps', { params: { project, session } });
  const choose = (effect: string): void =>
    setSearch({ tab: shows === 'both' ? 'steps' : 'log', step: effect }, { replace: shows === 'both' });
  const nameOf = ({ step, part }: SessionStep): string => {
    const name = words.steps[step] ?? step;
    return part === null ? name : words.stepOf(name, part);
  };
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const chosen = chosenStep(data, search.get('step'));
  if (chosen === undefined) return <Empty>{runs.noStages}</Empty>;
  return (
    <>
      {shows !== 'log' && (
        <StepStrip title={words.tabs.steps} steps={data} chosen={chosen} nameOf={nameOf} onChoose={choose} />
      )}
      {shows !== 'strip' && (
        <div className={styles.log}>
          {shows === 'log' && <StepMark step={chosen} name={nameOf(chosen)} />}
          <Log key={chosen.effect} project={project} effect={chosen.effect} />
        </div>
      )}
    </>
  );
}
