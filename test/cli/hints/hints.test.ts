import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { record } from '../../support/scorecard.ts';
import { isFull, sampled } from '../../support/tier.ts';
import { autoSituations } from './auto-situations.ts';
import { fixedCommands, follow, provoke, routesOf } from './follow-hint.ts';
import { projectSituations } from './project-situations.ts';
import { packed, runSituations } from './run-situations.ts';
import { sessionSituations } from './session-situations.ts';
import { type Situation, type Stage, stage } from './situation.ts';
import { usageSituations } from './usage-situations.ts';

const groups: Readonly<Record<string, readonly Situation[]>> = {
  usage: usageSituations,
  project: projectSituations,
  run: runSituations,
  session: sessionSituations,
  auto: autoSituations,
};
const all = Object.entries(groups).flatMap(([group, situations]) =>
  situations.map((situation) => [`${group}: ${situation.name}`, situation] as const),
);

describe('a failure is one line and a hint that works', () => {
  test.each(sampled(all, 24))('%s', async (_, situation) => {
    const own = await arranged(situation);
    const told = await provoke(situation, own);
    for (const [index, route] of routesOf(told).entries()) {
      const another = index === 0 ? own : await arranged(situation);
      if (index > 0) await provoke(situation, another);
      await follow(situation, another, route);
    }
    if (!isFull) return;
    const { hint } = await provoke(situation, await arranged(situation), 'ko');
    for (const command of fixedCommands(told.hint)) expect(fixedText(hint)).toContain(command);
  });

  test('and there are a hundred of them', () => {
    expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(100);
    record({
      promise: 'every error is one line with a hint, and the hint works when it is followed',
      asked: '100 situations',
      measured: `${all.length} situations, ${new Set(all.map(([, { code }]) => code)).size} kinds of failure`,
    });
  });
});

test('a damaged state.json is restored from its log: no failure', async () => {
  const own = await packed();
  fs.writeFileSync(path.join(own.project.run?.() ?? '', 'state.json'), '{"version":');
  const { stderr, code } = await own.cli(['review']);
  expect(code, stderr).toBe(0);
  expect((await own.cli(['runs'])).stdout).toContain('orchestral review');
});

async function arranged({ arrange = stage }: Situation): Promise<Stage> {
  return arrange();
}

function fixedText(hint: string): string {
  return hint.replaceAll(/run-\d{8}-\d{6}(?:-\d+)?|\b[0-9a-f]{12,40}\b/g, 'ID');
}
