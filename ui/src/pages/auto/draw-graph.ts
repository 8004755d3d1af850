import type { Surface } from './canvas.tsx';
import { drawGlyph, readColours } from './draw-glyph.ts';
import type { FarLayout } from './far-layout.ts';
import { NODE, type Layout, type Placed } from './layout.ts';
import { taskState, type ApiGraph } from './task-state.ts';

export interface View {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

interface Shown {
  readonly graph: ApiGraph;
  /** Tasks that the filter names; the others are dimmed. */
  readonly matching: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly phaseLabel: (phase: number) => string;
}

/** Beyond this many tasks, edges are drawn for the chosen task and the critical path only. */
const MANY = 150;

/** Boxes with ids and titles. */
export function drawNear(surface: Surface, layout: Layout, at: View, shown: Shown): void {
  const { to, width, height } = surface;
  const { graph, matching, chosen, phaseLabel } = shown;
  const colours = readColours();
  const { fontFamily } = getComputedStyle(document.body);
  const critical = new Set(graph.critical_path);
  to.translate(at.x, at.y);
  to.scale(at.zoom, at.zoom);
  to.font = `600 ${14 / Math.min(1, at.zoom)}px ${fontFamily}`;
  to.fillStyle = colours['text-2'] ?? '';
  for (const { phase, x } of layout.bands) to.fillText(phaseLabel(phase), x, 18);
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
    const isSeen = left < width && left + NODE.width * at.zoom > 0 && top < height && top + NODE.height * at.zoom > 0;
    if (!isSeen) continue;
    const current = graph.tasks[task.id] ?? task;
    to.globalAlpha = matching.has(task.id) ? 1 : 0.2;
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
    drawGlyph(to, taskState(current, graph), { x: x + 16, y: y + NODE.height / 2, size: 16 }, colours);
    to.globalAlpha = 1;
  }
}

/** A glyph per task; those of the critical path have a ring, and a line that passes the others by. */
export function drawFar({ to }: Surface, { placed, bands, cell }: FarLayout, shown: Shown): void {
  const { graph, matching, chosen, phaseLabel } = shown;
  const colours = readColours();
  const { fontFamily } = getComputedStyle(document.body);
  to.font = `600 13px ${fontFamily}`;
  to.fillStyle = colours['text-2'] ?? '';
  for (const { phase, x, y } of bands) to.fillText(phaseLabel(phase), x, y);
  const critical = new Set(graph.critical_path);
  const points = graph.critical_path.flatMap((id) => placed.get(id) ?? []);
  to.strokeStyle = colours['text-2'] ?? '';
  to.lineWidth = 1;
  for (const [n, point] of points.slice(1).entries()) bow(to, points[n] ?? point, point, cell.height);
  const size = Math.min(14, cell.height * 0.7);
  to.font = `12px ${fontFamily}`;
  for (const { task, x, y } of placed.values()) {
    const current = graph.tasks[task.id] ?? task;
    to.globalAlpha = matching.has(task.id) ? 1 : 0.2;
    // What lies below is not seen through an outline.
    to.fillStyle = colours['surface'] ?? '';
    to.beginPath();
    to.arc(x, y, size * 0.55, 0, 2 * Math.PI);
    to.fill();
    drawGlyph(to, taskState(current, graph), { x, y, size }, colours);
    if (critical.has(task.id)) {
      to.strokeStyle = colours['text'] ?? '';
      to.lineWidth = 1.5;
      to.beginPath();
      to.arc(x, y, size * 0.8, 0, 2 * Math.PI);
      to.stroke();
    }
    to.fillStyle = colours['text'] ?? '';
    if (cell.hasId) {
      const said = cell.hasTitle ? `${task.id} ${current.title}` : task.id;
      to.fillText(clip(to, said, cell.width - cell.height - 4), x + cell.height / 2, y + 4);
    }
    if (chosen === task.id) {
      to.strokeStyle = colours['focus'] ?? '';
      to.lineWidth = 2;
      to.strokeRect(x - cell.height / 2, y - cell.height / 2, cell.width, cell.height);
    }
    to.globalAlpha = 1;
  }
}

type Point = Pick<Placed, 'x' | 'y'>;

/** From one glyph to another beside whatever stands between them. */
function bow(to: CanvasRenderingContext2D, from: Point, until: Point, by: number): void {
  const [dx, dy] = [until.x - from.x, until.y - from.y];
  const length = Math.hypot(dx, dy);
  // Half of it is how far the line is from the straight one. Neighbours have nothing between them.
  const aside = length <= 1.5 * by ? 0 : by / Math.max(1, length);
  to.beginPath();
  to.moveTo(from.x, from.y);
  to.quadraticCurveTo((from.x + until.x) / 2 - dy * aside, (from.y + until.y) / 2 + dx * aside, until.x, until.y);
  to.stroke();
}

function edge(to: CanvasRenderingContext2D, from: Pick<Placed, 'x' | 'y'>, until: { x: number; y: number }): void {
  const [x1, y1, x2, y2] = [from.x + NODE.width, from.y + NODE.height / 2, until.x, until.y + NODE.height / 2];
  const bend = Math.max(20, (x2 - x1) / 2);
  to.beginPath();
  to.moveTo(x1, y1);
  to.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
  to.stroke();
}

/** As much of a text as fits. */
export function clip(to: CanvasRenderingContext2D, text: string, width: number): string {
  if (to.measureText(text).width <= width) return text;
  let end = text.length;
  while (end > 1 && to.measureText(`${text.slice(0, end)}…`).width > width) end = Math.floor(end * 0.9);
  return `${text.slice(0, end)}…`;
}
