import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catchFailure, type Failure } from '../../../src/base/failure.ts';
import type { Result } from '../../../src/base/result.ts';
import { conductAuto } from '../../../src/engine/descriptors/conduct-auto.ts';
import { startRun } from '../../../src/engine/operations/runs/start.ts';
import type { RehearsalStep } from '../../../src/schema/rehearsal.ts';
import type { Spending } from '../../../src/base/spending.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { startAutoIn } from '../../support/conduct-auto.ts';
import { runContext } from '../../support/conduct-run.ts';
import { startSessionIn, expectOk } from '../../support/conduct-session.ts';
import { PASS, rehearsed, runProject, type RunProject } from '../../support/run-project.ts';
import { calculator, oneSubtask } from '../../support/session-script.ts';
import { byTier } from '../../support/tier.ts';

const COST = 0.5;
const usage = { input_tokens: 10, output_tokens: 1, cost_usd: COST };

/** A piece of work whose agents all cost something. */
interface Work {
  readonly project: RunProject;
  conduct(signal: AbortSignal): Promise<Result<void, Failure>>;
  spent(): Readonly<Record<string, Spending>>;
  close(): Promise<unknown>;
}

type OnPoint = (point: string) => void;
type Begin = (onPoint: OnPoint) => Promise<Work>;

const workflows: readonly (readonly [name: string, begin: Begin, calls: { all: number; committed: number }])[] = [
  ['run', beginRun, { all: 4, committed: 3 }],
  ['session', beginSession, { all: 7, committed: 5 }],
  ['auto', beginAuto, { all: 2, committed: 1 }],
];

describe.each(workflows)('what agents of a %s cost', (_name, begin, { all, committed }) => {
  test.each(byTier({ usual: [committed], full: Array.from({ length: all }, (_, n) => n + 1) }))(
    'is counted once, although git fails after call %i',
    async (nth) => {
      const played = await playedWithFailure(begin, { nth });
      expect(played.failure).toBeDefined();
      expectCountedOnce(played, nth);
    },
  );

  test('is counted once, although git fails after a call that was taken back', async () => {
    expectCountedOnce(await playedWithFailure(begin, { nth: 2, stops: true }), 2);
  });
});

test('what an agent cost is counted, although its answer cannot be kept', async () => {
  let folders: string[] = [];
  const played = await playedWithFailure(beginRun, {
    nth: 2,
    breaks: ({ home }) => {
      const own = path.join(home, 'state/orchestral');
      folders = fs
        .readdirSync(own, { recursive: true, encoding: 'utf8' })
        .filter((name) => path.basename(name).startsWith('build-'))
        .map((name) => path.join(own, name));
      for (const folder of folders) {
        fs.renameSync(folder, `${folder}.aside`);
        fs.writeFileSync(folder, 'in the way');
      }
    },
    mends: () => {
      for (const folder of folders) {
        fs.rmSync(folder);
        fs.renameSync(`${folder}.aside`, folder);
      }
    },
  });
  expect(played.failure?.code).toMatch(/^(disk|file)\./);
  expectCountedOnce(played, 2);
});

test('what an agent cost is counted, although a bug ends the work', async () => {
  let ended = 0;
  const work = await beginRun((point) => {
    if (point === 'agent.ended') ended += 1;
    if (point === 'work.committed') throw new Error('a bug');
  });
  await expect(work.conduct(new AbortController().signal)).rejects.toThrow('a bug');
  expect(sumOf(work.spent())).toEqual({ calls: ended, cost: ended * COST });
  await work.close();
});

interface Breaking {
  /** After which call. */
  readonly nth: number;
  /** The work is being stopped meanwhile. */
  readonly stops?: boolean;
  readonly breaks?: (project: RunProject) => void;
  readonly mends?: (project: RunProject) => void;
}

interface Counted {
  readonly calls: number;
  readonly cost: number;
}

type Played = { readonly failure: Failure | undefined } & Readonly<
  Record<'countedAtFailure' | 'paidAtFailure' | 'counted' | 'paid', Counted>
