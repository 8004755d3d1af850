import { Button } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import { Canvas, type Surface } from './canvas.tsx';
import { drawGlyph, readColours } from './draw-glyph.ts';
import { layOut, NODE, type Placed } from './layout.ts';
import { taskState, tasksInOrder, type ApiGraph } from './task-state.ts';

interface GraphProps {
  readonly graph: ApiGraph;
  /** Tasks that the filter names; the others are dimmed. */
  readonly matching: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onChoose: (task: string) => void;
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Beyond this many tasks, edges are drawn for the chosen task and the critical path only. */
const MANY = 150;

/** The tasks by phase and depth. A change of state moves nothing: the layout depends on the plan alone. */
export function Graph({ graph, matching, chosen, onChoose }: GraphProps) {
  const { auto: words } = useWords();
  const tasks = tasksInOrder(graph);
  const plan = tasks.map(({ id, phase, needs }) => `${id} ${phase} ${needs.join()}`).join('\n');
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `plan` is all of the tasks that the layout depends on.
  const layout = useMemo(() => layOut(tasks), [plan]);
  const [view, setView] = useState<View | null>(null);
  const [size, setSize] = useState({ width: 1, height: 1 });
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const fitted = useMemo(() => fit(layout, size), [layout, size]);
  const at = view ?? fitted;
  const resized = useCallback((width: number, height: number) => setSize({ width, height }), []);
  const draw = useCallback(
    ({ to, width, height }: Surface): void => {
      const colours = readColours();
      const { fontFamily } = getComputedStyle(document.body);
      const critical = new Set(graph.critical_path);
      to.translate(at.x, at.y);
      to.scale(at.zoom, at.zoom);
      to.font = `600 ${14 / Math.min(1, at.zoom)}px ${fontFamily}`;
      to.fillStyle = colours['text-2'] ?? '';
      for (const { phase, x } of layout.bands) to.fillText(words.phase(phase), x, 18);
      for (const { task, x, y } of layout.placed.values())
        for (const need of task.needs) {
          const from = layout.placed.get(need);
          const isCritical = critical.has(task.id) && critical.has(need);
          const isChosen = chosen === task.id || chosen === need;
          if (from === undefined || (layout.placed.size > MANY && !isCritical && !isChosen)) continue;
          to.strokeStyle = colours[isChosen ? 'focus' : isCritical ? 'text' : 'border'] ?? '';
          to.lineWidth = (isCritical || isChosen ? 2 : 1) / at.zoom;
          edge(to, from, { x, y });
        }
      for (const { task, x, y } of layout.placed.values()) {
        const [left, top] = [x * at.zoom + at.x, y * at.zoom + at.y];
        const isSeen =
          left < width && left + NODE.width * at.zoom > 0 && top < height && top + NODE.height * at.zoom > 0;
        if (!isSeen) continue;
        const current = graph.tasks[task.id] ?? task;
        to.globalAlpha = matching.has(task.id) ? 1 : 0.2;
        if (at.zoom > 0.35) {
          to.fillStyle = colours[chosen === task.id ? 'selected' : 'surface'] ?? '';
          to.strokeStyle = colours[chosen === task.id ? 'focus' : critical.has(task.id) ? 'text' : 'border'] ?? '';
          to.lineWidth = 1 / at.zoom;
          to.beginPath();
          to.roundRect(x, y, NODE.width, NODE.height, 6);
          to.fill();
          to.stroke();
          to.fillStyle = colours['text'] ?? '';
          to.font = `500 13px ${fontFamily}`;
          to.fillText(task.id, x + 30, y + 18);
          to.fillStyle = colours['text-2'] ?? '';
          to.font = `12px ${fontFamily}`;
          to.fillText(clip(to, current.title, NODE.width - 38), x + 30, y + 35);
        }
        const glyph = at.zoom > 0.35 ? 16 : 10 / at.zoom;
        drawGlyph(to, taskState(current, graph), { x: x + 16, y: y + NODE.height / 2, size: glyph }, colours);
        to.globalAlpha = 1;
      }
    },
    [graph, layout, at, matching, chosen, words],
  );
  const zoomBy = (factor: number, x = size.width / 2, y = size.height / 2): void => {
    const zoom = Math.min(2, Math.max(0.04, at.zoom * factor));
    setView({ zoom, x: x - ((x - at.x) / at.zoom) * zoom, y: y - ((y - at.y) / at.zoom) * zoom });
  };
  return (
    <div className={styles.fill}>
      <Canvas
        draw={draw}
        onSize={resized}
        role="img"
        aria-label={words.graphLabel(tasks.length, layout.bands.length)}
        onWheel={({ deltaY, nativeEvent: { offsetX, offsetY } }) =>
          zoomBy(deltaY < 0 ? 1.15 : 1 / 1.15, offsetX, offsetY)
        }
        onPointerDown={(event) => {
          drag.current = { x: event.clientX, y: event.clientY, moved: false };
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (from === null) return;
          const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
          if (!from.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
          drag.current = { x: event.clientX, y: event.clientY, moved: true };
          setView({ ...at, x: at.x + dx, y: at.y + dy });
        }}
        onPointerUp={({ nativeEvent: { offsetX, offsetY } }) => {
          const wasMoved = drag.current?.moved === true;
          drag.current = null;
          if (wasMoved) return;
          const [x, y] = [(offsetX - at.x) / at.zoom, (offsetY - at.y) / at.zoom];
          const hit = [...layout.placed.values()].find(
            (each) => x >= each.x && x <= each.x + NODE.width && y >= each.y && y <= each.y + NODE.height,
          );
          if (hit !== undefined) onChoose(hit.task.id);
        }}
      />
      <div className={styles.zoom}>
        <Button variant="default" size="compact-sm" aria-label={words.zoomIn} onClick={() => zoomBy(1.4)}>
          +
        </Button>
        <Button variant="default" size="compact-sm" aria-label={words.zoomOut} onClick={() => zoomBy(1 / 1.4)}>
          −
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setView(null)}>
          {words.fit}
        </Button>
      </div>
    </div>
  );
}

function fit({ width, height }: { width: number; height: number }, size: { width: number; height: number }): View {
  const zoom = Math.min(1, (size.width - 48) / Math.max(1, width), (size.height - 48) / Math.max(1, height));
  return { zoom: Math.max(0.04, zoom), x: 24, y: 24 };
}

function edge(to: CanvasRenderingContext2D, from: Pick<Placed, 'x' | 'y'>, until: { x: number; y: number }): void {
  const [x1, y1, x2, y2] = [from.x + NODE.width, from.y + NODE.height / 2, until.x, until.y + NODE.height / 2];
  const bend = Math.max(20, (x2 - x1) / 2);
  to.beginPath();
  to.moveTo(x1, y1);
  to.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
  to.stroke();
}

function clip(to: CanvasRenderingContext2D, text: string, width: number): string {
  if (to.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && to.measureText(`${text.slice(0, end)}…`).width > width) end = Math.floor(end * 0.9);
  return `${text.slice(0, end)}…`;
}
