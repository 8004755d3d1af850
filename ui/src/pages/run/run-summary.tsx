import type { ApiRun } from '../../../../src/schema/api/runs.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { count, dollars, duration, short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './run.module.css';

/** One line of figures, and what went wrong. */
export function RunSummary({ run }: { run: ApiRun }) {
  const { runs: words, home, review } = useWords();
  const { spent_in_all: spent, tests, work } = run;
  return (
    <>
      <p className={styles.facts}>
        <span>{words.round(run.iteration, run.max_iterations)}</span>
        <span>{duration(spent.duration_ms, home.units)}</span>
        <span>{words.tokens(count(spent.input_tokens), count(spent.output_tokens))}</span>
        <span>
          {dollars(spent.cost_usd)}
          {run.budget_usd !== null && ` / ${dollars(run.budget_usd)}`}
        </span>
        {tests !== null && work !== null && (
          <StateMark
            state={tests.failed > 0 ? 'failed' : 'done'}
            label={review.strip.tests(tests.passed, tests.total, short(work.tree))}
          />
        )}
        <span>
          {run.conductor === null ? words.noConductor : words.conductor(run.conductor.pid, run.conductor.host)}
        </span>
      </p>
      {run.failure !== null && <Trouble title={words.failure} text={`${run.failure.error}: ${run.failure.reason}`} />}
      {run.refusal !== null && (
        <Trouble title={words.refused} text={`${run.refusal.why}: ${run.refusal.detail.join(', ')}`} />
      )}
      {run.undelivered !== null && (
        <Trouble title={words.notDelivered} text={`${run.undelivered.why}: ${run.undelivered.detail}`} />
      )}
    </>
  );
}

function Trouble({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.trouble}>
      <StateMark state="failed" label={title} />
      <span>{text}</span>
    </div>
  );
}
