import { useSearchParams } from 'wouter';
import type { Stage } from '../../../../src/schema/api/runs.ts';
import { Log } from '../../log/log.tsx';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { chosenStep, StepMark, StepStrip } from '../../work/step-strip.tsx';
import { useWords } from '../../words/words.tsx';
import { Documents } from './documents.tsx';
import styles from './run.module.css';

interface StagesProps {
  readonly project: string;
  readonly run: string;
  /** On a phone strip and log are two tabs: choosing a stage opens its log. */
  readonly shows: 'both' | 'strip' | 'log';
}

/** What is done once for each round; the rest has no number. */
const IN_ROUNDS: ReadonlySet<Stage['step']> = new Set<Stage['step']>(['build', 'verify', 'test', 'gate', 'pack']);

/** The strip of stages; below it the log of the chosen one beside the documents. */
export function Stages({ project, run, shows }: StagesProps) {
  const { runs: words } = useWords();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer('runs.stages', { params: { project, run } });
  const choose = (effect: string): void =>
    setSearch({ tab: shows === 'both' ? 'stages' : 'log', stage: effect }, { replace: shows === 'both' });
  const nameOf = ({ step, round }: Stage): string =>
    IN_ROUNDS.has(step) ? words.stageOfRound(words.stages[step], round) : words.stages[step];
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  const chosen = chosenStep(data, search.get('stage'));
  if (chosen === undefined) return <Empty>{words.noStages}</Empty>;
  return (
    <>
      {shows !== 'log' && (
        <StepStrip title={words.tabs.stages} steps={data} chosen={chosen} nameOf={nameOf} onChoose={choose} />
      )}
      <div className={styles.columns}>
        {shows !== 'strip' && (
          <div className={styles.logColumn}>
            {shows === 'log' && (
              <p className={styles.stageTitle}>
                <StepMark step={chosen} name={nameOf(chosen)} />
              </p>
            )}
            <Log key={chosen.effect} project={project} effect={chosen.effect} />
          </div>
        )}
        {shows !== 'log' && <Documents project={project} run={run} />}
      </div>
    </>
  );
}
