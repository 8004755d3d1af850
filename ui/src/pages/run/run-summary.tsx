import type { ApiRun } from '../../../../src/schema/api/runs.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { Trouble, WorkFacts } from '../../work/work-summary.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';

/** One line of figures, and what went wrong. */
export function RunSummary({ run }: { run: ApiRun }) {
  const { runs: words, review } = useWords();
  const { tests, work } = run;
  return (
    <>
      <WorkFacts work={run} before={<span>{words.round(run.iteration, run.max_iterations)}</span>}>
        {tests !== null && work !== null && (
          <StateMark
            state={tests.failed > 0 ? 'failed' : 'done'}
            label={review.strip.tests(tests.passed, tests.total, short(work.tree))}
          />
        )}
      </WorkFacts>
      {run.failure !== null && <Trouble title={words.failure} text={run.failure.reason} />}
      {run.refusal !== null && (
        <Trouble title={words.refused} text={`${run.refusal.why}: ${run.refusal.detail.join(', ')}`} />
      )}
      {run.undelivered !== null && (
        <Trouble title={words.notDelivered} text={`${run.undelivered.why}: ${run.undelivered.detail}`} />
      )}
    </>
  );
}
