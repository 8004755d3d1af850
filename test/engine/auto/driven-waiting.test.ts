import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/base/result.ts';
import { openAuto } from '../../../src/engine/descriptors/auto.ts';
import { carryOutTask, nextStep, type ProtocolLine } from '../../../src/engine/operations/auto/protocol.ts';
import { readGraph } from '../../../src/engine/operations/auto/read-graph.ts';
import { readAuto } from '../../../src/engine/operations/auto/status.ts';
import { crossProcessLock, takeTask } from '../../../src/engine/task-locks.ts';
import { realDisk } from '../../../src/files/disk.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import { expectOk } from '../../support/conduct-session.ts';
import type { RunProject } from '../../support/run-project.ts';

/* Where an agent drives a list itself, several processes carry out its tasks: what each waits for, and what others see. */

const TWO = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n';
const SCRIPT = scriptFor(['T1.1', 'T1.2']);

const never = new AbortController().signal;

afterEach(() => void vi.restoreAllMocks());

test('a phase is merged once nobody else has the worktree of the checks', async () => {
  const made = autoProjectWith('# Shop\n\n- [ ] T1.1: One\n');
  const { next, exec } = await driven(made);
  expect(await exec('T1.1')).toEqual({ kind: 'done', task: 'T1.1' });
  const other = await openAuto(autoContext(made));
  const { link } = realDisk;
  let isRefused = false;
  vi.spyOn(realDisk, 'link').mockImplementation((from, to) => {
    if (to.endsWith('.task-check.owner')) isRefused ||= fs.existsSync(to);
    link(from, to);
  });
  let merging: Promise<ProtocolLine> | undefined;
  await crossProcessLock(other)(
    'check',
    async () => {
      merging = next();
      const isMerged = () => readGraph(autoContext(made))?.phases['1']?.completed_at;
      await expect.poll(() => isRefused || isMerged()).toBeTruthy();
      expect(isMerged()).toBeFalsy();
    },
    never,
  );
  expect(await merging).toEqual({ kind: 'phase_done', phase: 1 });
  expectOk(await other.close());
});

test('a task whose process waits for the merge of another is shown as running, one of a dead process is not', async () => {
  const go = path.join(temporaryFolder(), 'go');
  const plan = `# Shop

- [ ] T1.1: One
  - acceptance: \`while [ ! -e "${go}" ]; do sleep 0.1; done\` passes
- [ ] T1.2: Two
`;
  const made = autoProjectWith(plan, { config: { agents: { version: 1, sandbox: 'off' } } });
  const { next, exec } = await driven(made);
  await next();
  const standing = () => readAuto(autoContext(made));
  const first = exec('T1.1');
  await expect.poll(async () => (await standing()).running).toMatchObject([{ id: 'T1.1', step: 'merge' }]);
  const second = exec('T1.2');
  await expect.poll(async () => (await standing()).queued).toEqual(['T1.2']);
  expect((await standing()).running.map(({ id }) => id)).toEqual(['T1.1', 'T1.2']);
  // As if its process had been killed.
  const lock = path.join(made.folder, '.claude/orchestrate-events.log.task-T1.2.owner');
  fs.renameSync(lock, `${lock}.away`);
  expect((await standing()).running.map(({ id }) => id)).toEqual(['T1.1']);
  fs.renameSync(`${lock}.away`, lock);
  fs.writeFileSync(go, '');
  expect(await Promise.all([first, second])).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
});

test('who waits for a process that died looks again where that failed once', async () => {
  const made = autoProjectWith(TWO);
  const { next, exec } = await driven(made, { parallel: 1 });
  await next();
  const other = await openAuto(autoContext(made));
  const dead = expectOk(takeTask(other, 'T1.1'));
  const started = { type: 'effect_started', data: { effect: 'auto/T1.1/work#1', slot: 1 } } as const;
  expectOk(await other.store.commit(() => ok([started])));
  const timers = vi.spyOn(globalThis, 'setInterval');
  const second = exec('T1.2');
  // It looks for the dead now and then, and once it conducts also for room: from then on it waits.
  await expect.poll(() => timers.mock.calls.filter(([, ms]) => ms === 2_000)).toHaveLength(2);
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', hear);
  const { readdirSync } = fs;
  // One is to sweep what was left there, which may fail.
  let failures = 0;
  vi.spyOn(fs, 'readdirSync').mockImplementation(((folder: fs.PathLike, ...rest: []) => {
    const isWatching = String(folder).endsWith('/processes') && failures < 2;
    if (!isWatching) return readdirSync(folder, ...rest);
    failures++;
    throw Object.assign(new Error('EIO'), { code: 'EIO' });
  }) as typeof fs.readdirSync);
  dead.close();
  expect(await second).toEqual({ kind: 'done', task: 'T1.2' });
  process.off('unhandledRejection', hear);
  expect([failures, unhandled]).toEqual([2, []]);
  expectOk(await other.close());
});

/** As an agent calls it, each time in a process of its own. */
async function driven(made: RunProject, options: Parameters<typeof startAutoIn>[1] = {}) {
  const begun = await startAutoIn(made, { script: SCRIPT, mode: 'ultra-thin', retryLimit: 0, ...options });
  await begun.close();
  const tools = () => autoContext(made, { script: SCRIPT });
  return {
    next: () => nextStep(tools(), { signal: never }),
    exec: (id: string) => carryOutTask(id, tools(), { signal: never }),
  };
}
