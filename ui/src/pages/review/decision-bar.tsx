import { Button } from '@mantine/core';
import type { ApiPack } from '../../../../src/schema/api/review.ts';
import { useIsOffline } from '../../live/live.tsx';
import { short, whenTime } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './review.module.css';
import { written, type Drafts } from './use-drafts.ts';

interface DecisionBarProps {
  readonly pack: ApiPack;
  readonly drafts: Drafts;
  /** The pack on the server is another one: nothing can be approved unseen. */
  readonly isOld: boolean;
  readonly onApprove: () => void;
  readonly onReject: () => void;
}

export function DecisionBar({ pack, drafts, isOld, onApprove, onReject }: DecisionBarProps) {
  const { review: words, states, language } = useWords();
  const isOffline = useIsOffline();
  const own = written(drafts.drafts);
  const savedAt = own
    .map(({ saved_at }) => saved_at)
    .toSorted()
    .at(-1);
  const state =
    drafts.saving === 'saving'
      ? words.saving
      : drafts.saving === 'failed'
        ? words.notSaved
        : savedAt === undefined
          ? ''
          : words.savedAt(whenTime(savedAt, language));
  const isOff = isOffline || !pack.can_decide || drafts.unknown !== null;
  const lost = pack.can_decide && drafts.unknown !== null && drafts.unknown.error !== null;
  const said =
    drafts.unknown === null
      ? [words.count(own.length), state].filter(Boolean).join(', ')
      : lost
        ? words.lostDrafts
        : words.seekingDrafts;
  return (
    <div className={styles.bar}>
      <span className={styles.barText} role="status">
        {pack.can_decide ? said : words.decided}
      </span>
      {lost && (
        <Button variant="default" onClick={drafts.unknown?.retry}>
          {states.tryAgain}
        </Button>
      )}
      <Button variant="default" disabled={isOff} onClick={onReject}>
        {words.reject(own.length)}
      </Button>
      <Button disabled={isOff || isOld} onClick={onApprove}>
        {words.approve(short(pack.commit))}
      </Button>
    </div>
  );
}
