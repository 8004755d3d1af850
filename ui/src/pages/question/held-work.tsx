import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useIsOffline } from '../../live/live.tsx';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import { FindingItem } from './finding-item.tsx';
import styles from './question.module.css';

/** Work that is held until the person allows what was found about it, item by item, or refuses it. */
export function HeldWork({ project, id }: { project: string; id: string }) {
  const { question: words } = useWords();
  const isOffline = useIsOffline();
  const { data, error, refetch } = useAnswer('questions.list', { params: { project } });
  const [allowed, setAllowed] = useState<readonly number[]>([]);
  const [reason, setReason] = useState('');
  const answer = useChange('questions.answer', { quiet: true });
  if (data === undefined)
    return error === null ? <Loading rows={5} /> : <Problem error={error} retry={() => void refetch()} />;
  const question = data.find((each) => each.id === id);
  if (question === undefined) return <Empty>{words.gone}</Empty>;
  const send = (allow: 'all' | number[], refuse: boolean): void =>
    answer.mutate({ params: { project, question: id }, body: { allow, refuse, reason } });
  const isAll = allowed.length === question.items.length;
  return (
    <article className={styles.question}>
      <h2 className={styles.asked}>{question.title}</h2>
      <p className={styles.context}>{words.heldMeans(question.items.length)}</p>
      {question.quotes.map((quote) => (
        <q key={quote} className={styles.quote}>
          {quote}
        </q>
      ))}
      <ul className={styles.items}>
        {question.items.map((item) => (
          <li key={item.number} className={styles.item}>
            <Checkbox
              aria-label={words.allowItem(item.says)}
              checked={allowed.includes(item.number)}
              onChange={(event) =>
                setAllowed(
                  event.currentTarget.checked
                    ? [...allowed, item.number]
                    : allowed.filter((number) => number !== item.number),
                )
              }
            />
            <FindingItem item={item} />
          </li>
        ))}
      </ul>
      <Textarea
        label={words.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        autosize
        minRows={1}
      />
      {answer.error !== null && <Problem error={answer.error} />}
      <div className={styles.submit}>
        <Button
          disabled={isOffline || allowed.length === 0}
          loading={answer.isPending}
          onClick={() => send(isAll ? 'all' : [...allowed], !isAll)}
        >
          {isAll ? words.allowAll(question.items.length) : words.allowSome(allowed.length, question.items.length)}
        </Button>
        <Button variant="default" disabled={isOffline} loading={answer.isPending} onClick={() => send([], true)}>
          {words.refuse}
        </Button>
      </div>
    </article>
  );
}
