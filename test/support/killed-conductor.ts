import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { runningProcesses } from './user-checkout.ts';
import { enginePoints, storePoints } from './points.ts';
import { randomFrom } from './random.ts';
import type { RunProject } from './run-project.ts';
import { seed } from './tier.ts';
import { expectNotRepeated, type ExecutionCounts, countExecutions } from './executed-effects.ts';

/** A project to conduct in, and the agent that works there. */
export interface Conducted {
  readonly project: RunProject;
  readonly agent: string;
}

/** A workflow that is killed again and again, and what must come of it. */
export interface Trial<S extends Conducted> {
  /** Conducts, as a process of its own. */
  readonly driver: string;
  /** The last line of a driver that came to the end. */
  readonly end: string;
  /** Effects whose outcome is recorded. */
  readonly recorded: (scene: S) => readonly string[];
  readonly expectFinished: (scene: S) => Promise<void>;
}

export interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly lines: string[];
}

export function startConductor(
  { driver }: Pick<Trial<never>, 'driver'>,
  { project, agent }: Conducted,
  args: readonly string[] = [],
) {
  const all = [driver, '--project', project.folder, '--agent', agent, ...args];
  const child = spawn(process.execPath, all, { env: project.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close').then(([, signal]): Ended => ({ signal, lines: text.split('\n').slice(0, -1) }));
  return { child, ended };
}

export function conduct(trial: Pick<Trial<never>, 'driver'>, scene: Conducted, ...args: string[]): Promise<Ended> {
  return startConductor(trial, scene, args).ended;
}

/** For so long, then it is killed. */
export async function conductFor(trial: Pick<Trial<never>, 'driver'>, scene: Conducted, ms: number): Promise<Ended> {
  const { child, ended } = startConductor(trial, scene);
  await Promise.race([pause(ms), ended]);
  child.kill('SIGKILL');
  return ended;
}

/** Undisturbed, to the end; what was recorded before is not carried out again. */
export async function expectResumed<S extends Conducted>(
  trial: Trial<S>,
  scene: S,
  before: ExecutionCounts = countExecutions(scene, trial.recorded(scene)),
): Promise<void> {
  const { lines } = await conduct(trial, scene);
  expect(lines.at(-1), lines.join('\n')).toBe(trial.end);
  expectNotRepeated(scene, before);
  await trial.expectFinished(scene);
}

/** Kills at one point after the other, and lets it end. Those of the kills that it came to; each first visit is one. */
export async function killAt<S extends Conducted>(trial: Trial<S>, scene: S, chain: string): Promise<string[]> {
  const kills: string[] = [];
  let recorded: ExecutionCounts = new Map();
  for (const kill of chain.split(', ')) {
    const { signal, lines } = await conduct(trial, scene, '--die-at', kill);
    expectNotRepeated(scene, recorded);
    if (signal !== 'SIGKILL') {
      expect(kill, `never reached\n${lines.join('\n')}`).not.toMatch(/:1$/);
      await trial.expectFinished(scene);
      return kills;
    }
    kills.push(kill);
    recorded = countExecutions(scene, trial.recorded(scene));
  }
  await expectResumed(trial, scene, recorded);
  return kills;
}

/** Whoever runs this is not done, and neither is what it starts, before `killWhileHanging` lets it go on. */
export const HANG = '[ -e "$XDG_DATA_HOME/go" ] || { setsid sleep 600 & sleep 600; }';

/** Kills while so many agents hang, with all that they left running, and lets it end. */
export async function killWhileHanging<S extends Conducted>(
  trial: Trial<S>,
  scene: S,
  { effect, agents }: { readonly effect: string; readonly agents: number },
): Promise<void> {
  const { project } = scene;
  const { child, ended } = startConductor(trial, scene);
  while (runningProcesses(project, effect).length < 2 * agents) await pause(20);
  child.kill('SIGKILL');
  await ended;
  expect(runningProcesses(project, effect).length).toBeGreaterThanOrEqual(2 * agents);
  fs.writeFileSync(path.join(project.home, 'data/go'), '');
  await expectResumed(trial, scene);
}

interface Instants {
  /** How many scenes, each of which is killed up to three times. */
  readonly scenes: number;
  /** Milliseconds after the start. */
  readonly from: number;
  readonly to: number;
}

/** How often it was killed. */
export async function killAtAnyInstant<S extends Conducted>(
  trial: Trial<S>,
  prepare: () => S,
  { scenes, from, to }: Instants,
): Promise<number> {
  const random = randomFrom(seed);
  let killed = 0;
  for (let nth = 0; nth < scenes; nth++) {
    const scene = prepare();
    let recorded: ExecutionCounts = new Map();
    for (let kill = 0; kill < 3; kill++) {
      const { signal } = await conductFor(trial, scene, from + random() * (to - from));
      if (signal !== 'SIGKILL') break;
      killed += 1;
      expectNotRepeated(scene, recorded);
      recorded = countExecutions(scene, trial.recorded(scene));
    }
    await expectResumed(trial, scene, recorded);
  }
  return killed;
}

/** Every point but those `elsewhere`. Those of a segment come first: only the beginning of a log passes them. */
export function pointsPassed({
  last = [],
  elsewhere,
}: {
  /** What only the end passes. */
  readonly last?: readonly string[];
  readonly elsewhere: readonly string[];
}): string[] {
  const isFirst = (point: string) => point.startsWith('segment.');
  const all = [
    ...storePoints.filter(isFirst),
    ...storePoints.filter((point) => !isFirst(point)),
    ...enginePoints.filter((point) => !last.includes(point)),
    ...last,
  ];
  return all.filter((point) => !elsewhere.includes(point) && !PUBLISHING.includes(point));
}

/** Only what is published passes these. */
const PUBLISHING = ['work.pushed', 'pull_request.written', 'reply.written'];

/** Every point in one of so many runs, each of which is killed again and again: `a:1, c:1`. */
export function chains(points: readonly string[], count: number): string[] {
  const nth = Array.from({ length: count }, (_, chain) => points.filter((_point, index) => index % count === chain));
  return nth.map((chain) => chain.map((point) => `${point}:1`).join(', '));
}

/** Every point at each of these visits, in a run of its own. */
export function singles(points: readonly string[], visits: readonly number[]): string[] {
  return points.flatMap((point) => visits.map((visit) => `${point}:${visit}`));
}
