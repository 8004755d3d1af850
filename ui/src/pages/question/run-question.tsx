import { Link } from 'wouter';
import type { Crp } from '../../../../src/schema/run/consultation.ts';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import { AnswerForm } from './answer-form.tsx';
import styles from './question.module.css';

/** A consultation of a run, with its answer once there is one. */
export function RunQuestion({ project, run, crp }: { project: string; run: string; crp: string }) {
  const { question: words, language } = useWords();
  const { data, error, refetch } = useAnswer('runs.read', { params: { project, run } });
  if (data === undefined)
    return error === null ? <Loading rows={5} /> : <Problem error={error} retry={() => void refetch()} />;
  const found = data.consultations.find((each) => each.crp.crp_id === crp);
  if (found === undefined) return <Empty>{words.gone}</Empty>;
  const { vcr, by_precedent, similar, unconfirmed } = found;
  return (
    <article className={styles.question}>
      <p className={styles.asker}>
        {words.asks(found.crp.created_by, words.types[found.crp.type], whenTime(found.crp.created_at, language))}
      </p>
      <h2 className={styles.asked}>{found.crp.question}</h2>
      <Context text={found.crp.context} />
      {similar !== null && (
        <p className={styles.similar}>
          {words.similar(labelIn(similar.crp, similar.vcr.decision))}{' '}
          <Link href={`/runs/${project}/${similar.run}`}>{similar.run}</Link>
          {similar.vcr.rationale !== '' && <q>{similar.vcr.rationale}</q>}
        </p>
      )}
      {unconfirmed.length > 0 && <p className={styles.similar}>{words.unconfirmed(unconfirmed.length)}</p>}
      {vcr === null ? (
        <AnswerForm project={project} run={run} crp={found.crp} />
      ) : (
        <p className={styles.answered} role="status">
          {by_precedent
            ? words.answeredBefore(vcr.decision, labelIn(found.crp, vcr.decision))
            : words.answered(vcr.decision, labelIn(found.crp, vcr.decision), whenTime(vcr.created_at, language))}
          {vcr.rationale !== '' && ` ${vcr.rationale}`}
        </p>
      )}
    </article>
  );
}

function labelIn({ options }: Crp, id: string): string {
  return options.find((option) => option.id === id)?.label ?? id;
}

/** Four lines, then more. */
function Context({ text }: { text: string }) {
  const { question: words } = useWords();
  const isLong = text.split('\n').length > 4 || text.length > 420;
  if (!isLong) return <p className={styles.context}>{text}</p>;
  return (
    <details className={styles.details}>
      <summary>
        <span className={styles.preview}>{text}</span>
        <span className={styles.more}>{words.more}</span>
      </summary>
      <p className={styles.context}>{text}</p>
    </details>
  );
}
