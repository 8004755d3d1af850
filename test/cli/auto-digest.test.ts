import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { catchFailure, failure } from '../../src/base/failure.ts';
import type { Context } from '../../src/cli/context.ts';
import { createDigest } from '../../src/cli/live-view/auto-digest.ts';
import { endAuto } from '../../src/cli/live-view/auto-ending.ts';
import { openingLines } from '../../src/cli/report/auto-report.ts';
import { failureLines } from '../../src/cli/report/failure.ts';
import { coloursFor } from '../../src/cli/terminal/colours.ts';
import { autoView, taskView } from '../../src/engine/door/auto-view.ts';
import { reportOf } from '../../src/engine/operations/auto/report.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { apply } from '../../src/workflows/auto/apply.ts';
import { due } from '../../src/workflows/auto/due.ts';
import type { AutoEvent } from '../../src/workflows/auto/events.ts';
import type { Graph } from '../../src/workflows/auto/graph-state.ts';
import { record } from '../support/scorecard.ts';
import { byTier } from '../support/tier.ts';
import { AT, sha, success, task } from '../workflows/auto/graph-scenario.ts';

const colours = coloursFor({ color: false, env: {}, output: { isTTY: false } });
const REASON = {
  en: 'test/auth/reset.test.ts > reset > an expired token: expected 410 to be 200 // Object.is equality '.repeat(5),
  ko: '비밀번호 재설정 > 만료된 토큰: 410이어야 하는데 200이다. 뷁쉙쀍 '.repeat(10),
};

/** Plays a graph of so many tasks, of which every `failing`th fails for good, and gives all that an agent would read. */
async function played(tasks: number, { failing, lang }: { failing: number; lang: 'en' | 'ko' }): Promise<string[]> {
  const words = { en, ko }[lang];
  const said: string[] = [];
  const plan = Array.from({ length: tasks }, (_, n) =>
    task(`T${1 + Math.floor((n * 5) / tasks)}.${n}`, { title: REASON[lang] }),
  );
  const graph = apply(
    { kind: 'unplanned' },
    { type: 'planned', data: { project: 'p', mode: 'ultra-thin', tasks: plan } },
    AT,
  ) as Graph;
  const context = {
    words,
    colours,
    columns: 80,
    flags: { json: false, quiet: false, verbose: false, yes: false, trust: false },
    io: { signal: new AbortController().signal },
    answer: (text: string) => void said.push(text),
    tell: (text: string) => void said.push(text),
  } as unknown as Context;
  const conductor = {
    view: () => autoView(graph),
    task: (id: string) => taskView(id, graph.tasks[id] as Graph['tasks'][string]),
    report: () => reportOf(graph),
    redact: (text: string) => text,
  };
  const happen = (event: AutoEvent): void => void apply(graph, event, AT);
  happen({
    type: 'started',
    data: { base: { branch: 'main', ...sha('a') }, mode: 'ultra-thin', plan: 'TASKS.md', shared: false },
  });
  said.push(
    ...openingLines({ graph: autoView(graph), changes: null, isNew: true }, { words, columns: Infinity, isThin: true }),
  );
  const digest = createDigest(context, conductor);
  for (let seq = 1; ; seq++) {
    const [effect] = due(graph, { tasks: 1 });
    if (effect === undefined) break;
    const { id, what, slot } = effect;
    const isFailing = what.at === 'work' && (Number(what.task.split('.')[1]) + 1) % failing === 0;
    const mishap = { kind: 'tests_red', message: REASON[lang], evidence: '', fingerprint: 'x' };
    happen({ type: 'effect_started', data: { effect: id, slot } });
    const event: AutoEvent =
      isFailing && 'task' in what
        ? { type: 'attempt_failed', data: { effect: id, id: what.task, calls: [], seconds: 1, mishap, retry_limit: 0 } }
        : success(graph, id);
    happen(event);
    digest.onEvent({ ...event, seq, at: AT });
  }
  const ending = { wallMs: 7_000_000, phase: undefined, applies: false, told: digest.told };
  const ended = await catchFailure(() =>
    endAuto(context, { ...conductor, newTasks: async () => [], keptBranches: async () => [] }, ending),
  );
  if (!ended.ok) said.push(...failureLines(ended.error, { words, colours, cwd: '/' }));
  return said.join('\n').split('\n');
}

describe('a digest', () => {
  test('is a line for each tenth of the tasks', async () => {
    const lines = await played(200, { failing: Infinity, lang: 'en' });
    expect(lines).toEqual([
      '200 tasks in 5 phases on main, mode ultra-thin',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `${n * 20}/200 done · phase ${Math.ceil(n / 2)} · 0m`),
      '200/200 done · took 1 h 56 min · agents 1 h 40 min · delivered to main',
    ]);
  });

  test('tells of ten failed tasks, each once, and counts the others', async () => {
    const lines = await played(100, { failing: 5, lang: 'en' });
    const failed = lines.filter((line) => line.startsWith('FAILED'));
    expect(failed).toHaveLength(10);
    expect(new Set(failed).size).toBe(10);
    expect(failed[0]).toMatch(/^FAILED T1\.4 \(1×\): tests fail: test\/auth.{10,60}…$/);
    expect(lines.slice(-4)).toEqual([
      'see all of them: orchestral auto status',
      '80/100 done · 20 failed · took 1 h 56 min · agents 40 min 20 s · failed attempts 20 s · delivered to main',
      'error: not everything is done: 20 failed',
      expect.stringContaining('orchestral auto retry ID…'),
    ]);
  });

  test.each(byTier({ usual: [50, 200, 1_000], full: [50, 200, 1_000, 10_000] }))(
    'costs at most 1,500 tokens with %i tasks, whatever fails',
    async (tasks) => {
      const cost = async (failing: number, lang: 'en' | 'ko') =>
        countTokens((await played(tasks, { failing, lang })).join('\n'));
      const tokens = await Promise.all([
        cost(Infinity, 'en'),
        cost(7, 'en'),
        cost(1, 'en'),
        cost(7, 'ko'),
        cost(1, 'ko'),
      ]);
      record({
        promise: `Tokens an agent reads while ${tasks} tasks are worked through in one command`,
        asked: '≤ 1,500',
        measured: `${tokens[0]}; every seventh failing ${tokens[1]}, in Korean ${tokens[3]}`,
      });
      expect(Math.max(...tokens)).toBeLessThanOrEqual(1_500);
    },
  );
});

test('what is said of a graph that was stopped or waits names the command to type', () => {
  for (const words of [en, ko]) {
    for (const wrong of [failure('auto.stopped', {}), failure('auto.phase_waits', { phase: 2 })])
      expect(failureLines(wrong, { words, colours, cwd: '/' }).join('\n')).toContain('orchestral auto --');
  }
});
