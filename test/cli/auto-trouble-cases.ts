import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import type { RehearsalStep } from '../../src/schema/rehearsal.ts';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import { needs, notRun } from '../support/needs.ts';
import type { ProjectOptions, RunProject } from '../support/run-project.ts';
import { sampled } from '../support/tier.ts';
import { orchestral, type CliResult } from './orchestral.ts';
import { type RunningCli, cliProject } from './cli-project.ts';

export const ONE = '# Shop\n\n- [ ] T1.1: One\n';
export const TWO = `${ONE}- [ ] T1.2: Two\n  - deps: [T1.1]\n`;
export const THREE = `${TWO}- [ ] T2.1: Three\n`;
export const IDS = ['T1.1', 'T1.2', 'T2.1'];
export const SLOW = [{ say: 'Thinking.', delay_ms: 600_000 }];
export const THIN = ['auto', '--ultra-thin', '--retry-limit', '0'];
export const NORMAL = ['auto', '--yes', '--retry-limit', '0'];
export const OWNER = '.claude/orchestrate-events.log.owner';
export const UNCONFINED = { agents: { version: 1, sandbox: 'off' } };

export type Tasks = Readonly<Record<string, RehearsalStep[]>>;

export interface TroubleProject {
  readonly project: RunProject;
  cli(...args: string[]): Promise<CliResult>;
  /** With other variables. */
  cliWith(env: Record<string, string>, ...args: string[]): Promise<CliResult>;
  startCli(...args: string[]): Promise<RunningCli>;
  script(tasks: Tasks): void;
  has(name: string): boolean;
}

/** A project with this list; a task for which nothing is said writes a file of its own. */
export function shop(
  plan = THREE,
  { tasks = {}, ...options }: ProjectOptions & { readonly tasks?: Tasks } = {},
): TroubleProject {
  const project = autoProjectWith(plan, options);
  const script = (now: Tasks) => rehearsedTasks(project.home, scriptFor(IDS, now));
  const stage = cliProject({}, project);
  const agent = ['--agent', script(tasks)];
  return {
    project,
    cli: (...args) => stage.cli(...agent, ...args),
    cliWith: (env, ...args) =>
      orchestral(['--trust', ...agent, ...args], { cwd: project.folder, env: { ...project.env, ...env } }),
    startCli: (...args) => stage.startCli(...agent, ...args),
    script: (now) => void script(now),
    has: (name) => fs.existsSync(path.join(project.folder, name)),
  };
}

type Case = (context: TestContext) => Promise<CliResult>;

/** By situation, as the page calls it. */
export type Cases = Readonly<Record<string, Case>>;

/** Of the page; both halves have their own file of tests. */
const SECTIONS = {
  before: ['What cannot begin', 'The list of tasks', 'Somebody else is at it', 'What a person asks for'],
  onTheWay: ['Set-up and tests', 'On the way', 'Work that is not in your checkout'],
};
/** Those on the way take long: a third of them in `npm test`. */
const USUAL = { before: 8, onTheWay: 3 };

/** Runs a case for every row of one half of the page, and compares what comes of it. */
export function testCases(half: keyof typeof SECTIONS, cases: Cases): void {
  const page = fs.readFileSync('docs/reference/task-list-errors.md', 'utf8');
  const rows = rowsOf(page, SECTIONS[half]);

  test('the page has a row for every case, and the other way round', () => {
    expect(rows.map(({ situation }) => situation)).toEqual(Object.keys(cases));
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(Object.values(SECTIONS).flat());
  });

  for (const { situation, exit, says } of sampled(rows, USUAL[half]))
    test(`${situation}: exit ${exit}`, async (context) => {
      const said = await cases[situation]?.(context);
      const words = withoutRepeated(`${said?.stderr}\n${said?.stdout}`);
      expect(said?.code, words).toBe(exit);
      // What a program prints on both streams comes in no certain order.
      const turned = withoutRepeated(`${said?.stdout}\n${said?.stderr}`);
      expect(
        [words, turned].some((text) => saysAll(text, says)),
        `${says}\n— is not said by —\n${words}`,
      ).toBe(true);
      expect(words).not.toMatch(/ {4}at .*:\d+:\d+/);
    });
}

/** Commands that go on repeat the agent and the project that were named; the page does not. */
function withoutRepeated(text: string): string {
  return text.replaceAll(/--(?:agent|project)\s+\S+\s+/g, '');
}

interface Row {
  readonly situation: string;
  readonly exit: number;
  readonly says: string;
}

function rowsOf(page: string, sections: readonly string[]): Row[] {
  const parts = page.split(/^## /m).filter((part) => sections.includes(part.split('\n', 1)[0] ?? ''));
  return parts
    .join('')
    .split('\n')
    .flatMap((line) => {
      const [, situation = '', exit = '', says = ''] = line.split(' | ').length === 4 ? line.split(/^\| | \| /) : [];
      return /^\d+$/.test(exit) ? [{ situation, exit: Number(exit), says }] : [];
    });
}

/** One part after the other; line ends count as spaces. */
function saysAll(text: string, says: string): boolean {
  let rest = text.replaceAll(/\s+/g, ' ');
  return says.split('…').every((part) => {
    const at = rest.indexOf(part.trim());
    rest = rest.slice(at + part.trim().length);
    return at >= 0;
  });
}

export function smallDisk(context: TestContext, size: string): string {
  const folder = temporaryFolder();
  mount(context, folder, ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  return folder;
}

export function makeReadOnly(context: TestContext, folder: string): void {
  mount(context, folder, ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
}

function mount(context: TestContext, folder: string, args: readonly string[]): void {
  needs(context, 'mount', 'umount');
  try {
    execFileSync('mount', args, { stdio: 'pipe' });
  } catch (error) {
    notRun(context, `a file system cannot be mounted: ${String(error).split('\n')[1] ?? ''}`);
  }
  context.onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
}

export function hasRunningAgent(line: string): boolean {
  return line.includes('"role":"task-executor"');
}

export function eventsOf({ folder }: RunProject): string {
  const log = path.join(folder, '.claude/orchestrate-events.log');
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8') : '';
}
