import { describe, expect, test } from 'vitest';
import { autoLines, type AutoScene, type RunningTask } from '../../src/cli/live-view/auto-lines.ts';
import { formatLogLine } from '../../src/cli/live-view/printer.ts';
import { RunningEffects } from '../../src/cli/live-view/running-effects.ts';
import { autoReportLines, openingLines } from '../../src/cli/report/auto-report.ts';
import { autoStatusLines } from '../../src/cli/report/auto-status.ts';
import { coloursFor } from '../../src/cli/terminal/colours.ts';
import { widthOf } from '../../src/cli/terminal/width.ts';
import { autoView } from '../../src/engine/door/auto-view.ts';
import { phaseProgress } from '../../src/engine/operations/auto/phase-progress.ts';
import { reportOf } from '../../src/engine/operations/auto/report.ts';
import type { AutoStanding } from '../../src/engine/operations/auto/status.ts';
import { en } from '../../src/i18n/en/index.ts';
import { ko } from '../../src/i18n/ko/index.ts';
import { startGraph, sha, type GraphScenario, task } from '../workflows/auto/graph-scenario.ts';

const colours = coloursFor({ color: false, env: {}, output: { isTTY: false } });
const flags = { json: false, quiet: false, verbose: false, yes: false, trust: false };
const hostile = '\u001b[31m경고\u0007 긴 제목 <b> \n둘째 줄 and a_very_long_word_without_any_space_in_it_at_all';

const screens = [20, 21, 40, 80, 200].flatMap((columns) => [
  { words: en, columns, colours, flags, rows: 24 },
  { words: ko, columns, colours, flags, rows: 24 },
]);

/** Phase 1 is over, with a failed task; of phase 2 one is done and two run. */
function middle(): GraphScenario {
  const title = hostile;
  const story = startGraph([
    task('T1.1', { title }),
    task('T1.2', { title }),
    'T2.1',
    'T2.2',
    'T2.3',
    'T2.4: T1.2',
    'T3.1: T2.4',
  ]);
  story.complete('T1.1').fail('T1.2', { final: true, message: hostile });
  story.outcome('auto/phase-merge-1').outcome('auto/deliver-1').outcome('auto/begin').complete('T2.1');
  story.fail('T2.2').outcome('auto/T2.2/wait');
  return story.start();
}

function running(count: number): RunningTask[] {
  return Array.from({ length: count }, (_, n) => ({
    effect: n === 0 ? 'auto/phase-merge-1#1' : `auto/T2.${n}/work#1`,
    title: n % 2 === 0 ? 'Write the parser' : '파서를 작성한다',
    attempt: n,
    elapsedMs: n * 61_000,
    lastLine: n === 1 ? '' : '파일을 읽는다 and then writes it again',
  }));
}

function viewOf(story: GraphScenario, count: number): AutoScene {
  return {
    phases: phaseProgress(story.state),
    current: story.state.current_phase,
    running: running(count),
    facts: ['1/7 done', 'about 4m left', '$1.20'],
  };
}

function standing(story: GraphScenario): AutoStanding {
  return {
    ...reportOf(story.state),
    phases: phaseProgress(story.state),
    running: [{ id: 'T2.2', title: hostile, step: 'work', attempt: 2 }],
    queued: [],
    limits: [],
    ready: ['T2.3'],
    branch: 'phase-2-x',
    worktree: '/home/ann/.local/state/orchestral/1a2b3c4d/worktree/phase-2-x',
    stopped: false,
    conductor: null,
    started_at: '2026-01-21T09:00:00Z',
    updated_at: '2026-01-21T10:30:00Z',
  };
}

function expectNarrow(lines: readonly string[], columns: number): void {
  for (const line of lines) {
    expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    // oxlint-disable-next-line no-control-regex -- exactly those must not be there
    expect(line).not.toMatch(/[\u0000-\u001f]/);
  }
}

