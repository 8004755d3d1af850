import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { Diff, getChangeKey, Hunk, type ChangeData, type EventMap } from 'react-diff-view';
import type { FileDiff } from '../../../src/schema/api/diff.ts';
import { Empty } from '../states/empty.tsx';
import { useWords } from '../words/words.tsx';
import { cutBlocks, lineOn, type Block } from './blocks.ts';
import './diff.css';
import styles from './diff.module.css';
import { type Gap, gapsOf } from './gaps.ts';
import { tokensOf } from './syntax.ts';

export type Side = 'before' | 'after';

/** Marks lines of the new file, at the lane left of the numbers. */
export interface LaneMark {
  readonly line: number;
  readonly lines: number;
  readonly kind: 'proven' | 'unchecked' | 'unproven';
  readonly says: string;
}

interface FileDiffViewProps {
  readonly diff: FileDiff;
  readonly isSplit?: boolean;
  readonly marks?: readonly LaneMark[];
  readonly selected?: { readonly side: Side; readonly first: number; readonly last: number } | null;
  /** What stands below a line. */
  readonly below?: (side: Side, line: number) => ReactNode;
  readonly onLine?: (kind: 'press' | 'drag' | 'release', side: Side, line: number) => void;
  readonly onMark?: (mark: LaneMark) => void;
  /** Shows the lines of a gap; undefined for one of which no more can be shown. */
  readonly expand?: (gap: Gap) => (() => void) | undefined;
}

/** The difference of one file, in blocks of which only those in view are drawn. */
export function FileDiffView({ diff, isSplit = false, expand, ...rest }: FileDiffViewProps) {
  const { diff: words } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => cutBlocks(diff), [diff]);
  const gaps = useMemo(() => gapsOf(diff), [diff]);
  const rows = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (blocks[index]?.hunk.changes.length ?? 1) * 20 + 24,
    overscan: 2,
    getItemKey: (index) => blocks[index]?.key ?? index,
  });
  const { selected = null } = rest;
  const chosen = selected === null ? -1 : blocks.findLastIndex(({ hunk }) => holds(hunk.changes, selected));
  const { scrollToIndex } = rows;
  const at = `${selected?.side} ${selected?.first} ${selected?.last}`;
  useEffect(() => {
    if (chosen === -1) return undefined;
    const show = (): boolean => {
      const line = [...(box.current?.querySelectorAll('.line-selected') ?? [])].at(-1);
      line?.scrollIntoView({ block: 'nearest' });
      return line !== undefined;
    };
    if (show()) return undefined;
    scrollToIndex(chosen);
    const frame = requestAnimationFrame(() => requestAnimationFrame(show));
    return () => cancelAnimationFrame(frame);
  }, [chosen, at, scrollToIndex]);
  if (diff.is_binary) return <Empty>{words.binary}</Empty>;
  if (blocks.length === 0) return <Empty>{words.noLines}</Empty>;
  return (
    <div ref={box} className={styles.box} tabIndex={0} data-split={isSplit} aria-label={diff.path} role="region">
      <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const block = blocks[index];
          return block === undefined ? null : (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
            >
              {block.heading !== null && (
                <div className={styles.heading}>
                  {expand !== undefined && <GapRow gap={gaps[block.number] ?? null} expand={expand} />}
                  <span>{block.heading}</span>
                </div>
              )}
              <BlockView block={block} path={diff.path} isSplit={isSplit} {...rest} />
              {index === blocks.length - 1 && expand !== undefined && (
                <div className={styles.heading}>
                  <GapRow gap={gaps.at(-1) ?? null} expand={expand} />
                </div>
              )}
            </div>
          );
        })}
      </div>
      {diff.is_cut && <Empty>{words.cut}</Empty>}
    </div>
  );
}

/** How much is hidden, and the way to see it. */
function GapRow({ gap, expand }: { gap: Gap | null; expand: NonNullable<FileDiffViewProps['expand']> }) {
  const { diff: words } = useWords();
  if (gap === null) return null;
  const run = expand(gap);
  if (run === undefined) return gap.count === null ? null : <span>{words.hidden(gap.count)}</span>;
  return (
    <button type="button" className={styles.expand} onClick={run}>
      {words.expand(gap.count)}
    </button>
  );
}

