import type { ApiRun } from '../../../../src/schema/api/runs.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import { short } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { runState } from './run-state.ts';

interface RunMarkProps {
  readonly run: Pick<ApiRun, 'phase' | 'step' | 'conductor'>;
  /** Of what was built. */
  readonly tree: string | null;
}

/** The mark of a run with the step it is at; what is merged names its tree. */
export function RunMark({ run, tree }: RunMarkProps) {
  const { steps, auto } = useWords();
  const state = runState(run, tree);
  const step = steps[run.step] ?? run.step;
  return <StateMark state={state} label={state === 'done' && tree !== null ? auto.doneOn(step, short(tree)) : step} />;
}
