import type { RunEvent } from '../../../src/engine/door/runs.ts';
import type { SessionEvent } from '../../../src/engine/door/sessions.ts';
import { failure } from '../../../src/base/failure.ts';
import { autoLines } from '../../../src/cli/live-view/auto-lines.ts';
import { limitText } from '../../../src/cli/live-view/limit-warning.ts';
import { formatLogLine, type LogLine } from '../../../src/cli/live-view/printer.ts';
import { formatRunEvent } from '../../../src/cli/live-view/run-events.ts';
import { runScene } from '../../../src/cli/live-view/run-scene.ts';
import type { RunningEffect } from '../../../src/cli/live-view/running-effects.ts';
import { sceneLines, type SceneScreen } from '../../../src/cli/live-view/scene.ts';
import { formatSessionEvent } from '../../../src/cli/live-view/session-events.ts';
import { sessionScene } from '../../../src/cli/live-view/session-scene.ts';
import { failureLines } from '../../../src/cli/report/failure.ts';
import { autoReportLines } from '../../../src/cli/report/auto-report.ts';
import { crpLines } from '../../../src/cli/report/question.ts';
import { wrap } from '../../../src/cli/terminal/width.ts';
import { phaseProgress } from '../../../src/engine/operations/auto/phase-progress.ts';
import { reportOf } from '../../../src/engine/operations/auto/report.ts';
import type { RunView } from '../../../src/schema/views/run-view.ts';
import type { SessionView } from '../../../src/schema/views/session-view.ts';
import { startGraph, type GraphScenario, task } from '../../workflows/auto/graph-scenario.ts';

export type Moment = (screen: SceneScreen) => readonly string[];

/** What people see at ten moments. Times, ids and words of agents are the same in every picture. */
export const moments: Readonly<Record<string, Moment>> = {
  'run-build': (screen) => [
    ...begun(screen.words.runScreen.begins(RUN, BASE), screen),
    ...runEvents(screen),
    ...run(screen, [step('build', 47_000, 'Edit src/slug.js', { tokens: 18_400, cost: 0.21 })]),
  ],
  'run-limit': (screen) => [
    ...begun(screen.words.runScreen.begins(RUN, BASE), screen),
    ...runEvents(screen),
    ...run(screen, [{ ...step('verify', 312_000, 'Bash npm test'), warnings: [limit(screen)] }]),
  ],
  'run-question': (screen) => [
    ...begun(screen.words.runScreen.begins(RUN, BASE), screen),
    ...runEvents(screen).slice(0, 1),
    '',
    ...crpLines(QUESTION, screen),
    screen.words.ask.choose('A, B', 'A'),
  ],
  'run-not-accepted': (screen) => [
    ...runEvents(screen),
    ...failed(failure('run.not_accepted', { run: RUN, iterations: 3 }), screen),
  ],
  'session-discovery': (screen) => [
    ...begun(screen.words.session.begins('R1', BASE), screen),
    ...session(screen, [
      { ...step('explore', 21_000, 'Read src/cart/total.ts'), effect: 'R1/explore#1', role: 'code-explore' },
      { ...step('plan', 21_000, 'Three tasks: prices, discounts, receipts'), effect: 'R1/plan#1', role: 'planner' },
    ]),
  ],
  'session-subtask': (screen) => [
    ...begun(screen.words.session.begins('R1', BASE), screen),
    ...sessionEvents(screen),
    ...session(
      screen,
      [{ ...step('implement', 95_000, 'Edit src/discount.js'), effect: 'R1/T1-S2/implement#1', role: 'implementer' }],
      TASKS,
    ),
  ],
  'session-merge': (screen) => [
    ...sessionEvents(screen),
    ...wrap(
      screen.words.ask.prompt(screen.words.session.mergeCommit('orchestral/session-R1 (8c1f02ab9d3e)', 'main')),
      screen.columns,
    ),
  ],
  'auto-middle': (screen) =>
    autoLines({ ...graphOf(middle()), running: tasks(3), held: ['T2.4'], facts: facts(screen, '4/9') }, screen),
  'auto-crowded': (screen) =>
    autoLines({ ...graphOf(middle()), running: tasks(12), facts: facts(screen, '4/9') }, { ...screen, rows: 14 }),
  'auto-end': (screen) => {
    const { state } = middle();
    state.spent['task-executor'] = {
      calls: 7,
      input_tokens: 412_000,
      output_tokens: 38_000,
      cost_usd: 3.4,
      duration_ms: 1,
    };
    return autoReportLines({ report: reportOf(state), wallMs: 1_934_000 }, screen);
  },
};

const RUN = 'run-20260121-090000';
const BASE = 'main (5f0c2d9e7b14)';
const CALL = {
  backend: 'claude',
  model: 'claude-sonnet-4-5',
  list: '',
  tries: 1,
  input_tokens: 9_200,
  output_tokens: 640,
  cost_usd: 0.05,
  duration_ms: 31_000,
  outcome: 'answered' as const,
};
const NOBODY = { iteration: 1, max_iterations: 3, step: 'build', spent: {} };
const QUESTION = {
  crp_id: 'crp-001',
  created_at: '2026-01-21T09:01:00Z',
  created_by: 'refiner',
  type: 'clarification',
  question: 'What should happen to letters that have no Latin equivalent?',
  context: 'The briefing says "only letters, digits and dashes". A Korean title would become empty.',
  options: [
    { id: 'A', label: 'Keep them', description: '"봄이 왔다" becomes "봄이-왔다".', risk: 'old browsers show %EB…' },
    { id: 'B', label: 'Drop them', description: '"봄이 왔다" becomes "untitled".', risk: 'titles get lost' },
  ],
  recommendation: 'A',
} as unknown as Parameters<typeof crpLines>[0];

