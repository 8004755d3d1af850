import { describe, expect, test } from 'vitest';
import { fortyTasks } from '../support/forty-tasks.ts';
import { conductFor, expectResumed, startConductor } from '../support/killed-conductor.ts';
import { runningProcesses } from '../support/user-checkout.ts';
import { randomFrom } from '../support/random.ts';
import { record } from '../support/scorecard.ts';
import { seed } from '../support/tier.ts';
import { type ExecutionCounts, countExecutions } from '../support/executed-effects.ts';
import { driver, outcomesOf, prepared, recordedIn, type Scene, trialFor, undisturbed } from './auto-scene.ts';

const ALL = fortyTasks().ids;
const LONG = 120 * 60_000;

describe('forty tasks', () => {
  test('killed again and again at any instant, come to the same', { timeout: LONG }, async () => {
    const wanted = { runs: 10, kills: 200 };
    const tree = await undisturbed(ALL);
    const trial = trialFor(() => tree);
    const random = randomFrom(seed);
    let [killed, again, lost, runs] = [0, 0, 0, 0];
    // One that comes to its end before it was killed often enough is followed by another.
    while (killed < wanted.kills) {
      runs += 1;
      const scene = prepared({ only: ALL });
      let recorded: ExecutionCounts = new Map();
      let left: number[] = [];
      while (killed < Math.min(wanted.kills, (wanted.kills * runs) / wanted.runs)) {
        const { signal, lines } = await conductFor(trial, scene, 200 + random() * 2800);
        expectEnded(scene, { left, lines });
        const now = countExecutions(scene, [...recorded.keys()]);
        again += [...recorded].filter(([effect, turns]) => now.get(effect) !== turns).length;
        const outcomes = outcomesOf(scene);
        lost += [...recorded.keys()].filter((effect) => effect.includes('#') && !outcomes.includes(effect)).length;
        expect({ again, lost }).toEqual({ again: 0, lost: 0 });
        if (signal !== 'SIGKILL') break;
        killed += 1;
        // However slow the machine is, later phases have their share.
        if (killed % 7 === 0) await conductUntil(scene, 'phase_entered');
        recorded = countExecutions(scene, recordedIn(scene));
        left = runningProcesses(scene.project);
      }
      await expectResumed(trial, scene, recorded);
    }
    record({
      promise: 'forty tasks in three phases, killed at random instants 0.2–3 s after each start',
      asked: '0 completed tasks run again, 0 lost, the same tree in the end, no process left; 200 kills in 10 runs',
      measured: `${killed} kills in ${runs} runs: ${again} run again, ${lost} lost, all the same tree`,
    });
  });
});

/** Killed as soon as it says so; besides those that are counted. */
async function conductUntil(scene: Scene, type: string): Promise<void> {
  const { child, ended } = startConductor({ driver }, scene);
  child.stdout.on('data', (text: string) => text.includes(`${type} `) && child.kill('SIGKILL'));
  await ended;
}

/** What the one before left running is gone before anything else runs. */
function expectEnded(
  scene: Scene,
  { left, lines }: { readonly left: readonly number[]; readonly lines: string[] },
): void {
  if (!lines.some((line) => line.startsWith('effect_started'))) return;
  const now = runningProcesses(scene.project);
  expect(left.filter((pid) => now.includes(pid))).toEqual([]);
}