describe('what changes in place', () => {
  test('shows phases, what runs, and the whole', () => {
    const lines = autoLines(viewOf(middle(), 3), { words: en, columns: 70, colours, rows: 24 });
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "phase 1 ████████████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1/2 · 1 failed
      phase 2 ████████▓▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░ 1/4 · 1 blocked · 2 running
      phase 3 ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 0/1 · 1 blocked
      ⠋ merging and testing the phase · 0:00
        파일을 읽는다 and then writes it again
      ⠇ T2.1 파서를 작성한다 · 1:01
      ⠦ T2.2 Write the parser · attempt 2 · 2:02
        파일을 읽는다 and then writes it again
      1/7 done · about 4m left · $1.20"
    `);
  });

  test('has as many lines as there are, and says what it leaves out', () => {
    const story = middle();
    for (const rows of [4, 5, 8, 12, 24, 50]) {
      for (const count of [0, 1, 3, 10, 40]) {
        const lines = autoLines(viewOf(story, count), { words: en, columns: 60, colours, rows });
        expect(lines.length).toBeLessThanOrEqual(Math.max(3, rows - 1));
        expect(lines.at(-1)).toContain('1/7 done');
        const shown = lines.filter((line) => /· \d+:\d\d/.test(line)).length;
        const hidden = Number(/^\+ (\d+) more$/m.exec(lines.join('\n'))?.[1] ?? 0);
        expect(shown + hidden).toBe(count);
      }
    }
  });

  test('cuts what a task is called before what becomes of it', () => {
    const one = { effect: 'auto/T1.1/merge#1', title: 'Write the parser and its tests', attempt: 2, elapsedMs: 0 };
    const view = { phases: [], current: 1, running: [{ ...one, lastLine: '' }], facts: [] };
    const shown = (columns: number) => autoLines(view, { words: en, colours, columns, rows: 24 })[0]?.slice(2);
    expect(shown(90)).toBe('T1.1 Write the parser and its tests · merging and testing · attempt 2 · 0:00');
    expect(shown(60)).toBe('T1.1 Write the … · merging and testing · attempt 2 · 0:00');
    expect(shown(40)).toBe('T1.1 · merging and testing · … · 0:00');
    Object.assign(one, { effect: 'auto/T1.1/work#1', attempt: 1 });
    view.running = [{ ...one, lastLine: '' }];
    expect(shown(45)).toBe('T1.1 Write the parser and its tests · 0:00');
    expect(shown(44)).toBe('T1.1 Write the parser and its tes… · 0:00');
  });

  test('of forty phases begins with the one that is worked on', () => {
    const phases = Array.from({ length: 40 }, (_, phase) => ({
      phase,
      total: 2,
      completed: phase < 30 ? 2 : 0,
      failed: 0,
      blocked: 0,
      running: 0,
    }));
    const view = { phases, current: 30, running: [], facts: [] };
    const lines = autoLines(view, { words: en, columns: 60, colours, rows: 10 });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^phase 30 /);
    expect(lines[2]).toBe('+ 38 phases');
    const last = autoLines({ ...view, current: 39 }, { words: en, columns: 60, colours, rows: 10 });
    expect(last.slice(0, 2).map((line) => line.slice(0, 8))).toEqual(['phase 38', 'phase 39']);
  });

  test('the last line of an agent is one line, without escapes and secrets', () => {
    let now = 0;
    const running = new RunningEffects({
      redact: (text) => text.replaceAll('sesame', '***'),
      now: () => now,
      onAgentEvent: () => undefined,
    });
    const effect = 'auto/T1.1/work#1';
    running.begin(effect, '2024-01-15T10:30:00.000Z');
    now = 5_000;
    const say = (text: string) => running.hear({ effect, role: 'task-executor', event: { type: 'text', text } });
    say('open sesame\u001b[2J\nand th');
    expect(running.list()[0]).toMatchObject({ effect, elapsedMs: 5_000, lastLine: 'and th' });
    say('en\n');
    expect(running.list()[0]?.lastLine).toBe('and then');
    say('open sesame\u001b[2J\n');
    expect(running.list()[0]?.lastLine).toBe('open ***\\x1b[2J');
    expect(running.end(effect, '2024-01-15T10:30:05.000Z')).toBe(5_000);
    expect(running.list()).toEqual([]);
  });

  test('who only waits stands below who works', () => {
    const one = { title: '', attempt: 1, elapsedMs: 0, lastLine: '' };
    const effects = ['auto/T1.1/work#1', 'auto/T1.2/wait#1', 'auto/T1.3/work#1'];
    const view = { phases: [], current: 1, running: effects.map((effect) => ({ ...one, effect })), facts: [] };
    const lines = autoLines(view, { words: en, colours, columns: 80, rows: 24 });
    expect(lines.map((line) => line.slice(2, 6))).toEqual(['T1.1', 'T1.3', 'T1.2']);
  });

  test.each(screens)('is never wider than $columns columns', (screen) => {
    expectNarrow(autoLines(viewOf(middle(), 6), screen), screen.columns);
  });
});

describe('the report', () => {
  test('says what is done, what is not and why, what it took, where it is', () => {
    const { state } = middle();
    state.spent['task-executor'] = {
      calls: 3,
      input_tokens: 41_000,
      output_tokens: 900,
      cost_usd: 1.5,
      duration_ms: 1,
    };
    const lines = autoReportLines({ report: reportOf(state), wallMs: 754_000 }, { words: en, columns: 72, colours });
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "
      ❌ 2 of 7 tasks are done
        failed 1
          ✗ T1.2 \\x1b[31m경고\\x07 긴 제목 <b> 둘째 줄 and
          a_very_long_word_without_any_space_in_it_at_all: checks:
          \\x1b[31m경고\\x07 긴 제목 <b> 둘째 줄 and
          a_very_long_word_without_any_space_in_it_at_all (1 attempt)
        blocked 2
          T2.4 by T1.2
          T3.1 by T1.2
        took 12 min 34 s · agents 1 min 10 s · 41.9k tokens · $1.50 ·
        failed attempts 10 s
        1 finished phase is on main"
    `);
  });

  test.each(screens)('is never wider than $columns columns', (screen) => {
    const report = reportOf(middle().state);
    expectNarrow(autoReportLines({ report, wallMs: 754_000 }, screen), screen.columns);
  });

  test('lists thirty failures and counts the rest', () => {
    const story = startGraph(Array.from({ length: 40 }, (_, n) => `T1.${n + 1}`));
    for (const id of story.state.order) story.fail(id, { final: true });
    const lines = autoReportLines({ report: reportOf(story.state), wallMs: 1 }, { words: en, columns: 80, colours });
    expect(lines.filter((line) => line.includes('✗'))).toHaveLength(30);
    expect(lines.join('\n')).toContain('and 10 more');
  });
});

