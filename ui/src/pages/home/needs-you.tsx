import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import type { Need } from '../../../../src/schema/api/home.ts';
import { useBindings } from '../../keyboard/use-bindings.ts';
import { useStableList } from '../../live/use-stable-list.ts';
import { Empty } from '../../states/empty.tsx';
import { duration } from '../../words/format.ts';
import { useWords } from '../../words/words.tsx';
import styles from './home.module.css';
import { NeedRow } from './need-row.tsx';
import { needLink } from './need-link.ts';

type HomeAnswer = AnswerOf<'home'>;

interface NeedsYouProps {
  readonly needs: readonly Need[];
  readonly running: HomeAnswer['running'];
  readonly projects: HomeAnswer['projects'];
}

/** What only the person can do. Rows stay where they are while the list is used. */
export function NeedsYou({ needs, running, projects }: NeedsYouProps) {
  const { home, keys } = useWords();
  const [, navigate] = useLocation();
  const { rows, fresh, admit } = useStableList(needs, ({ key }) => key);
  const [at, setAt] = useState(-1);
  const [open, setOpen] = useState<string | null>(null);
  const move = (by: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, at + by));
    setAt(next);
    // What was pressed before would be pressed again by Enter.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    document.querySelector(`[data-need="${next}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const current = rows[at];
  const enter = (): void => {
    if (current === undefined) return;
    if (current.item.kind === 'question') setOpen(open === current.key ? null : current.key);
    else navigate(needLink(current.item));
  };
  useBindings(home.title, [
    { keys: 'j', label: keys.next, run: () => move(1) },
    { keys: 'k', label: keys.previous, run: () => move(-1) },
    { keys: 'Enter', label: keys.open, run: enter },
    { keys: 'Escape', label: keys.close, run: () => setOpen(null) },
  ]);
  return (
    <section className={styles.section} aria-labelledby="needs">
      <div className={styles.heading}>
        <h2 id="needs">{home.needsYou}</h2>
        {needs.length > 0 && <span className={styles.badge}>{needs.length}</span>}
        {fresh > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={admit}>
            {home.fresh(fresh)}
          </Button>
        )}
      </div>
      {rows.length === 0 && <Empty>{nothing(running, home)}</Empty>}
      <ul className={styles.rows}>
        {rows.map(({ key, item, isGone }, index) => (
          <NeedRow
            key={key}
            index={index}
            need={item}
            isGone={isGone}
            isCurrent={index === at}
            isOpen={open === key}
            onOpen={() => setOpen(open === key ? null : key)}
            project={projects.find(({ id }) => id === item.project)?.name ?? item.project}
          />
        ))}
      </ul>
    </section>
  );
}

function nothing(running: HomeAnswer['running'], home: ReturnType<typeof useWords>['home']): string {
  const left = running.flatMap(({ seconds_left }) => (seconds_left === null ? [] : [seconds_left]));
  const soonest = left.length === 0 ? null : duration(Math.min(...left) * 1000, home.units);
  return home.nothing(running.length, soonest);
}