function BlockView({
  block,
  path,
  isSplit,
  marks = [],
  selected = null,
  below,
  onLine,
  onMark,
}: Omit<FileDiffViewProps, 'diff' | 'expand'> & { block: Block; path: string; isSplit: boolean }) {
  const { hunk } = block;
  const tokens = useMemo(() => tokensOf(hunk, path), [hunk, path]);
  const widgets: Record<string, ReactNode> = {};
  for (const change of hunk.changes)
    for (const side of ['before', 'after'] as const) {
      const line = lineOn(change, side);
      const shown = line === null ? null : below?.(side, line);
      if (shown === null || shown === undefined) continue;
      // A line that is the same on both sides may be spoken of as either.
      const key = getChangeKey(change);
      widgets[key] = (
        <>
          {widgets[key]}
          {shown}
        </>
      );
    }
  const told = (kind: 'press' | 'drag' | 'release', change: ChangeData | null, side: string | undefined): void => {
    if (change === null || onLine === undefined) return;
    const on: Side =
      change.type === 'delete' || (side === 'old' && change.type !== 'insert' && isSplit) ? 'before' : 'after';
    const line = lineOn(change, on);
    if (line !== null) onLine(kind, on, line);
  };
  const events: EventMap = {
    onMouseDown: ({ change, side }, event) => {
      event.preventDefault();
      told('press', change, side);
    },
    onMouseEnter: ({ change, side }, event) => event.buttons === 1 && told('drag', change, side),
    onMouseUp: ({ change, side }) => told('release', change, side),
  };
  return (
    <Diff
      diffType="modify"
      viewType={isSplit ? 'split' : 'unified'}
      hunks={[hunk]}
      tokens={tokens}
      widgets={widgets}
      gutterEvents={onLine === undefined ? {} : events}
      generateLineClassName={({ changes, defaultGenerate }) =>
        `${defaultGenerate()} ${classesOf(changes, marks, selected)}`
      }
      renderGutter={({ change, side, renderDefault }) => (
        <>
          {side === 'old' && <Lane change={change} marks={marks} onMark={onMark} />}
          {renderDefault()}
        </>
      )}
    >
      {(hunks) => hunks.map((each) => <Hunk key={block.key} hunk={each} />)}
    </Diff>
  );
}

function holds(changes: readonly ChangeData[], { side, last }: { side: Side; last: number }): boolean {
  return changes.some((change) => lineOn(change, side) === last);
}

/** The mark at the first line of a part; the rest of the lane is drawn by the class of the line. */
function Lane({
  change,
  marks,
  onMark,
}: {
  change: ChangeData;
  marks: readonly LaneMark[];
  onMark: ((mark: LaneMark) => void) | undefined;
}) {
  const line = lineOn(change, 'after');
  const mark = marks.find((each) => each.line === line);
  if (mark === undefined) return null;
  return (
    <button
      type="button"
      className={styles.mark}
      data-kind={mark.kind}
      title={mark.says}
      aria-label={mark.says}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={() => onMark?.(mark)}
    />
  );
}

function classesOf(
  changes: readonly ChangeData[],
  marks: readonly LaneMark[],
  selected: FileDiffViewProps['selected'],
): string {
  const names = changes.flatMap((change) => {
    if (change === null || change === undefined) return [];
    const now = lineOn(change, 'after');
    const mark = marks.find(({ line, lines }) => now !== null && now >= line && now < line + Math.max(1, lines));
    const at = selected === null || selected === undefined ? null : lineOn(change, selected.side);
    const isSelected =
      at !== null && selected !== null && selected !== undefined && at >= selected.first && at <= selected.last;
    return [...(mark === undefined ? [] : [`lane-${mark.kind}`]), ...(isSelected ? ['line-selected'] : [])];
  });
  return names.join(' ');
}