describe('the status', () => {
  test('names the whole path of the worktree, and how to go on', () => {
    const lines = autoStatusLines(standing(middle()), { words: en, columns: 72, colours, flags });
    expect(lines.join('\n').replace(/updated .*/, 'updated WHEN')).toMatchInlineSnapshot(`
      "❌ sample · phase 2
        ultra-thin · phase-2-x → main
        phase 1 ████████████████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 1/2 · 1 failed
        phase 2 ████████▓▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░ 1/4 · 1 blocked · 2 running
        phase 3 ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ 0/1 · 1 blocked
        2/7 done · 1 running · 1 interrupted · 1 failed · 2 blocked
        ● T2.2 \\x1b[31m경고\\x07 긴 제목 <b> 둘째 줄 and
        a_very_long_word_without_any_space_in_it_at_all · attempt 2
        ✗ T1.2 \\x1b[31m경고\\x07 긴 제목 <b> 둘째 줄 and
        a_very_long_word_without_any_space_in_it_at_all: checks:
        \\x1b[31m경고\\x07 긴 제목 <b> 둘째 줄 and
        a_very_long_word_without_any_space_in_it_at_all (1 attempt)
        ready now: T2.3
        T2.4 is blocked by T1.2
        T3.1 is blocked by T1.2
        worktree /home/ann/.local/state/orchestral/1a2b3c4d/worktree/phase-2-x
        updated WHEN
        try again: orchestral auto retry T1.2, then orchestral auto --resume
        continue: orchestral auto --resume"
    `);
  });

  test.each(screens)('is never wider than $columns columns, but for the path', (screen) => {
    const lines = autoStatusLines(standing(middle()), screen);
    expectNarrow(
      lines.filter((line) => !line.includes('/home/ann/')),
      screen.columns,
    );
  });
});

describe('what nobody conducts any more', () => {
  const screen = { words: en, columns: 80, colours, flags };

  test('does not run: it was interrupted', () => {
    const lines = autoStatusLines({ ...standing(middle()), running: [] }, screen).join('\n');
    expect(lines).toContain('2/7 done · 2 interrupted · 1 failed · 2 blocked');
    const held = { ...standing(middle()), conductor: { pid: 1, host: 'here' } };
    expect(autoStatusLines(held, screen).join('\n')).toContain('2/7 done · 2 running · 1 failed · 2 blocked');
  });

  test('names what can be tried again', () => {
    expect(autoStatusLines(standing(middle()), screen).join('\n')).toContain('orchestral auto retry T1.2, then');
  });
});

test('a short fact is not broken over two lines', () => {
  const told = { icon: '✓', about: 'T1.1', facts: ['a title as long as this one', '2 s'], weight: 'info' } as const;
  expect(formatLogLine(told, { colours, columns: 42 })).toEqual([
    '✓ T1.1     a title as long as this one ·',
    '           2 s',
  ]);
});

describe('the opening', () => {
  test.each(screens)('fits $columns columns', (screen) => {
    const ids = Array.from({ length: 30 }, (_, n) => `T9.${n}`);
    const changes = { added: ids, removed: ['T1'], rewired: ids.map((id) => ({ id, needs: ids })) };
    const graph = autoView(middle().state);
    const lines = openingLines({ graph, changes, isNew: false }, { ...screen, isThin: false });
    expectNarrow(lines, screen.columns);
    const thin = openingLines({ graph, changes, isNew: true }, { ...screen, columns: Infinity, isThin: true });
    expect(thin).toHaveLength(5);
    expect(thin[0]).not.toContain(sha('a').commit.slice(0, 12));
  });

  test('names the commit it begins at, and says nothing of work where none can be done', () => {
    const { state } = middle();
    const screen = { words: en, columns: Infinity, isThin: false };
    const opened = (isNew: boolean) => openingLines({ graph: autoView(state), changes: null, isNew }, screen);
    expect(opened(true).join()).toContain(sha('a').commit.slice(0, 12));
    expect(opened(false).join()).not.toContain(sha('a').commit.slice(0, 12));
    for (const task of Object.values(state.tasks)) task.status = task.status === 'completed' ? 'completed' : 'failed';
    expect(opened(false)).toEqual([]);
  });
});
