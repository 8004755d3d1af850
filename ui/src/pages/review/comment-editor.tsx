import { Button, Textarea } from '@mantine/core';
import type { Draft } from '../../../../src/schema/api/review.ts';
import { whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './review.module.css';
import { written, type Drafts } from './use-drafts.ts';

/** A comment as it is written, below its lines. */
export function CommentEditor({
  draft,
  drafts,
  isOpen,
  onOpen,
  onDone,
}: {
  draft: Draft;
  drafts: Drafts;
  isOpen: boolean;
  onOpen: () => void;
  onDone: () => void;
}) {
  const { review: words, language } = useWords();
  const isWritten = written([draft]).length > 0;
  const { side, first, last } = draft;
  const where = side === 'before' ? words.commentOnOld(first, last) : words.commentOn(first, last);
  const done = (): void => {
    if (!isWritten) drafts.remove(draft.id);
    onDone();
  };
  if (!isOpen && !isWritten) return null;
  if (!isOpen)
    return (
      <div className={styles.comment}>
        <p className={styles.commentText}>{draft.text}</p>
        {draft.suggestion !== null && <pre className={styles.suggestion}>{draft.suggestion}</pre>}
        <div className={styles.commentFoot}>
          <span>
            {where} · {words.savedAt(whenTime(draft.saved_at, language))}
          </span>
          <Button variant="subtle" size="compact-xs" onClick={onOpen}>
            {words.edit}
          </Button>
        </div>
      </div>
    );
  return (
    <div className={styles.comment}>
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={12}
        label={where}
        value={draft.text}
        onChange={(event) => drafts.change({ ...draft, text: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && done()}
      />
      {draft.suggestion !== null && (
        <Textarea
          autosize
          minRows={1}
          label={words.suggestion}
          value={draft.suggestion}
          classNames={{ input: styles.code ?? '' }}
          onChange={(event) => drafts.change({ ...draft, suggestion: event.currentTarget.value })}
        />
      )}
      <div className={styles.commentFoot}>
        {draft.suggestion === null && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => drafts.change({ ...draft, suggestion: draft.quote })}
          >
            {words.addSuggestion}
          </Button>
        )}
        <Button variant="subtle" size="compact-xs" onClick={() => drafts.remove(draft.id)}>
          {words.remove}
        </Button>
        <Button variant="default" size="compact-xs" onClick={done}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
