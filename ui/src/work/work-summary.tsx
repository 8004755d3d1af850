import type { ReactNode } from 'react';
import { StateMark } from '../marks/state-mark.tsx';
import type { ApiRun } from '../../../src/schema/api/runs.ts';
import { count, dollars, duration } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import styles from './work-summary.module.css';

interface WorkFactsProps {
  readonly work: Pick<ApiRun, 'spent_in_all' | 'budget_usd' | 'conductor'>;
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}

/** One line of figures: time, tokens, cost, and who conducts. */
export function WorkFacts({ work: { spent_in_all: spent, budget_usd, conductor }, before, children }: WorkFactsProps) {
  const { runs: words, home } = useWords();
  return (
    <p className={styles.facts}>
      {before}
      <span>{duration(spent.duration_ms, home.units)}</span>
      <span>{words.tokens(count(spent.input_tokens), count(spent.output_tokens))}</span>
      <span>
        {dollars(spent.cost_usd)}
        {budget_usd !== null && ` / ${dollars(budget_usd)}`}
      </span>
      {children}
      <span>{conductor === null ? words.noConductor : words.conductor(conductor.pid, conductor.host)}</span>
    </p>
  );
}

export function Trouble({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.trouble}>
      <StateMark state="failed" label={title} />
      <span>{text}</span>
    </div>
  );
}
