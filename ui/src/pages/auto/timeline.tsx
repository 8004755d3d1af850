import { useCallback, useState } from 'react';
import type { AnswerOf } from '../../../../src/schema/api/routes.ts';
import { useAnswer } from '../../server/queries.ts';
import { Empty } from '../../states/empty.tsx';
import { Loading } from '../../states/loading.tsx';
import { Problem } from '../../states/problem.tsx';
import { clockTime, duration } from '../../words/format.ts';
import { useNow } from '../../words/use-now.ts';
import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import { Canvas, type Surface } from './canvas.tsx';
import { readColours } from './draw-glyph.ts';
import { clip } from './draw-graph.ts';
import type { ApiGraph } from './task-state.ts';
import { timeAxis } from './time-axis.ts';

type Attempt = AnswerOf<'auto.attempts'>['history'][number];

const ROW = 18;
const HEAD = 24;
/** Merges and limits stay on top. */
const PINNED = HEAD + 2 * ROW;
/** What a time of day needs beside the next one. */
const TICK = 70;
/** Room for a title beside the id. */
const WIDE_LABEL = 240;

/** When what was worked on: merges and limits on top, then a row for each task. */
export function Timeline({ project, graph }: { project: string; graph: ApiGraph }) {
  const { auto: words, home, language } = useWords();
  const now = Math.floor(useNow() / 10_000) * 10_000;
  const { data, error, refetch } = useAnswer('auto.attempts', { params: { project } });
  const history = data?.history;
  const limits = data?.limits;
  const [top, setTop] = useState(0);
  const draw = useCallback(
    ({ to, width, height }: Surface): void => {
      if (history === undefined || limits === undefined) return;
      const colours = readColours();
      const spans = history.map(({ started_at, ended_at }) => ({
        from: Date.parse(started_at),
        to: ended_at === null ? now : Math.max(Date.parse(started_at), Date.parse(ended_at)),
      }));
      const begin = Math.min(...spans.map(({ from }) => from));
      const end = Math.max(now, ...spans.map((span) => span.to));
      const left = width < 700 ? 72 : width < 1100 ? 110 : WIDE_LABEL;
      const { x: xOf, gaps } = timeAxis([...spans, { from: end, to: end }], { left, right: width - 16 });
      to.font = `12px ${getComputedStyle(document.body).fontFamily}`;
      to.textBaseline = 'middle';
      let lastTick = -Infinity;
      for (const { from } of [{ from: begin }, ...spans.toSorted((a, b) => a.from - b.from)]) {
        if (xOf(from) - lastTick < TICK || xOf(from) > width - TICK) continue;
        lastTick = xOf(from);
        to.fillStyle = colours['text-2'] ?? '';
        to.fillText(clockTime(new Date(from), language), lastTick, HEAD / 2);
        to.fillStyle = colours['border'] ?? '';
        to.fillRect(lastTick, HEAD, 1, height);
      }
      for (const gap of gaps) {
        to.fillStyle = colours['surface-2'] ?? '';
        to.fillRect(gap.x, HEAD, gap.width, height);
        to.fillStyle = colours['text-2'] ?? '';
        to.fillText(duration(gap.ms, home.units), gap.x + 3, HEAD + ROW / 2, gap.width - 6);
      }
      const rows = rowsOf(history);
      const label = (text: string, y: number): void => {
        to.fillStyle = colours['text'] ?? '';
        to.fillText(clip(to, text, left - 20), 12, y + ROW / 2);
      };
      label(words.mergeQueue, HEAD);
      label(words.limits, HEAD + ROW);
      for (const { from, until } of limits)
        hatch(
          to,
          xOf(Date.parse(from)),
          HEAD + ROW + 3,
          xOf(until === null ? end : Math.min(end, Date.parse(until))),
          colours,
        );
      const merges = history.filter(({ step, ended_at }) => step === 'merge' && ended_at !== null);
      for (const { ended_at, failure } of merges)
        diamond(
          to,
          xOf(Date.parse(ended_at ?? '')),
          HEAD + ROW / 2,
          colours[failure === null ? 'done' : 'failed'] ?? '',
        );
      to.save();
      to.beginPath();
      to.rect(0, PINNED, width, height);
      to.clip();
      for (const [index, [task, attempts]] of rows.entries()) {
        const rowTop = PINNED + index * ROW - top;
        if (rowTop < PINNED - ROW || rowTop > height) continue;
        label(left === WIDE_LABEL ? `${task} ${graph.tasks[task]?.title ?? ''}` : task, rowTop);
        for (const attempt of attempts) {
          const [x1, x2] = [
            xOf(Date.parse(attempt.started_at)),
            xOf(attempt.ended_at === null ? end : Date.parse(attempt.ended_at)),
          ];
          const y = rowTop + 3;
          if (attempt.step === 'merge' && attempt.ended_at !== null)
            diamond(to, x2, y + 6, colours[attempt.failure === null ? 'done' : 'failed'] ?? '');
          else bar(to, attempt, { x1, x2, y }, colours);
        }
      }
      to.restore();
      to.fillStyle = colours['focus'] ?? '';
      to.fillRect(xOf(now), HEAD, 2, height);
    },
    [history, limits, now, top, language, words, home, graph],
  );
  if (history === undefined)
    return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  if (history.length === 0) return <Empty>{words.noAttempts}</Empty>;
  return (
    <div className={styles.fill}>
      <Canvas draw={draw} role="img" aria-label={words.timelineLabel(history.length)} />
      <div className={styles.over} tabIndex={0} onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}>
        <div style={{ height: PINNED + (rowsOf(history).length + 1) * ROW }} />
      </div>
    </div>
  );
}

function rowsOf(history: readonly Attempt[]): [string, Attempt[]][] {
  const rows = new Map<string, Attempt[]>();
  for (const attempt of history)
    if (attempt.task !== null) rows.set(attempt.task, [...(rows.get(attempt.task) ?? []), attempt]);
  return [...rows];
}

/** The agent solid, checks striped, waits dotted; what failed is pale and ends in a cross. */
function bar(
  to: CanvasRenderingContext2D,
  { step, failure }: Attempt,
  { x1, x2, y }: { x1: number; x2: number; y: number },
  colours: Record<string, string>,
): void {
  const width = Math.max(2, x2 - x1);
  if (step === 'wait') return hatch(to, x1, y, x2, colours);
  to.globalAlpha = failure === null ? 1 : 0.45;
  to.fillStyle = colours[failure === null ? 'running' : 'failed'] ?? '';
  to.fillRect(x1, y, width, 12);
  if (step === 'probe' || step === 'review') {
    to.fillStyle = colours['surface'] ?? '';
    for (let x = x1 + 2; x < x1 + width; x += 5) to.fillRect(x, y, 2, 12);
  }
  to.globalAlpha = 1;
  if (failure === null) return;
  to.fillStyle = colours['failed'] ?? '';
  to.fillText('✕', x1 + width + 2, y + 6);
}

function hatch(to: CanvasRenderingContext2D, x1: number, y: number, x2: number, colours: Record<string, string>): void {
  to.strokeStyle = colours['waiting'] ?? '';
  to.lineWidth = 1;
  to.beginPath();
  for (let x = x1; x < x2; x += 5) {
    to.moveTo(x, y + 12);
    to.lineTo(Math.min(x2, x + 6), y);
  }
  to.stroke();
}

function diamond(to: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  to.fillStyle = colour;
  to.beginPath();
  to.moveTo(x, y - 6);
  to.lineTo(x + 6, y);
  to.lineTo(x, y + 6);
  to.lineTo(x - 6, y);
  to.fill();
}
