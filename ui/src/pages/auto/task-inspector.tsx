import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { useIsOffline } from '../../live/live.tsx';
import { Log } from '../../log/log.tsx';
import { StateMark } from '../../marks/state-mark.tsx';
import { useAnswer, useChange } from '../../server/queries.ts';
import { Confirm } from '../../states/confirm.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { short, whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';

/** Diffs are loaded when one is looked at. */
const TaskDiff = lazy(async () => ({ default: (await import('../../diff/diff-files.tsx')).TaskDiff }));

type Verdict = 'retry' | 'complete' | 'skip';

/** Everything about one task, and what a person may say of it. */
export function TaskInspector({ project, task, onClose }: { project: string; task: string; onClose: () => void }) {
  const { auto: words, steps, language } = useWords();
  const isOffline = useIsOffline();
  const [asks, setAsks] = useState<Verdict | null>(null);
  const [effect, setEffect] = useState<string | null>(null);
  const [showsDiff, setShowsDiff] = useState(false);
  const { data, error, refetch } = useAnswer('auto.task', { params: { project, task } });
  const mark = useChange('auto.mark');
  useBindings(task, [
    { keys: 't', label: words.retry, run: () => setAsks('retry') },
    { keys: 'Escape', label: words.close, run: onClose },
  ]);
  return (
    <aside className={styles.inspector} aria-label={task}>
      <div className={styles.inspectorHead}>
        <h2>
          {task} {data?.title}
        </h2>
        <Button variant="subtle" size="compact-xs" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      {data === undefined && (error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          <div className={styles.verdicts}>
            {(['retry', 'complete', 'skip'] as const).map((verdict) => (
              <Button
                key={verdict}
                variant="default"
                size="compact-sm"
                disabled={isOffline}
                onClick={() => setAsks(verdict)}
              >
                {words[verdict]}
              </Button>
            ))}
            {data.items.length > 0 && (
              <Link href={`/questions/${project}/${encodeURIComponent(task)}`}>{words.decide}</Link>
            )}
          </div>
          {data.failure !== null && (
            <p>
              <StateMark state="failed" label={data.failure.kind} /> {data.failure.message}
            </p>
          )}
          {data.tree !== null && (
            <p>
              <StateMark
                state={data.status === 'completed' ? 'done' : 'ready'}
                label={words.provenOn(short(data.tree))}
              />
            </p>
          )}
          <Text title={words.text} text={data.text} />
          <Text title={words.acceptance} text={data.acceptance.join('\n')} />
          <Text title={words.needs} text={data.needs.join(', ')} />
          <Text title={words.neededBy} text={data.needed_by.join(', ')} />
          <Text title={words.findings} text={data.findings.join('\n')} />
          <section>
            <h3>{words.attemptsOf}</h3>
            {data.history.map((attempt) => (
              <button
                key={attempt.effect}
                type="button"
                className={styles.attempt}
                aria-expanded={effect === attempt.effect}
                onClick={() => setEffect(effect === attempt.effect ? null : attempt.effect)}
              >
                <StateMark
                  state={attempt.failure !== null ? 'failed' : attempt.ended_at === null ? 'running' : 'ready'}
                  label={`${steps[attempt.step] ?? attempt.step} · ${words.attempt(attempt.attempt)}`}
                />
                <span className={styles.meta}>{whenTime(attempt.started_at, language)}</span>
                {attempt.failure !== null && <span className={styles.evidence}>{attempt.failure.message}</span>}
              </button>
            ))}
            {effect !== null && (
              <div className={styles.log}>
                <Log key={effect} project={project} effect={effect} />
              </div>
            )}
          </section>
          {(data.tree !== null || data.work !== null) && (
            <details onToggle={({ currentTarget }) => setShowsDiff(currentTarget.open)}>
              <summary>{words.changes}</summary>
              {showsDiff && (
                <Suspense fallback={<Loading rows={3} />}>
                  <TaskDiff project={project} task={task} empty={words.noChanges} />
                </Suspense>
              )}
            </details>
          )}
          {data.result !== null && (
            <section>
              <h3>{words.said}</h3>
              <q className={styles.meta}>{data.result}</q>
            </section>
          )}
          {data.prompt !== null && (
            <details>
              <summary>{words.prompt}</summary>
              <pre className={styles.prompt} tabIndex={0}>
                {data.prompt}
              </pre>
            </details>
          )}
        </>
      )}
      {asks !== null && (
        <Confirm
          question={words.sure[asks](task)}
          yes={words[asks]}
          onYes={() => mark.mutate({ params: { project }, body: { verdict: asks, tasks: [task] } })}
          onClose={() => setAsks(null)}
        />
      )}
    </aside>
  );
}

function Text({ title, text }: { title: string; text: string | null }) {
  if (text === null || text === '') return null;
  return (
    <section>
      <h3>{title}</h3>
      <p className={styles.pre}>{text}</p>
    </section>
  );
}
