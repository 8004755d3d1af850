import { useState } from 'react';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { useWords } from '../../words/words.tsx';
import { CommentEditor } from './comment-editor.tsx';
import styles from './review.module.css';
import type { Drafts } from './use-drafts.ts';

const BRIEF = 'briefing/refined.md';

/** The lines that are being chosen, from where it began to where it is. */
interface Choice {
  readonly from: number;
  readonly to: number;
}

/** The refined briefing, line by line: comments on its lines, or on a range that is dragged over, go with a rejection. */
export function BriefPanel({ pack, drafts }: { pack: ApiPack; drafts: Drafts }) {
  const { review: words } = useWords();
  const [open, setOpen] = useState<string | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const here = drafts.drafts.filter(({ side }) => side === 'brief');
  const lines = (pack.brief ?? '').split('\n');
  const write = ({ from, to }: Choice): void => {
    const [first, last] = [Math.min(from, to), Math.max(from, to)];
    const quote = lines.slice(first - 1, last).join('\n');
    setOpen(drafts.begin({ commit: pack.commit, path: BRIEF, side: 'brief', first, last, quote }));
    setChoice(null);
  };
  return (
    <ol className={styles.brief} onPointerLeave={() => setChoice(null)}>
      {lines.map((text, index) => {
        const line = index + 1;
        return (
          <li key={line} data-chosen={choice !== null && isWithin(line, choice)}>
            <button
              type="button"
              className={styles.briefNumber}
              aria-label={`${words.writeComment}: ${words.commentOn(line, line)}`}
              onPointerDown={({ currentTarget, pointerId }) => {
                // Touch holds on to where it began; other lines are to hear of it, too.
                if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId);
                setChoice({ from: line, to: line });
              }}
              onPointerEnter={() => setChoice((before) => (before === null ? null : { ...before, to: line }))}
              onPointerUp={() => choice !== null && write(choice)}
              // The keyboard has no pointer: its click has no count.
              onClick={({ detail }) => detail === 0 && write({ from: line, to: line })}
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

function isWithin(line: number, { from, to }: Choice): boolean {
  return line >= Math.min(from, to) && line <= Math.max(from, to);
}