const TASKS = [
  {
    id: 'T1',
    name: 'Prices',
    subtasks: [
      { id: 'T1-S1', name: 'round', status: 'completed', phase: 'complete' },
      { id: 'T1-S2', name: 'discount', status: 'in_progress', phase: 'implementation' },
      { id: 'T1-S3', name: 'receipt', status: 'pending', phase: 'test_first' },
    ],
  },
] as unknown as SessionView['tasks'];

function begun(line: string, { columns, colours }: SceneScreen): string[] {
  return wrap(line, columns).map(colours.bold);
}

function step(name: string, elapsedMs: number, lastLine: string, spent = { tokens: 0, cost: 0 }): RunningEffect {
  return { effect: `${RUN}/${name}#1`, elapsedMs, role: name, lastLine, spent, warnings: [] };
}

function runEvents(screen: SceneScreen): string[] {
  const effect = `${RUN}/prepare#1`;
  const events = [
    { type: 'prepared', data: { effect, tests: { command: 'npm test', total: 42, failed: 0, exit_code: 0 } } },
    { type: 'refined', data: { effect, calls: [{ ...CALL, role: 'refiner' }] } },
  ] as unknown as RunEvent[];
  const run = NOBODY as unknown as RunView;
  return printed(
    events.flatMap((event) => formatRunEvent(event, { words: screen.words, run, tookMs: 32_000 }) ?? []),
    screen,
    8,
  );
}

function run(screen: SceneScreen, running: readonly RunningEffect[]): string[] {
  return sceneLines(runScene(NOBODY, running, { words: screen.words, elapsedMs: 412_000 }), screen);
}

function sessionEvents(screen: SceneScreen): string[] {
  const of = (name: string) => ({ effect: `R1/T1-S1/${name}#1`, calls: [{ ...CALL, role: name }] });
  const events = [
    { type: 'designed', data: { ...of('design'), effect: 'R1/T1/design#1' } },
    { type: 'tests_written', data: of('write') },
    { type: 'implemented', data: of('implement') },
  ] as unknown as SessionEvent[];
  const view = { request_id: 'R1' } as unknown as SessionView;
  const lines = events.flatMap((event) =>
    formatSessionEvent(event, { words: screen.words, session: view, tookMs: 44_000 }),
  );
  return printed(lines, screen, 17);
}

function session(screen: SceneScreen, running: readonly RunningEffect[], tasks: SessionView['tasks'] = []): string[] {
  const stage = tasks.length === 0 ? 'discovery' : 'loop';
  const scene = sessionScene({ tasks, stage, spent: {} }, running, { words: screen.words, elapsedMs: 203_000 });
  return sceneLines(scene, screen);
}

function printed(lines: readonly LogLine[], { colours, columns }: SceneScreen, termWidth: number): string[] {
  return lines.flatMap((line) => formatLogLine(line, { colours, columns, termWidth }));
}

function limit({ words }: SceneScreen): string {
  return limitText({ backend: 'claude', why: 'limited', resume_at: '2026-01-21T14:00:00Z' }, words);
}

function failed(wrong: ReturnType<typeof failure>, { words, colours, columns }: SceneScreen): string[] {
  return failureLines(wrong, { words, colours, cwd: '/', columns });
}

/** Phase 1 is over, with a failed task; of phase 2 two are done. */
function middle(): GraphScenario {
  const titles: Readonly<Record<string, string>> = {
    'T1.1': 'Read the price list',
    'T1.2': 'Round prices',
    'T2.1': 'Discounts',
    'T2.2': 'Print receipts',
  };
  const plan = ['T1.1', 'T1.2', 'T1.3', 'T2.1', 'T2.2', 'T2.3', 'T2.4', 'T2.5: T1.2', 'T3.1: T2.5'];
  const story = startGraph(plan.map((text) => task(text, { title: titles[text.slice(0, 4)] ?? 'Another part' })));
  story.complete('T1.1').fail('T1.2', { final: true, message: '2 tests fail: rounds up, rounds down' });
  story.complete('T1.3').outcome('auto/phase-merge-1').outcome('auto/deliver-1').outcome('auto/begin');
  return story.complete('T2.1').complete('T2.3').start();
}

function graphOf({ state }: GraphScenario) {
  return { phases: phaseProgress(state), current: state.current_phase };
}

function tasks(count: number) {
  const doing = ['work', 'merge', 'wait', 'work'];
  return Array.from({ length: count }, (_, n) => ({
    effect: `auto/T2.${n + 2}/${doing[n % doing.length]}#1`,
    title: ['Print receipts', 'Taxes by country', '영수증 출력'][n % 3] ?? '',
    attempt: n === 2 ? 2 : 1,
    elapsedMs: 40_000 + n * 31_000,
    lastLine: n % 4 === 2 ? '' : 'Edit src/receipt.ts',
  }));
}

function facts({ words }: SceneScreen, done: string): string[] {
  const [count = 0, total = 0] = done.split('/').map(Number);
  return [
    words.auto.counts.done(count, total),
    words.progress.inTotal('12:04'),
    words.auto.eta(words.auto.briefly(18)),
    '$3.40',
  ];
}
