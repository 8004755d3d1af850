import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunProject } from './run-project.ts';

/** A project to conduct in, and the agent that works there. */
export interface Conducted {
  readonly project: Pick<RunProject, 'folder' | 'env'>;
  readonly agent: string;
}

export interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly lines: string[];
}

/** A driver that conducts, as a process of its own. */
export function startConductor(driver: string, { project, agent }: Conducted, args: readonly string[] = []) {
  const all = [driver, '--project', project.folder, '--agent', agent, ...args];
  const child = spawn(process.execPath, all, { env: project.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close').then(([, signal]): Ended => ({ signal, lines: text.split('\n').slice(0, -1) }));
  return { child, ended };
}

/** For so long, then it is killed. */
export async function conductFor(driver: string, scene: Conducted, ms: number): Promise<Ended> {
  const { child, ended } = startConductor(driver, scene);
  await Promise.race([pause(ms), ended]);
  child.kill('SIGKILL');
  return ended;
}

/** Every point in one of so many runs, each of which is killed again and again: `a:1, c:1`. */
export function chains(points: readonly string[], count: number): string[] {
  const nth = Array.from({ length: count }, (_, chain) => points.filter((_point, index) => index % count === chain));
  return nth.map((chain) => chain.map((point) => `${point}:1`).join(', '));
}

/** Every point at each of these visits, in a run of its own. */
export function singles(points: readonly string[], visits: readonly number[]): string[] {
  return points.flatMap((point) => visits.map((visit) => `${point}:${visit}`));
}
