import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { decodeLogLine } from '../../src/store/log-record.ts';
import type { RunProject } from './run-project.ts';

/*
 * A witness outside our store: whatever runs for an effect tells it so. What the log says of an effect is compared with
 * what really happened.
 */

/** What an agent or a test runs, to tell the witness. Not from inside a sandbox. Checks are let know of variables of this kind. */
export const RECORD_EFFECT = 'echo "$ORCHESTRAL_EFFECT" >> "$LC_WITNESS"';

interface RecordedProject {
  readonly project: Pick<RunProject, 'home'>;
}

/** How often each of these effects was really carried out so far. */
export type ExecutionCounts = ReadonlyMap<string, number>;

/** `auto/T1/` stands for anything that was done for it. */
export function countExecutions({ project }: RecordedProject, effects: readonly string[]): ExecutionCounts {
  const file = path.join(project.home, 'data/witness');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  const isIt = (line: string, effect: string) =>
    line === effect || line.startsWith(effect.endsWith('/') ? effect : `${effect}@`);
  return new Map(effects.map((effect) => [effect, lines.filter((line) => isIt(line, effect)).length]));
}

export function expectNotRepeated(scene: RecordedProject, before: ExecutionCounts): void {
  expect(countExecutions(scene, [...before.keys()])).toEqual(before);
}

/** The effects whose outcome is in a log, in its order; only those with an outcome of that type, if one is named. */
export function outcomesIn(log: string, only?: string): string[] {
  if (!fs.existsSync(log)) return [];
  const lines = fs
    .readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text) => decodeLogLine(text) ?? []);
  return lines.flatMap(({ type, data }) => {
    const { effect } = data as { effect?: string };
    return effect === undefined || type.startsWith('effect_') || (only ?? type) !== type ? [] : [effect];
  });
}
