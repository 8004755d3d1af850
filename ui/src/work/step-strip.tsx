import { useEffect, useRef } from 'react';
import type { AnswerOf } from '../../../src/schema/api/routes.ts';
import { useBindings } from '../keyboard/use-bindings.ts';
import { StateMark } from '../marks/state-mark.tsx';
import type { State } from '../marks/states.ts';
import { count, dollars, duration } from '../words/format.ts';
import { useNow } from '../words/use-now.ts';
import { useWords } from '../words/words.tsx';
import styles from './step-strip.module.css';

/** What steps of runs and of sessions have in common. */
export type Step = Omit<AnswerOf<'runs.stages'>[number], 'step' | 'role' | 'round'>;

interface StepStripProps<S extends Step> {
  readonly title: string;
  readonly steps: readonly S[];
  readonly chosen: S;
  readonly nameOf: (step: S) => string;
  readonly onChoose: (effect: string) => void;
}

/** All steps beside each other, with time, cost and tokens; one of them is chosen. */
export function StepStrip<S extends Step>({ title, steps, chosen, nameOf, onChoose }: StepStripProps<S>) {
  const { keys } = useWords();
  const move = (by: number): void => {
    const next = steps[steps.indexOf(chosen) + by];
    if (next !== undefined) onChoose(next.effect);
  };
  useBindings(title, [
    { keys: 'j', label: keys.next, run: () => move(1) },
    { keys: 'k', label: keys.previous, run: () => move(-1) },
  ]);
  return (
    <ol className={styles.strip}>
      {steps.map((step) => (
        <li key={`${step.effect} ${step.started_at}`}>
          <StepCard step={step} name={nameOf(step)} isChosen={step === chosen} onChoose={() => onChoose(step.effect)} />
        </li>
      ))}
    </ol>
  );
}

/** The one that is asked for, else the latest that an agent did. */
export function chosenStep<S extends Step & { readonly role: string | null }>(
  steps: readonly S[],
  wanted: string | null,
): S | undefined {
  return (
    steps.findLast(({ effect }) => effect === wanted) ?? steps.findLast(({ role }) => role !== null) ?? steps.at(-1)
  );
}

export function StepMark({ step, name }: { step: Step; name: string }) {
  return <StateMark state={stateOf(step)} label={name} />;
}

interface StepCardProps {
  readonly step: Step;
  readonly name: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function StepCard({ step, name, isChosen, onChoose }: StepCardProps) {
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
  const until = step.ended_at === null ? now : Date.parse(step.ended_at);
  return (
    <button
      ref={card}
      type="button"
      className={styles.step}
      aria-pressed={isChosen}
      onClick={onChoose}
      title={step.reason ?? step.models.join(', ')}
    >
      <StepMark step={step} name={name} />
      <span className={styles.figures}>
        {duration(until - Date.parse(step.started_at), home.units)}
        {step.spent !== null && ` · ${dollars(step.spent.cost_usd)}`}
      </span>
      {step.spent !== null && (
        <span className={styles.figures}>
          {words.tokens(count(step.spent.input_tokens), count(step.spent.output_tokens))}
        </span>
      )}
    </button>
  );
}

/** A step that ended is marked in grey: only what was measured, with its tree, is green. */
function stateOf({ is_running, outcome }: Step): State {
  if (is_running) return 'running';
  if (outcome === null || outcome === 'interrupted' || outcome === 'stopped') return 'waiting';
  return /fail|error|timeout|refused/.test(outcome) ? 'failed' : 'ready';
}
