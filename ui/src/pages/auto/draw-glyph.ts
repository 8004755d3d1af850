import type { State } from '../../marks/states.ts';

/** The colours of the page, for canvases: read once when the scheme changes. */
export function readColours(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  const names = [
    'surface',
    'surface-2',
    'border',
    'text',
    'text-2',
    'needs-you',
    'on-needs-you',
    'running',
    'done',
    'failed',
    'failed-soft',
    'waiting',
    'focus',
    'selected',
  ];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

const COLOUR: Record<State, string> = {
  needs_you: 'needs-you',
  running: 'running',
  done: 'done',
  unproven: 'done',
  failed: 'failed',
  waiting: 'waiting',
  blocked: 'waiting',
  ready: 'waiting',
  pending: 'waiting',
};

/** The mark of a state on a canvas: the same shapes as elsewhere. */
export function drawGlyph(
  to: CanvasRenderingContext2D,
  state: State,
  at: { x: number; y: number; size: number },
  colours: Record<string, string>,
): void {
  const { x, y, size } = at;
  const r = size / 2;
  to.strokeStyle = to.fillStyle = colours[COLOUR[state]] ?? '';
  to.lineWidth = Math.max(1, size / 7);
  to.setLineDash(state === 'pending' ? [size / 6, size / 6] : []);
  to.beginPath();
  if (state === 'needs_you') polygon(to, x, y, r * 1.1, 4, 0);
  else if (state === 'failed') polygon(to, x, y, r * 1.05, 8, Math.PI / 8);
  else if (state === 'waiting' || state === 'blocked') to.rect(x - r * 0.85, y - r * 0.85, size * 0.85, size * 0.85);
  else to.arc(x, y, r * 0.85, 0, (state === 'running' ? 1.5 : 2) * Math.PI);
  if (state === 'needs_you' || state === 'failed' || state === 'done' || state === 'waiting' || state === 'blocked')
    to.fill();
  else to.stroke();
  to.setLineDash([]);
  if (state !== 'failed') return;
  to.strokeStyle = colours['surface'] ?? '';
  to.beginPath();
  to.moveTo(x - r * 0.4, y - r * 0.4);
  to.lineTo(x + r * 0.4, y + r * 0.4);
  to.moveTo(x + r * 0.4, y - r * 0.4);
  to.lineTo(x - r * 0.4, y + r * 0.4);
  to.stroke();
}

function polygon(to: CanvasRenderingContext2D, x: number, y: number, r: number, corners: number, turn: number): void {
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (corner * 2 * Math.PI) / corners;
    to.lineTo(x + r * Math.cos(angle), y + r * Math.sin(angle));
  }
  to.closePath();
}
