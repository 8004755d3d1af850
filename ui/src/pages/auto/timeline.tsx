import { useCallback, useMemo, useState } from 'react';
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
type Expected = AnswerOf<'auto.forecast'>['tasks'][number];

const ROW = 18;
const HEAD = 24;
/** Merges and limits stay on top. */
const PINNED = HEAD + 2 * ROW;
/** What a time of day needs beside the next one. */
const TICK = 70;
/** Room for a title beside the id. */
const WIDE_LABEL = 240;

interface TimelineProps {
  readonly project: string;
  readonly graph: ApiGraph;
  /** Tasks that the filter names; the others are dimmed. */
  readonly matching: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onChoose: (task: string) => void;
}

/** When what was worked on: merges and limits on top, then a row for each task. */
export function Timeline({ project, graph, matching, chosen, onChoose }: TimelineProps) {
  const { auto: words, home, language } = useWords();
  const now = Math.floor(useNow() / 10_000) * 10_000;
  const { data, error, refetch } = useAnswer('auto.attempts', { params: { project } });
  const forecast = useAnswer(
    'auto.forecast',
    { params: { project }, query: {} },
    { enabled: graph.seconds_left !== null },
  );
  const history = data?.history;
  const limits = data?.limits;
  const held = data?.held;
  const expected = forecast.data?.tasks;
  const [top, setTop] = useState(0);
  const rows = useMemo(() => rowsOf(history ?? [], expected ?? []), [history, expected]);
  const draw = useCallback(
    ({ to, width, height }: Surface): void => {
      if (history === undefined || limits === undefined || held === undefined) return;
      const colours = readColours();
      const spans = history.map(({ started_at, ended_at }) => ({
        from: Date.parse(started_at),
        to: ended_at === null ? now : Math.max(Date.parse(started_at), Date.parse(ended_at)),
      }));
      const begin = Math.min(...spans.map(({ from }) => from));
      const end = Math.max(now, ...spans.map((span) => span.to));
      const left = width < 700 ? 72 : width < 1100 ? 110 : WIDE_LABEL;
      const horizon = end + horizonMs(end - begin, expected ?? []);
      const waits = held.map(({ task, from, until }) => ({
        task,
        from: Date.parse(from),
        to: until === null ? end : Date.parse(until),
      }));
      const { x: xOf, gaps } = timeAxis([...spans, ...waits, { from: end, to: horizon }], { left, right: width - 16 });
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
        const strength = matching.has(task) ? 1 : 0.2;
        if (task === chosen) {
          to.fillStyle = colours['selected'] ?? '';
          to.fillRect(0, rowTop, width, ROW);
        }
        to.globalAlpha = strength;
        label(left === WIDE_LABEL ? `${task} ${graph.tasks[task]?.title ?? ''}` : task, rowTop);
        for (const attempt of attempts) {
          const [x1, x2] = [
            xOf(Date.parse(attempt.started_at)),
            xOf(attempt.ended_at === null ? end : Date.parse(attempt.ended_at)),
          ];
          const y = rowTop + 3;
          if (attempt.step === 'merge' && attempt.ended_at !== null)
            diamond(to, x2, y + 6, colours[attempt.failure === null ? 'done' : 'failed'] ?? '');
          else bar(to, attempt, { x1, x2, y, strength }, colours);
        }
        for (const wait of waits.filter((one) => one.task === task))
          forPerson(to, { x1: xOf(wait.from), x2: xOf(wait.to), y: rowTop + 3, says: words.forYou }, colours);
        for (const { id, starts, ends } of expected ?? [])
          if (id === task && end + starts * 1000 < horizon)
            outline(to, { x1: xOf(end + starts * 1000), x2: xOf(end + ends * 1000), y: rowTop + 3 }, colours);
        to.globalAlpha = 1;
      }
      to.restore();
      to.fillStyle = colours['focus'] ?? '';
      to.fillRect(xOf(now), HEAD, 2, height);
      if (xOf(now) - lastTick >= TICK && xOf(now) < width - TICK) to.fillText(words.now, xOf(now), HEAD / 2);
    },
    [history, limits, held, expected, rows, now, top, language, words, home, graph, matching, chosen],
  );
  if (history === undefined)
    return error === null ? <Loading /> : <Problem error={error} retry={() => void refetch()} />;
  if (history.length === 0) return <Empty>{words.noAttempts}</Empty>;
  return (
    <div className={styles.fill}>
      <Canvas draw={draw} role="img" aria-label={words.timelineLabel(history.length)} />
      <div
        className={styles.over}
        tabIndex={0}
        onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
        onClick={({ currentTarget, clientY }) => {
          const y = clientY - currentTarget.getBoundingClientRect().top - PINNED;
          const [task] = rows[Math.floor((y + top) / ROW)] ?? [];
          if (y >= 0 && task !== undefined) onChoose(task);
        }}
      >
        <div style={{ height: PINNED + (rows.length + 1) * ROW }} />
      </div>
    </div>
  );
}

/** Those that were begun, then those that are expected. */
function rowsOf(history: readonly Attempt[], expected: readonly Expected[]): [string, Attempt[]][] {
  const rows = new Map<string, Attempt[]>();
  for (const attempt of history)
    if (attempt.task !== null) rows.set(attempt.task, [...(rows.get(attempt.task) ?? []), attempt]);
  for (const { id } of expected) if (!rows.has(id)) rows.set(id, []);
  return [...rows];
}

const LEAST_AHEAD_MS = 10 * 60_000;

/** How far ahead is shown: no further than back, so that what happened keeps its half. */
function horizonMs(behind: number, expected: readonly Expected[]): number {
  const ahead = Math.max(0, ...expected.map(({ ends }) => ends * 1000));
  return Math.min(ahead, Math.max(behind, LEAST_AHEAD_MS));
}

interface Bar {
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

/** The work is done, and waits for the person: amber, with a word where there is room. */
function forPerson(
  to: CanvasRenderingContext2D,
  { x1, x2, y, says }: Bar & { readonly says: string },
  colours: Record<string, string>,
): void {
  const width = Math.max(3, x2 - x1);
  to.fillStyle = colours['needs-you'] ?? '';
  to.fillRect(x1, y, width, 12);
  to.fillStyle = colours['on-needs-you'] ?? '';
  if (to.measureText(says).width < width - 6) to.fillText(says, x1 + 3, y + 6);
}

/** What is still to come. */
function outline(to: CanvasRenderingContext2D, { x1, x2, y }: Bar, colours: Record<string, string>): void {
  to.strokeStyle = colours['waiting'] ?? '';
  to.lineWidth = 1;
  to.strokeRect(x1 + 0.5, y + 0.5, Math.max(2, x2 - x1 - 1), 11);
}

/** The agent solid, checks striped, waits dotted; what failed is pale and ends in a cross. */
function bar(
  to: CanvasRenderingContext2D,
  { step, failure }: Attempt,
  { x1, x2, y, strength }: Bar & { readonly strength: number },
  colours: Record<string, string>,
): void {
  const width = Math.max(2, x2 - x1);
  if (step === 'wait') return hatch(to, x1, y, x2, colours);
  to.globalAlpha = failure === null ? strength : 0.45 * strength;
  to.fillStyle = colours[failure === null ? 'running' : 'failed'] ?? '';
  to.fillRect(x1, y, width, 12);
  if (step === 'probe' || step === 'review') {
    to.fillStyle = colours['surface'] ?? '';
    for (let x = x1 + 2; x < x1 + width; x += 5) to.fillRect(x, y, 2, 12);
  }
  to.globalAlpha = strength;
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
