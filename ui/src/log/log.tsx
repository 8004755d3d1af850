import { Button, Switch, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Refusal } from '../server/refusal.ts';
import { useAnswer } from '../server/queries.ts';
import { Empty } from '../states/empty.tsx';
import { Loading } from '../states/loading.tsx';
import { Problem } from '../states/problem.tsx';
import { size } from '../words/format.ts';
import { useWords } from '../words/words.tsx';
import { LogLine } from './log-line.tsx';
import styles from './log.module.css';
import { useLog, type LogEntry } from './use-log.ts';

/** The log of a step: only what is in view is drawn, it follows its end, and it can be searched as a whole. */
export function Log({ project, effect }: { project: string; effect: string }) {
  const {
    runs: { log: words },
  } = useWords();
  const { log, error, readEarlier, retry } = useLog(project, effect);
  const [wanted, setWanted] = useState('');
  const [follows, setFollows] = useState(true);
  const search = useAnswer(
    'project.searchLog',
    { params: { project }, query: { effect, text: wanted } },
    { enabled: wanted.length > 1 },
  );
  if (error !== null && log === null)
    return error instanceof Refusal && error.status === 404 ? (
      <Empty>{words.noLog}</Empty>
    ) : (
      <Problem error={error} retry={retry} />
    );
  if (log === null) return <Loading rows={10} />;
  const isSearching = wanted.length > 1;
  const found = search.data?.entries ?? [];
  return (
    <section className={styles.log} aria-label={`${words.of} ${effect}`}>
      <div className={styles.tools}>
        <TextInput
          size="xs"
          className={styles.search}
          placeholder={words.search}
          aria-label={words.search}
          leftSection={<Search size={14} aria-hidden="true" />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <span className={styles.found} role="status">
          {isSearching &&
            (search.isPending ? words.searching : words.found(found.length, search.data?.is_end === false))}
        </span>
        <Switch
          size="xs"
          label={words.follow}
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
        />
        <span className={styles.size}>{size(log.size)}</span>
      </div>
      {isSearching ? (
        <Lines
          entries={found}
          follows={false}
          onFollow={() => undefined}
          empty={search.isPending ? '' : words.noneFound}
        />
      ) : (
        <Lines
          entries={log.entries}
          follows={follows}
          onFollow={setFollows}
          empty={words.empty}
          {...(log.from > 0 && { onEarlier: readEarlier })}
        />
      )}
    </section>
  );
}

interface LinesProps {
  readonly entries: readonly LogEntry[];
  readonly follows: boolean;
  readonly onFollow: (follows: boolean) => void;
  readonly onEarlier?: () => void;
  readonly empty: string;
}

function Lines({ entries, follows, onFollow, onEarlier, empty }: LinesProps) {
  const {
    runs: { log: words },
  } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef(entries.length);
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => 28,
    overscan: 12,
    getItemKey: (index) => entries[index]?.offset ?? index,
  });
  useEffect(() => {
    if (!follows) return;
    seen.current = entries.length;
    if (entries.length > 0) rows.scrollToIndex(entries.length - 1, { align: 'end' });
  }, [entries.length, follows, rows]);
  const fresh = follows ? 0 : Math.max(0, entries.length - seen.current);
  const scrolled = (): void => {
    const at = box.current;
    if (at === null) return;
    const isAtEnd = at.scrollHeight - at.scrollTop - at.clientHeight < 24;
    if (isAtEnd && !follows) onFollow(true);
  };
  // Only a person scrolls with a wheel, a finger or a key: heights that are measured move the list as well.
  const leave = (): void => {
    seen.current = entries.length;
    onFollow(false);
  };
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.box}
        role="log"
        aria-live="off"
        tabIndex={0}
        onScroll={scrolled}
        onWheel={(event) => event.deltaY < 0 && leave()}
        onTouchMove={leave}
        onKeyDown={(event) => ['ArrowUp', 'PageUp', 'Home'].includes(event.key) && leave()}
      >
        {onEarlier !== undefined && (
          <Button variant="subtle" size="compact-xs" onClick={onEarlier}>
            {words.earlier}
          </Button>
        )}
        {entries.length === 0 && (
          <div className={styles.none}>
            <Empty>{empty}</Empty>
          </div>
        )}
        <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const entry = entries[index];
            return entry === undefined ? null : (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogLine line={entry.line} />
              </div>
            );
          })}
        </div>
      </div>
      {!follows && onFollow !== undefined && entries.length > 0 && (
        <Button className={styles.jump} variant="default" size="compact-sm" onClick={() => onFollow(true)}>
          {fresh > 0 ? words.newLines(fresh) : words.toEnd}
        </Button>
      )}
    </div>
  );
}
