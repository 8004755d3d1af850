import { useState } from 'react';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { useWords } from '../../words/words.tsx';
import { CommentEditor } from './comment-editor.tsx';
import styles from './review.module.css';
import type { Drafts } from './use-drafts.ts';

const BRIEF = 'briefing/refined.md';

/** The refined briefing, line by line: comments on it go with a rejection, too. */
export function BriefPanel({ pack, drafts }: { pack: ApiPack; drafts: Drafts }) {
  const { review: words } = useWords();
  const [open, setOpen] = useState<string | null>(null);
  const here = drafts.drafts.filter(({ side }) => side === 'brief');
  return (
    <ol className={styles.brief}>
      {(pack.brief ?? '').split('\n').map((text, index) => {
        const line = index + 1;
        return (
          <li key={line}>
            <button
              type="button"
              className={styles.briefNumber}
              aria-label={`${words.writeComment}: ${words.commentOn(line, line)}`}
              onClick={() =>
                setOpen(
                  drafts.begin({
                    commit: pack.commit,
                    path: BRIEF,
                    side: 'brief',
                    first: line,
                    last: line,
                    quote: text,
                  }),
                )
              }
            >
              {line}
            </button>
            <span className={styles.briefText}>{text}</span>
            {here
              .filter(({ last }) => last === line)
              .map((draft) => (
                <div key={draft.id} className={styles.briefComment}>
                  <CommentEditor
                    draft={draft}
                    drafts={drafts}
                    isOpen={open === draft.id}
                    onOpen={() => setOpen(draft.id)}
                    onDone={() => setOpen(null)}
                  />
                </div>
              ))}
          </li>
        );
      })}
    </ol>
  );
}
