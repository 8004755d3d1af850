import fs from 'node:fs';
import path from 'node:path';
import { describe, expect } from 'vitest';
import { catchFailure } from '../../../src/base/failure.ts';
import { conductAuto } from '../../../src/engine/descriptors/conduct-auto.ts';
import { carryOutTask, nextStep } from '../../../src/engine/operations/auto/protocol.ts';
import type { Notice } from '../../../src/schema/notice.ts';
import type { Graph } from '../../../src/workflows/auto/graph-state.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { autoProjectWith, scriptFor } from '../../support/auto-project.ts';
import { autoContext, startAutoIn } from '../../support/conduct-auto.ts';
import type { RunProject } from '../../support/run-project.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

const FOUR = '# Shop\n\n- [ ] T1.1: One\n- [ ] T1.2: Two\n- [ ] T1.3: Three\n- [ ] T1.4: Four\n';
const never = new AbortController().signal;

describe('agents that work at the same time on one budget', () => {
  test('never spend more than it together, though each would like to', async () => {
    const project = frugal(FOUR);
    const env = withClaude(project, { wants: 0.4, together: 4 });
    const played = await startAutoIn(project, { env, options: { agent: 'claude' }, parallel: 4 });
    const { plan } = played.started;
    expect(await catchFailure(() => conductAuto(played.open, { plan, signal: never }))).toMatchObject({
      ok: false,
      error: { code: 'budget.reached', params: { limit: 1 } },
    });
    expect(given(project)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(costOf(played.graph())).toBe(1);
    await played.close();
  });

  test('wait for each other when little is left, instead of failing', async () => {
    const project = frugal(`${FOUR}- [ ] T2.1: Five\n- [ ] T2.2: Six\n`);
    const isWaiting = path.join(project.home, 'waiting');
    const costs = (id: string, cost_usd: number) => ({ edit: { [`${id}.txt`]: `${id}\n` }, usage: { cost_usd } });
    const dear = ['T1.1', 'T1.2', 'T1.3', 'T1.4'].map((id) => [id, [costs(id, 0.2)]]);
    const cheap = ['T2.1', 'T2.2'].map((id) => [id, [{ ...costs(id, 0.05), run: until(isWaiting) }]]);
    const notices: Notice[] = [];
    const told: string[] = [];
    const played = await startAutoIn(project, {
      script: scriptFor([], Object.fromEntries([...dear, ...cheap])),
      parallel: 4,
      onNotice: (notice) => {
        notices.push(notice);
        if (notice.code === 'budget.waiting' && notice.params.spent > 0.7) fs.writeFileSync(isWaiting, '');
      },
      onProgress: (progress) => progress.kind === 'agent' && told.push(progress.task ?? ''),
    });
    await played.conduct();
    expect(played.graph().stage.at).toBe('done');
    expect(costOf(played.graph())).toBeCloseTo(0.9);
    expect(notices.at(-1)).toMatchObject({ code: 'budget.waiting', params: { limit: 1, held: expect.closeTo(0.2) } });
    // One after the other.
    expect(told.filter((task) => task.startsWith('T2')).join(' ')).toMatch(
      /^(?:(T2\.\d) ?)(?:\1 ?)*(T2\.\d) ?(?:\2 ?)*$/,
    );
    await played.close();
  });

  test('count what a call cost from its end, while what came of it is still found out', async () => {
    const place = temporaryFolder();
    const [called, again] = [path.join(place, 'called'), path.join(place, 'again')];
    const waits = '  - changes: none\n  - acceptance: `sh again.sh` passes\n';
    const project = frugal(`# Shop\n\n- [ ] T1.1: One\n${waits}- [ ] T1.2: Two\n`, { 'again.sh': until(again) });
    const played = await startAutoIn(project, {
      script: scriptFor([], {
        'T1.1': [{ say: 'Fine.', usage: { cost_usd: 0.5 } }],
        'T1.2': [
          { run: until(called), fail: 'crash' },
          { edit: { '2.txt': '2\n' }, run: `touch ${again}`, usage: { cost_usd: 0.6 } },
        ],
      }),
      parallel: 2,
      onPoint: (point) => void (point === 'agent.ended' && fs.writeFileSync(called, '')),
    });
    const { plan } = played.started;
    expect(await catchFailure(() => conductAuto(played.open, { plan, signal: never }))).toMatchObject({
      ok: false,
      error: { code: 'budget.reached', params: { spent: 1.1 } },
    });
    // The second time nothing was left to spend: that is no failed attempt.
    expect(played.graph().tasks['T1.2']?.mishaps).toMatchObject({ count: 1, last: { kind: 'crash' } });
    await played.close();
  });

  test('that processes of their own started share it by how many there are', async () => {
    const project = frugal(FOUR);
    const env = withClaude(project, { wants: 0.1, together: 2 });
    const tools = () => autoContext(project, { env, options: { agent: 'claude' } });
    await nextStep(tools(), { signal: never });
    await Promise.all(['T1.1', 'T1.2'].map(async (id) => await carryOutTask(id, tools(), { signal: never })));
    const [first = 1, second = 1] = given(project);
    expect(first).toBeLessThanOrEqual(1 / 2);
    expect(second).toBeLessThanOrEqual(1 / 2);
    expect(first + second).toBeLessThan(0.9);
  });
});

/** A command that is over once there is such a file; a test that fails is, too. */
function until(file: string): string {
  return `n=0; while [ ! -e ${file} ] && [ $n -lt 3000 ]; do n=$((n + 1)); sleep 0.2; done`;
}

/** A project whose agents may spend a dollar. */
function frugal(plan: string, files: Record<string, string> = {}): RunProject {
  return autoProjectWith(plan, {
    files,
    config: { agents: { version: 1, limits: { total_cost_usd: 1 }, sandbox: 'off' } },
  });
}

interface Claude {
  /** Dollars that it needs for a task. */
  readonly wants: number;
  /** The first ones end only when so many run. */
  readonly together: number;
}

/** Instead of Claude Code: one that keeps to `--max-budget-usd`, and does nothing but its task. */
function withClaude({ home, env }: RunProject, { wants, together }: Claude): Record<string, string> {
  const bin = path.join(home, 'bin');
  fs.mkdirSync(bin);
  fs.mkdirSync(path.join(home, 'given'));
  const program = `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const given = ${JSON.stringify(path.join(home, 'given'))};
if (process.argv.includes('--version')) {
  console.log('2.1.325 (Claude Code)');
  process.exit(0);
}
const most = Number(process.argv[process.argv.indexOf('--max-budget-usd') + 1]);
const mine = path.join(given, String(process.pid));
fs.writeFileSync(mine + '.part', String(most));
fs.renameSync(mine + '.part', mine);
const isDone = most >= ${wants};
if (isDone) fs.writeFileSync(process.pid + '.txt', 'done');
const timer = setInterval(() => {
  if (fs.readdirSync(given).filter((name) => !name.endsWith('.part')).length < ${together}) return;
  clearInterval(timer);
  console.log(JSON.stringify({
    type: 'result',
    subtype: isDone ? 'success' : 'error_max_budget_usd',
    is_error: !isDone,
    result: 'done',
    total_cost_usd: Math.min(most, ${wants}),
    modelUsage: { any: { inputTokens: 1, outputTokens: 1, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 } },
  }));
}, 10);
`;
  fs.writeFileSync(path.join(bin, 'claude'), program, { mode: 0o755 });
  return { ...env, PATH: `${bin}${path.delimiter}${env['PATH'] ?? ''}` };
}

/** What each call was told it may cost. */
function given({ home }: RunProject): number[] {
  const folder = path.join(home, 'given');
  return fs.readdirSync(folder).map((name) => Number(fs.readFileSync(path.join(folder, name), 'utf8')));
}

function costOf({ spent }: Graph): number {
  return Object.values(spent).reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0);
}
