import { Button } from '@mantine/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useWords } from '../../words/words.tsx';
import styles from './auto.module.css';
import { Canvas, type Surface } from './canvas.tsx';
import { drawFar, drawNear, type View } from './draw-graph.ts';
import { layOutFar, NARROW } from './far-layout.ts';
import { layOut, NODE, type Placed } from './layout.ts';
import { tasksInOrder, type ApiGraph } from './task-state.ts';

interface GraphProps {
  readonly graph: ApiGraph;
  /** Tasks that the filter names; the others are dimmed. */
  readonly matching: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly onChoose: (task: string) => void;
}

/** Smaller than this, titles cannot be read: then a glyph per task says more. */
const SMALLEST = 0.55;
/** How close one comes when one looks closer at a glyph. */
const CLOSER = 0.8;

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
  const hasFar = fitted.zoom < SMALLEST || size.width < NARROW;
  const isFar = view === null && hasFar;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- as above.
  const far = useMemo(() => layOutFar(tasks, size), [plan, size]);
  const at = view ?? fitted;
  const resized = useCallback((width: number, height: number) => setSize({ width, height }), []);
  const draw = useCallback(
    (surface: Surface): void => {
      const shown = { graph, matching, chosen, phaseLabel: words.phase };
      if (isFar) drawFar(surface, far, shown);
      else drawNear(surface, layout, at, shown);
    },
    [graph, layout, far, isFar, at, matching, chosen, words],
  );
  const zoomBy = (factor: number, x = size.width / 2, y = size.height / 2): void => {
    if (isFar) {
      const node = layout.placed.get(nearestTo(far.placed, x, y)?.task.id ?? '');
      if (factor < 1 || node === undefined) return;
      const [midX, midY] = [node.x + NODE.width / 2, node.y + NODE.height / 2];
      setView({ zoom: CLOSER, x: x - midX * CLOSER, y: y - midY * CLOSER });
      return;
    }
    const zoom = Math.min(2, Math.max(Math.min(SMALLEST, fitted.zoom), at.zoom * factor));
    if (zoom < SMALLEST && hasFar) setView(null);
    else setView({ zoom, x: x - ((x - at.x) / at.zoom) * zoom, y: y - ((y - at.y) / at.zoom) * zoom });
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
          if (from === null || isFar) return;
          const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
          if (!from.moved && Math.abs(dx) + Math.abs(dy) < 4) return;
          drag.current = { x: event.clientX, y: event.clientY, moved: true };
          setView({ ...at, x: at.x + dx, y: at.y + dy });
        }}
        onPointerUp={({ nativeEvent: { offsetX, offsetY } }) => {
          const wasMoved = drag.current?.moved === true;
          drag.current = null;
          if (wasMoved) return;
          if (isFar) {
            const near = nearestTo(far.placed, offsetX, offsetY);
            if (near !== undefined) onChoose(near.task.id);
            return;
          }
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

function nearestTo(placed: ReadonlyMap<string, Placed>, x: number, y: number): Placed | undefined {
  let nearest: Placed | undefined;
  let least = Infinity;
  for (const each of placed.values()) {
    const distance = Math.hypot(each.x - x, each.y - y);
    if (distance >= least) continue;
    least = distance;
    nearest = each;
  }
  return nearest;
}
