import { Button } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { Need } from '../../../../src/schema/api/home.ts';
import { StateMark } from '../../marks/state-mark.tsx';
import type { State } from '../../marks/states.ts';
import { duration } from '../../words/format.ts';
import { useNow } from '../../words/use-now.ts';
import { useWords } from '../../words/words.tsx';
import { RunQuestion } from '../question/run-question.tsx';
import styles from './home.module.css';
import { NeedAction } from './need-action.tsx';
import { needLink } from './need-link.ts';

interface NeedRowProps {
  readonly need: Need;
  readonly project: string;
  readonly index: number;
  readonly isGone: boolean;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** One thing that waits: what is asked, where, since when, and what to do. A question is answered in place. */
export function NeedRow({ need, project, index, isGone, isCurrent, isOpen, onOpen }: NeedRowProps) {
  const { home } = useWords();
  const [, navigate] = useLocation();
  const now = useNow();
  const age = need.since === null ? null : duration(now - Date.parse(need.since), home.units);
  const canAnswer = need.kind === 'question' && !isGone;
  return (
    <li className={styles.need} data-need={index} data-current={isCurrent} data-gone={isGone}>
      <div className={styles.needLine}>
        <StateMark state={markOf(need)} label={home.kinds[need.kind]} />
        <div className={styles.needText}>
          <Link href={needLink(need)} className={styles.needTitle}>
            {need.title}
          </Link>
          <div className={styles.meta}>
            {[project, placeOf(need), need.branch].filter((part) => part !== null && part !== '').join(' · ')}
            {need.kind === 'published' && <b> · {home.published[need.why]}</b>}
            {need.holds_up > 0 && <b> · {home.holdsUp(need.holds_up)}</b>}
          </div>
          {(need.kind === 'failure' || need.kind === 'checkout') && (
            <>
              <p className={styles.reason}>{need.says}</p>
              {need.hint !== null && <p className={styles.hint}>{need.hint}</p>}
            </>
          )}
        </div>
        <span className={styles.age}>{isGone ? home.decided : age}</span>
        <div className={styles.needAction}>
          {canAnswer ? (
            <Button variant="default" size="compact-md" onClick={onOpen} aria-expanded={isOpen}>
              {isOpen ? home.close : home.answer}
            </Button>
          ) : (
            !isGone && <NeedAction need={need} go={() => navigate(needLink(need))} />
          )}
        </div>
      </div>
      {isOpen && need.kind === 'question' && (
        <div className={styles.inPlace}>
          <RunQuestion project={need.project} run={need.run} crp={need.crp} />
        </div>
      )}
    </li>
  );
}

function placeOf(need: Need): string | null {
  if (need.kind === 'question' || need.kind === 'pack') return need.run;
  if (need.kind === 'items') return need.question;
  if (need.kind === 'failure') return need.task ?? need.id;
  if (need.kind === 'published') return need.number === null ? need.id : `#${need.number}`;
  return need.kind === 'checkout' || need.kind === 'interrupted' ? need.id : null;
}

function markOf({ kind }: Need): State {
  if (kind === 'failure') return 'failed';
  return kind === 'interrupted' ? 'waiting' : 'needs_you';
}