>;

/** A call that went on beside the one that failed may have been ended before it could say what it cost. */
function expectCountedOnce({ countedAtFailure, paidAtFailure, counted, paid }: Played, nth: number): void {
  expect(countedAtFailure.calls).toBe(paidAtFailure.calls);
  expect(countedAtFailure.cost).toBeGreaterThanOrEqual(nth * COST);
  expect(countedAtFailure.cost).toBeLessThanOrEqual(paidAtFailure.cost);
  expect(counted.calls).toBe(paid.calls);
  expect(counted.cost - countedAtFailure.cost).toBe(paid.cost - paidAtFailure.cost);
}

/** Once with the failure, and then to the end. The points that were passed are the witness. */
async function playedWithFailure(
  begin: Begin,
  { nth, stops = false, breaks = breakGit, mends = mendGit }: Breaking,
): Promise<Played> {
  let ended = 0;
  const stop = new AbortController();
  const work = await begin((point) => {
    if (point !== 'agent.ended') return;
    ended += 1;
    if (ended !== nth) return;
    if (stops) stop.abort();
    breaks(work.project);
  });
  const paid = (): Counted => ({ calls: ended, cost: ended * COST });
  const conducted = await work.conduct(stop.signal);
  const [countedAtFailure, paidAtFailure] = [sumOf(work.spent()), paid()];
  mends(work.project);
  expectOk(await work.conduct(new AbortController().signal));
  const counted = sumOf(work.spent());
  await work.close();
  const failure = conducted.ok ? undefined : conducted.error;
  return { failure, countedAtFailure, paidAtFailure, counted, paid: paid() };
}

function sumOf(spent: Readonly<Record<string, Spending>>): Counted {
  const all = Object.values(spent);
  return {
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    cost: all.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
  };
}

/** Without its objects, no command of git does anything. */
function breakGit({ folder }: RunProject): void {
  fs.renameSync(path.join(folder, '.git/objects'), path.join(folder, '.git/objects-away'));
}

function mendGit({ folder }: RunProject): void {
  fs.renameSync(path.join(folder, '.git/objects-away'), path.join(folder, '.git/objects'));
}

async function beginRun(onPoint: OnPoint): Promise<Work> {
  const project = runProject();
  const agent = rehearsed(project.home, {
    refiner: [{ answer: { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] }, usage }],
    builder: [{ edit: { 'answer.txt': 'right\n' }, usage }],
    verifier: [{ edit: { 'test/answer.check': 'grep -q right answer.txt\n' }, usage }],
    gatekeeper: [{ answer: PASS, usage }],
  });
  const open = await startRun({ briefing: 'Do it.' }, runContext(project, { options: { agent }, onPoint }));
  return {
    project,
    conduct: (signal) => catchFailure(() => open.conduct(signal)),
    spent: () => open.state().spent,
    close: () => open.close(),
  };
}

async function beginSession(onPoint: OnPoint): Promise<Work> {
  const project = calculator();
  const roles = Object.fromEntries(
    Object.entries(oneSubtask()).map(([role, steps]) => [role, steps.map((step) => ({ ...step, usage }))]),
  );
  const session = await startSessionIn(project, { roles, onPoint });
  return {
    project,
    conduct: (signal) => catchFailure(() => session.open.conduct(signal)),
    spent: () => session.state().spent,
    close: () => session.close(),
  };
}

async function beginAuto(onPoint: OnPoint): Promise<Work> {
  const project = autoProjectWith('# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n  - deps: [T1.1]\n');
  const writes = (id: string): RehearsalStep[] => [{ edit: { [`${id}.txt`]: `${id}\n` }, usage }];
  const script = scriptFor([], { 'T1.1': writes('T1.1'), 'T1.2': writes('T1.2') });
  const auto = await startAutoIn(project, { script, onPoint });
  const { plan } = auto.started;
  return {
    project,
    conduct: (signal) => catchFailure(() => conductAuto(auto.open, { plan, signal })),
    spent: () => auto.graph().spent,
    close: () => auto.close(),
  };
}
