import path from 'node:path';
import { expect } from 'vitest';
import { catchFailure } from '../../src/base/failure.ts';
import { formatFailure } from '../../src/i18n/catalogue.ts';
import { en } from '../../src/i18n/en/index.ts';
import { exit, exitOf } from '../../src/cli/exit.ts';
import { startAutoIn } from '../support/conduct-auto.ts';
import { playRun } from '../support/conduct-run.ts';
import { startSessionIn } from '../support/conduct-session.ts';
import { needs } from '../support/needs.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { scriptFor } from '../support/auto-project.ts';
import { oneSubtask } from '../support/session-script.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

interface BrokenProject {
  readonly what: string;
  /** What the one line says. */
  readonly says: RegExp;
  readonly files?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly program?: string;
  /** Only running all tests shows it: agents that write nothing may have been called. */
  readonly needsBaseline?: boolean;
}

const manifest = (more: object): string =>
  JSON.stringify({ name: 'sample', version: '1.0.0', type: 'module', ...more });
const dependency = { 'dep/package.json': '{"name":"dep","version":"1.0.0"}' };
const connects = `import net from 'node:net';\nimport test from 'node:test';
for (const name of ['a', 'b']) test(name, () => new Promise((_, no) => net.connect(9, '127.0.0.1').on('error', no)));\n`;

const broken: readonly BrokenProject[] = [
  {
    what: 'no pytest',
    says: /the test runner is not installed: pytest$/,
    files: { 'test_a.py': 'def test_a(): pass\n' },
    // Without packages of the machine.
    config: { test_command: 'python3 -S -m pytest' },
    program: 'python3',
  },
  {
    what: 'a lock file that contradicts its manifest',
    says: /the lock file contradicts its manifest \(/,
    files: {
      'package.json': manifest({ dependencies: { dep: 'file:dep' }, scripts: { test: 'node --test' } }),
      'package-lock.json': JSON.stringify({ name: 'sample', lockfileVersion: 3, packages: { '': { name: 'sample' } } }),
      ...dependency,
    },
    program: 'npm',
  },
  {
    what: 'a virtual environment that is missing',
    says: /the virtual environment is missing: \.venv\/bin\/python$/,
    files: { 'test_a.py': 'def test_a(): pass\n' },
    config: { test_command: '.venv/bin/python -m pytest' },
  },
  {
    what: 'exit 126',
    says: /it may not be executed \(.*check\.sh.*\)$/,
    files: { 'check.sh': '#!/bin/sh\n' },
    config: { test_command: './check.sh' },
  },
  { what: 'exit 127', says: /command not found: check-it-all$/, config: { test_command: 'check-it-all --now' } },
  {
    what: 'a runner that is in the manifest and not installed',
    says: /the test runner is not installed: vitest$/,
    files: { 'package.json': manifest({ devDependencies: { vitest: '*' }, scripts: { test: 'vitest run' } }) },
    config: { setup_command: 'true' },
  },
  {
    what: 'another Node',
    says: /another version of the language is needed \(Required: \{"node":">=99"\}\)$/,
    files: {
      'package.json': manifest({ engines: { node: '>=99' }, dependencies: { dep: 'file:dep' } }),
      '.npmrc': 'engine-strict=true\n',
      ...dependency,
    },
    config: { test_command: 'node --test' },
    program: 'npm',
  },
  {
    what: 'a service that is down',
    says: /every failing test was refused a connection to 127\.0\.0\.1:9$/,
    files: { 'package.json': manifest({ scripts: { test: 'node --test test/' } }), 'test/a.test.js': connects },
    needsBaseline: true,
  },
  {
    what: 'tests that hang',
    says: /it took too long \(test_timeout in/,
    config: { test_command: 'echo begun; sleep 600', test_timeout: 700 },
    needsBaseline: true,
  },
  {
    what: 'a set-up that asks',
    says: /it waits for input \(Remove everything\? \(y\/n\)\)$/,
    config: { setup_command: 'printf "Remove everything? (y/n) "; read answer', test_command: 'true' },
  },
];

const starts = {
  async run(project: RunProject) {
    const { failure, events } = await playRun(project);
    return { failure, events };
  },
  async session(project: RunProject) {
    const session = await startSessionIn(project, { roles: oneSubtask() });
    const conducted = await catchFailure(() => session.conduct());
    await session.close();
    return { failure: conducted.ok ? undefined : conducted.error, events: session.events };
  },
  async auto(project: RunProject) {
    const auto = await startAutoIn(project, { script: scriptFor(['T1.1']) });
    const conducted = await catchFailure(() => auto.conduct());
    await auto.close();
    return { failure: conducted.ok ? undefined : conducted.error, events: auto.events };
  },
};

type Workflow = keyof typeof starts;

const cases = broken.flatMap((one) =>
  (['run', 'session', 'auto'] as const).map((workflow) => ({ ...one, workflow, title: `${workflow}: ${one.what}` })),
);

test.for(cases)('$title', async ({ workflow, says, program, needsBaseline = false, ...given }, context) => {
  if (program !== undefined) needs(context, program);
  const { failure, events } = await starts[workflow](brokenProject(given));
  expect(failure).toBeDefined();
  if (failure === undefined) return;
  expect(exitOf[failure.code]).toBe(exit.environment);
  const { message } = formatFailure(en, failure);
  expect(message).toMatch(says);
  expect(message).not.toContain('\n');
  expect(begunCalls(events).filter((effect) => !isAllowed(effect, { workflow, needsBaseline }))).toEqual([]);
});

test('says once that no lock file chose the versions', async (context) => {
  needs(context, 'npm');
  const files = { 'package.json': manifest({ dependencies: { dep: 'file:dep' } }), ...dependency };
  const { failure, notices } = await playRun(brokenProject({ files, config: { test_command: 'check-it-all' } }));
  expect(failure?.code).toBe('checks.cannot_run');
  const said = notices.filter(({ code }) => code === 'checks.unlocked');
  expect(said).toEqual([{ code: 'checks.unlocked', params: { command: 'npm install --no-package-lock' } }]);
});

function brokenProject({ files = {}, config = {} }: Pick<BrokenProject, 'files' | 'config'>): RunProject {
  const project = runProject({
    files: { 'TASKS.md': '# Plan\n\n## Phase 1\n\n- [ ] T1.1 Do it\n', ...files },
    config: { project: { version: 1, ...config } },
    ignores: '.claude/',
  });
  const own = path.resolve('node_modules/.bin');
  const PATH = (project.env['PATH'] ?? '').split(':').filter((folder) => folder !== own);
  return { ...project, env: { ...project.env, PATH: PATH.join(':') } };
}

/** Everything that was begun and is not one of our own checks. */
function begunCalls(events: readonly { readonly type: string; readonly data: object }[]): string[] {
  const begun = events.flatMap(({ type, data }) =>
    type === 'effect_started' && 'effect' in data ? [String(data.effect)] : [],
  );
  return begun.filter((effect) => !/\/(?:prepare|baseline)#\d+$/.test(effect));
}

function isAllowed(
  effect: string,
  { workflow, needsBaseline }: { workflow: Workflow; needsBaseline: boolean },
): boolean {
  return needsBaseline && workflow === 'session' && /\/(?:explore|plan)#\d+$/.test(effect);
}
