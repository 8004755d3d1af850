import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { ApiPack, SentComment } from '../../../../src/schema/api/review.ts';
import { useChange } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { useWords } from '../../words/words.tsx';
import styles from './review.module.css';
import { written, type Drafts, type Place } from './use-drafts.ts';

interface CommentsPanelProps {
  readonly project: string;
  readonly run: string;
  readonly pack: ApiPack;
  readonly drafts: Drafts;
  readonly onGo: (place: Place) => void;
}

/** Drafts, and what became of comments of earlier rounds. */
export function CommentsPanel({ project, run, pack, drafts, onGo }: CommentsPanelProps) {
  const { review: words } = useWords();
  const own = written(drafts.drafts);
  const { unknown } = drafts;
  return (
    <>
      {unknown !== null &&
        (unknown.error === null ? <Loading rows={3} /> : <Problem error={unknown.error} retry={unknown.retry} />)}
      {unknown === null && own.length === 0 && drafts.sent.length === 0 && <Empty>{words.noComments}</Empty>}
      {own.length > 0 && <h3>{words.drafts}</h3>}
      {own.map((draft) => (
        <section key={draft.id} className={styles.listed}>
          <button type="button" className={styles.go} onClick={() => onGo(draft)}>
            <code>
              {draft.path}:{draft.first}
            </code>
          </button>
          <pre className={styles.quote}>{draft.quote}</pre>
          <p className={styles.commentText}>{draft.text}</p>
          <Button variant="subtle" size="compact-xs" onClick={() => drafts.remove(draft.id)}>
            {words.remove}
          </Button>
        </section>
      ))}
      {drafts.sent.length > 0 && <h3>{words.earlier}</h3>}
      {drafts.sent.map((comment) => (
        <Sent
          key={comment.id}
          project={project}
          run={run}
          round={pack.round}
          comment={comment}
          onRaise={() => {
            const { path, side, first, last, quote, text, now } = comment;
            drafts.begin(
              {
                commit: pack.commit,
                path: now?.path ?? path,
                side,
                first: now?.first ?? first,
                last: now?.last ?? last,
                quote,
              },
              text,
            );
          }}
        />
      ))}
    </>
  );
}

function Sent({
  project,
  run,
  round,
  comment,
  onRaise,
}: {
  project: string;
  run: string;
  /** Of the pack that is shown. */
  round: number;
  comment: SentComment;
  onRaise: () => void;
}) {
  const { review: words } = useWords();
  const settle = useChange('review.settleComment');
  return (
    <section className={styles.listed} data-settled={comment.is_settled}>
      <code>
        {comment.path}:{comment.first}
      </code>{' '}
      <span className={styles.tag}>{words.fate[comment.fate]}</span>
      <pre className={styles.quote}>{comment.quote}</pre>
      <p className={styles.commentText}>{comment.text}</p>
      {comment.reply !== null && (
        <p className={styles.note}>
          {words.builderSaid} <q>{comment.reply}</q>
        </p>
      )}
      {round > comment.round && (
        <p className={styles.note}>
          <Link href={`/runs/${project}/${run}?tab=rounds&a=${comment.round}&b=${round}`}>{words.compareRounds}</Link>
        </p>
      )}
      <Button
        variant="default"
        size="compact-xs"
        loading={settle.isPending}
        onClick={() =>
          settle.mutate({ params: { project, run, comment: comment.id }, body: { is_settled: !comment.is_settled } })
        }
      >
        {comment.is_settled ? words.unsettle : words.settle}
      </Button>{' '}
      <Button variant="subtle" size="compact-xs" onClick={onRaise}>
        {words.raise}
      </Button>
    </section>
  );
}
