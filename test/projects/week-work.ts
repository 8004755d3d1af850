import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { PASS, QUESTION, type RunProject } from '../support/run-project.ts';
import { shell } from './kinds.ts';
import { environmentOf, orchestral, rehearse, type Said } from './make-project.ts';
import { sessionOf } from './session-of.ts';

/** What a person does on a day, and what comes in between. Each ends with the work on the person's branch. */
export interface Entry {
  readonly kind: 'run' | 'list' | 'session';
  readonly number: number;
  readonly what: string;
}

const ready = { status: 'ready', refined: '# Brief\n', clarifications: [], auto_filled: [] };
const asks = { status: 'needs_human', refined: '', clarifications: [], auto_filled: [], crp: QUESTION };

/** Long enough to be killed in, or to be told of. */
const SLOW_MS = 1500;

type Happenings = Readonly<Record<string, (project: RunProject, number: number) => Promise<void>>>;

const RUNS: Happenings = {
  plain: (project, number) => run(project, number, {}),
  question: (project, number) => run(project, number, { asks: true }),
  limit: (project, number) => run(project, number, { builder: limited() }),
  killed: (project, number) => run(project, number, { ends: 'SIGKILL' }),
  stopped: (project, number) => run(project, number, { ends: 'SIGINT' }),
  edited: (project, number) =>
    run(project, number, { ends: 'SIGINT', meanwhile: () => editState(project, { max_iterations: 5 }) }),
  rejected: (project, number) => run(project, number, { rejects: true }),
  'base moves': (project, number) => run(project, number, { decides: () => moveBase(project, `run-${number}`) }),
};

const LISTS: Happenings = {
  plain: (project, number) => list(project, number, {}),
  limit: (project, number) => list(project, number, { first: limited() }),
  killed: (project, number) => list(project, number, { ends: 'SIGKILL' }),
  edited: (project, number) => list(project, number, { ends: 'SIGINT', meanwhile: () => onlyOneAtOnce(project) }),
  'base moves': (project, number) =>
    list(project, number, { ends: 'SIGINT', meanwhile: () => moveBase(project, `list-${number}`) }),
};

const SESSIONS: Happenings = {
  plain: (project, number) => session(project, number, {}),
  limit: (project, number) => session(project, number, { implementer: limited() }),
  killed: (project, number) => session(project, number, { ends: 'SIGKILL' }),
  'base moves': (project, number) =>
    session(project, number, { ends: 'SIGINT', meanwhile: () => moveBase(project, `session-${number}`) }),
};

const ALL = { run: RUNS, list: LISTS, session: SESSIONS } as const;

export function happeningsOf(kind: Entry['kind']): string[] {
  return Object.keys(ALL[kind]);
}

export async function doEntry(project: RunProject, { kind, number, what }: Entry): Promise<void> {
  await ALL[kind][what]?.(project, number);
  expectKept(project, { kind, number });
}

/** What this work made is on the person's branch. */
export function expectKept(project: RunProject, { kind, number }: Pick<Entry, 'kind' | 'number'>): void {
  const made = {
    run: [[`work/${number}.txt`, /^right/]],
    list: ['T1.1', 'T1.2', 'T2.1'].map((id) => [`lists/${number}/${id}.txt`, /^done/]),
    session: ['mul', 'sub'].map((name) => [`lib/${name}${number}.sh`, /echo/]),
  } as const satisfies Record<Entry['kind'], readonly (readonly (string | RegExp)[])[]>;
  for (const [file = '', text = ''] of made[kind] as readonly (readonly [string, RegExp])[])
    expect(project.git('show', `main:${file}`), file).toMatch(text);
}

interface Course {
  /** How the first command ends, in the middle of the work. */
  readonly ends?: NodeJS.Signals;
  /** What the person does before they go on with it. */
  readonly meanwhile?: () => void;
}

async function run(
  project: RunProject,
  number: number,
  course: Course & {
    readonly asks?: boolean;
    readonly rejects?: boolean;
    readonly builder?: RehearsalStep;
    readonly decides?: () => void;
  },
): Promise<void> {
  const file = `work/${number}.txt`;
  const right = { edit: { [file]: 'right\n' }, delay_ms: course.ends === undefined ? 0 : SLOW_MS, ...course.builder };
  rehearse(project, {
    roles: {
      refiner: course.asks === true ? [{ answer: asks }, { answer: ready }] : [{ answer: ready }],
      builder: [right, { edit: { [file]: 'right, as asked\n' } }],
      verifier: [{ edit: { [`test/${number}.check`]: checkOf(number, file) } }],
      gatekeeper: [{ answer: PASS }],
    },
  });
  await begun(project, ['start', `Do ${number}`], { ...course, code: 3, until: /build/, goesOn: ['resume'] });
  if (course.asks === true) {
    await said(project, 0, 'answer', '--decision', 'A', '--rationale', 'As it is.');
    await said(project, 3, 'resume');
  }
  if (course.rejects === true) await said(project, 3, 'reject', '--reason', 'Say that it was asked for.');
  course.decides?.();
  const { commit } = JSON.parse((await said(project, 0, 'review', '--json')).stdout) as { commit: string };
  await said(project, 0, 'approve', '--commit', commit);
}

