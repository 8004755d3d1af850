import { Button, Checkbox, Radio, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Crp } from '../../../../src/schema/run/consultation.ts';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { useIsOffline } from '../../live/live.tsx';
import { useChange } from '../../server/queries.ts';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import { OptionCard } from './option-card.tsx';
import styles from './question.module.css';

const OTHER = 'other';

/** The options, the recommended one first and none chosen; the button names the choice. */
export function AnswerForm({ project, run, crp }: { project: string; run: string; crp: Crp }) {
  const { question: words } = useWords();
  const isOffline = useIsOffline();
  const [decision, setDecision] = useState<string | null>(null);
  const [rationale, setRationale] = useState('');
  const [notes, setNotes] = useState('');
  const [future, setFuture] = useState(false);
  const answer = useChange('runs.answer', { quiet: true });
  const options = crp.options.toSorted((a, b) => rank(crp, a.id) - rank(crp, b.id));
  const isComplete = decision !== null && (decision !== OTHER || notes.trim() !== '');
  const send = (): void => {
    if (!isComplete || isOffline || answer.isPending) return;
    answer.mutate({ params: { project, run, crp: crp.crp_id }, body: { decision, rationale, notes, future } });
  };
  useBindings(words.title, [
    ...options.slice(0, 6).map(({ id, label }, index) => ({
      keys: 'abcdef'.charAt(index),
      label: `${id}: ${label}`,
      run: () => setDecision(id),
    })),
    { keys: 'o', label: words.other, run: () => setDecision(OTHER) },
    { keys: 'Ctrl+enter', label: words.send, run: send, always: true },
  ]);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Radio.Group value={decision} onChange={setDecision} aria-label={words.options}>
        <div className={styles.options}>
          {options.map((option, index) => (
            <OptionCard
              key={option.id}
              option={option}
              shortcut={'abcdef'.charAt(index)}
              isRecommended={option.id === crp.recommendation}
            />
          ))}
          <OptionCard
            option={{ id: OTHER, label: words.other, description: words.otherMeans, risk: '' }}
            shortcut="o"
            isRecommended={false}
          />
        </div>
      </Radio.Group>
      {decision === OTHER && (
        <Textarea
          label={words.yourAnswer}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          autosize
          minRows={2}
          required
          autoFocus
        />
      )}
      <Textarea
        label={words.reason}
        value={rationale}
        onChange={(event) => setRationale(event.currentTarget.value)}
        autosize
        minRows={1}
        maxRows={8}
      />
      <Checkbox label={words.future} checked={future} onChange={(event) => setFuture(event.currentTarget.checked)} />
      {answer.error !== null && <Problem error={answer.error} />}
      <div className={styles.submit}>
        <Button type="submit" disabled={!isComplete || isOffline} loading={answer.isPending}>
          {decision === null ? words.choose : decision === OTHER ? words.answerOther : words.answerWith(decision)}
        </Button>
        <span className={styles.final}>{words.final}</span>
      </div>
    </form>
  );
}

function rank({ recommendation, options }: Crp, id: string): number {
  return id === recommendation ? -1 : options.findIndex((option) => option.id === id);
}
