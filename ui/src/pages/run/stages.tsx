import { useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import type { Stage } from '../../../../src/schema/api/runs.ts';
import { Log } from '../../log/log.tsx';
import { StateMark } from '../../marks/state-mark.tsx';
import type { State } from '../../marks/states.ts';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { count, dollars, duration } from '../../words/format.ts';
import { useNow } from '../../words/use-now.ts';
import { useWords } from '../../words/words.tsx';
import { Documents } from './documents.tsx';
import styles from './run.module.css';

interface StagesProps {
  readonly project: string;
  readonly run: string;
  /** On a phone strip and log are two tabs: choosing a stage opens its log. */
  readonly shows: 'both' | 'strip' | 'log';
}

/** The strip of stages; below it the log of the chosen one beside the documents. */
export function Stages({ project, run, shows }: StagesProps) {
  const { runs: words, keys } = useWords();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useAnswer('runs.stages', { params: { project, run } });
  const wanted = search.get('stage');
  const chosen =
    data?.find(({ effect }) => effect === wanted) ?? data?.findLast(({ role }) => role !== null) ?? data?.at(-1);
  const choose = (effect: string): void =>
    setSearch({ tab: shows === 'both' ? 'stages' : 'log', stage: effect }, { replace: shows === 'both' });
  const move = (by: number): void => {
    const next = data?.[data.findIndex(({ effect }) => effect === chosen?.effect) + by];
    if (next !== undefined) choose(next.effect);
  };
  useBindings(words.tabs.stages, [
    { keys: 'j', label: keys.next, run: () => move(1) },
    { keys: 'k', label: keys.previous, run: () => move(-1) },
  ]);
  if (data === undefined) return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  if (chosen === undefined) return <Empty>{words.noStages}</Empty>;
  return (
    <>
      {shows !== 'log' && (
        <ol className={styles.strip}>
          {data.map((stage) => (
            <li key={stage.effect}>
              <StageCard
                stage={stage}
                isChosen={stage.effect === chosen.effect}
                onChoose={() => choose(stage.effect)}
              />
            </li>
          ))}
        </ol>
      )}
      <div className={styles.columns}>
        {shows !== 'strip' && (
          <div className={styles.logColumn}>
            {shows === 'log' && <StageTitle stage={chosen} />}
            <Log key={chosen.effect} project={project} effect={chosen.effect} />
          </div>
        )}
        {shows !== 'log' && <Documents project={project} run={run} />}
      </div>
    </>
  );
}

function StageTitle({ stage }: { stage: Stage }) {
  return (
    <p className={styles.stageTitle}>
      <StageMark stage={stage} />
    </p>
  );
}

/** What is done once for each round; the rest has no number. */
const IN_ROUNDS: ReadonlySet<Stage['step']> = new Set<Stage['step']>(['build', 'verify', 'test', 'gate', 'pack']);

function StageMark({ stage }: { stage: Stage }) {
  const { runs: words } = useWords();
  const name = words.stages[stage.step];
  const label = IN_ROUNDS.has(stage.step) ? words.stageOfRound(name, stage.round) : name;
  return <StateMark state={stateOf(stage)} label={label} />;
}

function StageCard({ stage, isChosen, onChoose }: { stage: Stage; isChosen: boolean; onChoose: () => void }) {
  const { home, runs: words } = useWords();
  const now = useNow();
  const card = useRef<HTMLButtonElement>(null);
  // Along the strip only: the page stays where it is.
  useEffect(() => {
    const strip = card.current?.closest('ol');
    if (!isChosen || card.current === null || strip == null) return;
    const [box, whole] = [card.current.getBoundingClientRect(), strip.getBoundingClientRect()];
    if (box.left < whole.left) strip.scrollLeft -= whole.left - box.left;
    if (box.right > whole.right) strip.scrollLeft += box.right - whole.right;
  }, [isChosen]);
  const until = stage.ended_at === null ? now : Date.parse(stage.ended_at);
  return (
    <button
      ref={card}
      type="button"
      className={styles.stage}
      aria-pressed={isChosen}
      onClick={onChoose}
      title={stage.reason ?? stage.models.join(', ')}
    >
      <StageMark stage={stage} />
      <span className={styles.figures}>
        {duration(until - Date.parse(stage.started_at), home.units)}
        {stage.spent !== null && ` · ${dollars(stage.spent.cost_usd)}`}
      </span>
      {stage.spent !== null && (
        <span className={styles.figures}>
          {words.tokens(count(stage.spent.input_tokens), count(stage.spent.output_tokens))}
        </span>
      )}
    </button>
  );
}

/** A step that ended is marked in grey: only what was measured, with its tree, is green. */
function stateOf({ is_running, outcome }: Stage): State {
  if (is_running) return 'running';
  if (outcome === null || outcome === 'interrupted') return 'waiting';
  return /fail|error|timeout/.test(outcome) ? 'failed' : 'ready';
}