async function list(
  project: RunProject,
  number: number,
  course: Course & { readonly first?: RehearsalStep },
): Promise<void> {
  const ids = ['T1.1', 'T1.2', 'T2.1'];
  const plan = ids.map((id) => `- [ ] ${id}: Write ${id} of list ${number}`).join('\n');
  project.write({ 'TASKS.md': `# TASKS: List ${number}\n\n${plan}\n` });
  project.git('add', 'TASKS.md');
  project.git('commit', '--quiet', '--message', `Plan ${number}`);
  const delay_ms = course.ends === undefined ? 0 : SLOW_MS;
  const steps = ids.map((id): [string, RehearsalStep[]] => {
    const step = { edit: { [`lists/${number}/${id}.txt`]: 'done\n' } };
    return [id, [id === 'T1.1' ? { ...step, delay_ms, ...course.first } : step]];
  });
  rehearse(project, { tasks: Object.fromEntries(steps) });
  await begun(project, ['auto', '--yes'], {
    ...course,
    code: 0,
    until: /T1\.1/,
    goesOn: ['auto', '--resume', '--yes'],
  });
}

async function session(
  project: RunProject,
  number: number,
  course: Course & { readonly implementer?: RehearsalStep },
): Promise<void> {
  const before = project
    .git('ls-tree', '--name-only', 'main', 'test/')
    .split('\n')
    .filter((name) => name.endsWith('.check')).length;
  const { roles = {}, ...script } = sessionOf(shell, { suffix: String(number), before });
  const step = { run: implementsTested(roles['implementer'] ?? []) };
  const delay_ms = course.ends === undefined ? 0 : SLOW_MS;
  rehearse(project, {
    ...script,
    roles: { ...roles, implementer: [{ ...step, delay_ms, ...course.implementer }, step] },
  });
  const request = ['session', `Multiply and subtract, ${number}.`, '--merge'];
  await begun(project, request, { ...course, code: 0, until: /implement/i, goesOn: ['session', 'resume'] });
  if (course.ends !== undefined) await said(project, 0, 'session', '--merge');
}

/** Writes what has a test already: how often the implementer is called depends on whether a limit was met. */
function implementsTested(steps: readonly RehearsalStep[]): string {
  return steps
    .flatMap(({ edit = {} }) => Object.entries(edit))
    .map(([file, text]) => {
      const check = `test/${path.basename(file, '.sh')}.check`;
      return `if [ -e ${check} ]; then mkdir -p lib; cat > ${file} <<'END'\n${text}END\nfi`;
    })
    .join('\n');
}

interface Begun extends Course {
  /** Of what ends by itself. */
  readonly code: number;
  /** What it prints when it is in the middle of the work. */
  readonly until: RegExp;
  readonly goesOn: readonly string[];
}

async function begun(
  project: RunProject,
  args: readonly string[],
  { ends, meanwhile, code, until, goesOn }: Begun,
): Promise<void> {
  if (ends === undefined) {
    await said(project, code, ...args);
    return;
  }
  await endedWhile(project, args, { signal: ends, until });
  meanwhile?.();
  await said(project, code, ...goesOn);
}

async function said(project: RunProject, code: number, ...args: string[]): Promise<Said> {
  const all = await orchestral(project, ...args);
  expect(all.code, `${args.join(' ')}: ${all.stdout}${all.stderr}`).toBe(code);
  return all;
}

async function endedWhile(
  project: RunProject,
  args: readonly string[],
  { signal, until }: { readonly signal: NodeJS.Signals; readonly until: RegExp },
): Promise<void> {
  const program = [path.resolve('bin/orchestral.js'), ...args];
  const child = spawn(process.execPath, program, {
    cwd: project.folder,
    env: environmentOf(project),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close');
  while (!until.test(text) && child.exitCode === null) await pause(20);
  expect(child.exitCode, `over before it could be ended: ${text}`).toBeNull();
  child.kill(signal);
  await ended;
}

/** Without a program, since all of them run again and again. */
function checkOf(number: number, file: string): string {
  return `test "TC-${number} of a run"\nread -r word rest < ${file} && test "\${word%,}" = right\n`;
}

/** A limit that is over soon. */
function limited(): RehearsalStep {
  return { fail: 'rate_limit', resume_at: new Date(Date.now() + 1000).toISOString() };
}

function moveBase(project: RunProject, name: string): void {
  project.write({ [`hand/${name}.txt`]: 'by hand\n' });
  project.git('add', 'hand');
  project.git('commit', '--quiet', '--message', `By hand, ${name}`);
}

/** By hand, of the run that was begun last. */
function editState(project: RunProject, changed: object): void {
  const runs = path.join(project.folder, '.orchestral/runs');
  const last = fs.readdirSync(runs).toSorted().at(-1) ?? '';
  editJson(path.join(runs, last, 'state.json'), (state) => ({ ...state, ...changed }));
}

function onlyOneAtOnce(project: RunProject): void {
  editJson(path.join(project.folder, '.claude/orchestrate-state.json'), ({ config, ...state }) => ({
    ...state,
    config: { ...(config as object), max_parallel: 1 },
  }));
}

function editJson(file: string, change: (state: Record<string, unknown>) => object): void {
  const state = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  fs.writeFileSync(file, `${JSON.stringify(change(state), null, 2)}\n`);
}
