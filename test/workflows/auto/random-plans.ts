import type { PlannedTask } from '../../../src/workflows/auto/events.ts';
import { task } from './graph-scenario.ts';

/** Which earlier tasks one needs. */
type Shape = (index: number, size: number, random: () => number) => readonly number[];

/** Graphs as people write them: stages, features side by side, one thing upon another. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  /** Layers of 5 to 25, each task needing 1 to 3 of the layer before. */
  layers: (index, size, random) => {
    const width = 5 + (size % 21);
    const first = Math.floor(index / width - 1) * width;
    return first < 0 ? [] : some(1 + 2 * random(), () => first + below(width, random));
  },
  /** Each needs up to 3 of the 40 before it. */
  mesh: (index, _, random) => some(3.5 * random(), () => index - 1 - below(40, random)),
  /** Features of 8 steps one after the other, now and then needing another feature's. */
  features: (index, _, random) => [
    ...(index % 8 === 0 ? [] : [index - 1]),
    ...(random() < 0.1 ? [below(index, random)] : []),
  ],
  /** Everything grows out of something earlier. */
  tree: (index, _, random) => [below(index, random)],
  /** Ten at a time, then one that needs them all, then ten that need it. */
  joints: (index) => {
    const [round, place] = [Math.floor(index / 11), index % 11];
    if (place === 10) return Array.from({ length: 10 }, (_, at) => round * 11 + at);
    return round === 0 ? [] : [round * 11 - 1];
  },
  /** Most of a backlog needs nothing. */
  backlog: (index, _, random) => (random() < 0.3 ? [below(index, random)] : []),
};

export interface RandomPlan {
  readonly shape: string;
  readonly tasks: readonly PlannedTask[];
  /** How long each really takes. */
  readonly seconds: (id: string) => number;
}

/**
 * Log-normal times around five minutes; what is expected of each is off by up to `error` times, either way. The file has
 * them in an order that goes from what is needed to what needs it.
 */
export function randomPlan(options: {
  size: number;
  phases: number;
  /** Undefined: nothing is known of them, the same is expected of all. */
  error: number | undefined;
  shape: string;
  random: () => number;
}): RandomPlan {
  const { size, phases, error, shape, random } = options;
  const needsOf = SHAPES[shape];
  if (needsOf === undefined) throw new Error(`no such shape: ${shape}`);
  const idOf = (index: number) => `T${1 + Math.floor((index * phases) / size)}.${index}`;
  const times = new Map<string, number>();
  const look = 5 + below(21, random);
  const tasks = Array.from({ length: size }, (_, index) => {
    const needs = [...new Set(needsOf(index, look, random))].filter((need) => need >= 0 && need < index);
    const seconds = 300 * Math.exp(0.7 * normal(random));
    times.set(idOf(index), seconds);
    const misjudged = (error ?? 1) ** (2 * random() - 1);
    const expected = error === undefined ? 300 : seconds * misjudged;
    return task(`${idOf(index)}: ${needs.map(idOf).join(' ')}`, { expected });
  });
  return { shape, tasks, seconds: (id) => times.get(id) ?? 0 };
}

function some(count: number, one: () => number): number[] {
  return Array.from({ length: Math.floor(count) }, one);
}

function below(limit: number, random: () => number): number {
  return Math.floor(limit * random());
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
