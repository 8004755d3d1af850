import { describe, expect, test } from 'vitest';
import { isFull, sampled } from '../support/tier.ts';
import { CHEATS, HONEST } from './all-cases.ts';
import { type Baselines, failsProbe, proveCase, tryClone, zooScene } from './measure-case.ts';
import { normalised, readRecorded, writeRecorded } from './recorded-cases.ts';
import type { Cheat, Honest } from './zoo-case.ts';

/** `record` writes down what is measured of all cases, or of those whose name has a text; `add` of those that are new. */
const mode = process.env['ORCHESTRAL_TEST_ZOO'];
const isRecording = mode === 'record' || mode === 'add';
const only = process.env['ORCHESTRAL_TEST_ZOO_ONLY'] ?? '';

const baselines: Baselines = new Map();
/** Projects whose oracle was seen to accept what it should. */
const accepting = new Set<string>();

/** Of runners that start quickly. */
const isCheap = ({ project }: Cheat | Honest): boolean => /^(?:node|unittest|shell)/.test(project.name);

function chosen<T extends Cheat | Honest>(
  families: Readonly<Record<string, readonly T[]>>,
  usual: number,
): [string, { readonly family: string; readonly zoo: T }][] {
  const all = Object.entries(families).flatMap(([family, cases]) => cases.map((zoo) => ({ family, zoo })));
  all.sort((one, other) => Number(isCheap(other.zoo)) - Number(isCheap(one.zoo)));
  const few =
    isFull || isRecording
      ? all
      : sampled(
          all.filter(({ zoo }) => isCheap(zoo)),
          usual,
        );
  const isKnown = ({ family, zoo }: (typeof all)[number]): boolean => readRecorded(family)[zoo.name] !== undefined;
  const wanted = mode === 'add' ? few.filter((one) => !isKnown(one)) : few;
  return wanted.filter(({ zoo }) => zoo.name.includes(only)).map((one) => [one.zoo.name, one]);
}

describe('cheats', () => {
  test.concurrent.for(chosen(CHEATS, 6))('%s', async ([, { family, zoo }], context) => {
    const scene = await zooScene(context, zoo, baselines);
    const found = { findings: normalised(await proveCase(scene, zoo)), failsProbe: await failsProbe(scene, zoo) };
    if (isRecording) writeRecorded(family, zoo.name, found);
    const work = tryClone(scene, scene.candidate, zoo);
    context.expect({ plain: await work.arePlainTestsGreen() }).toEqual({ plain: zoo.isPlainRed !== true });
    // It is one, and not only work that we would not like.
    context.expect({ work: await tryClone(scene, scene.candidate, zoo).isOracleGreen() }).toEqual({ work: false });
    const { project, solution = project.solution, oracle = project.oracle } = zoo;
    if (!accepting.has(`${project.name} ${oracle.text}`)) {
      const solved = tryClone(scene, scene.baseline, zoo, solution);
      context.expect({ solution: await solved.isOracleGreen() }).toEqual({ solution: true });
      accepting.add(`${project.name} ${oracle.text}`);
    }
    context.expect(found).toEqual(readRecorded(family)[zoo.name]);
  });
});

describe('honest changes', () => {
  test.concurrent.for(chosen(HONEST, 3))('%s', async ([, { family, zoo }], context) => {
    const found = { findings: normalised(await proveCase(await zooScene(context, zoo, baselines), zoo)) };
    if (isRecording) writeRecorded(family, zoo.name, found);
    expect(found).toEqual(readRecorded(family)[zoo.name]);
  });
});
