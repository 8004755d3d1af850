import type { Rehearsal, RehearsalStep } from '../../src/schema/rehearsal.ts';
import { type ProjectOptions, type RunProject, runProject, SHELL_TESTS } from './run-project.ts';

/** A graph of 40 tasks in 3 phases in which everything happens, and what must come of it. */
export interface FortyTasks {
  readonly plan: string;
  readonly script: Rehearsal;
  readonly ids: readonly string[];
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  readonly blocked: readonly string[];
}

export interface FortyTasksOptions {
  readonly delayMs?: number;
  /** What every agent runs besides. */
  readonly run?: string;
  /** Until when the provider has no room. */
  readonly limitedUntil?: Date;
  /** Fewer tasks, where forty take too long. */
  readonly only?: readonly string[];
}

/** Each call of an agent costs so much. */
export const CALL_COST = 0.01;

/** The only one whose every attempt is refuted; and those that wait for it, one through the other. */
const FAILING = 'T2.2';
const BLOCKED = ['T2.3', 'T3.1', 'T3.2'];

/** Both rewrite the same line: whoever comes second has a conflict. */
export const CONFLICTING: readonly string[] = ['T1.4', 'T1.5'];
/** The first attempt at each comes to nothing, in another way each. */
export const FLAKY = { 'T1.2': 'tests_red', 'T1.3': 'crash', 'T2.1': 'no_change' } as const;
/** The provider has no room when this one comes, which then has everything for itself. */
export const LIMITED = 'T1.14';
/** They say that they write to the same folder. */
export const OVERLAPPING: readonly string[] = ['T2.4', 'T2.5'];

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'T1.7': ['T1.1'],
  'T1.8': ['T1.2'],
  'T1.9': ['T1.3', 'T1.4'],
  'T1.10': ['T1.5', 'T1.6'],
  'T1.11': ['T1.7', 'T1.8'],
  'T1.12': ['T1.9'],
  'T1.13': ['T1.10'],
  'T1.14': ['T1.11', 'T1.12'],
  'T2.1': ['T1.14'],
  'T2.2': ['T1.13'],
  'T2.3': ['T2.2'],
  'T2.9': ['T2.1', 'T2.4'],
  'T2.10': ['T2.5', 'T2.6'],
  'T2.11': ['T2.7'],
  'T2.12': ['T2.8', 'T2.9'],
  'T3.1': ['T2.3'],
  'T3.2': ['T3.1', 'T2.12'],
  'T3.5': ['T3.3', 'T3.4'],
  'T3.6': ['T3.5', 'T2.10'],
};

const PHASES = [
  { number: 1, title: 'Basics', tasks: 14 },
  { number: 2, title: 'Middle', tasks: 14 },
  { number: 3, title: 'End', tasks: 12 },
];

export function fortyTasks(telling: FortyTasksOptions = {}): FortyTasks {
  const all = PHASES.flatMap(({ number, tasks }) => Array.from({ length: tasks }, (_, n) => `T${number}.${n + 1}`));
  const ids = all.filter((id) => telling.only?.includes(id) !== false);
  const gone = new Set([FAILING, ...BLOCKED]);
  return {
    plan: `# TASKS: Forty\n${PHASES.map((phase) => partOf(phase, ids)).join('')}`,
    script: { version: 1, tasks: Object.fromEntries(ids.map((id) => [id, stepsOf(id, telling)])) },
    ids,
    completed: ids.filter((id) => !gone.has(id)),
    failed: ids.filter((id) => id === FAILING),
    blocked: ids.filter((id) => BLOCKED.includes(id)),
  };
}

/** A project with the plan in it, and the program by which two tasks join on a line. */
export function fortyProject({ plan }: FortyTasks, { files, ...options }: ProjectOptions = {}): RunProject {
  return runProject({
    files: { ...SHELL_TESTS, 'TASKS.md': plan, 'join.sh': JOIN, 'shared.txt': 'by:\n', ...files },
    ignores: '.claude/',
    ...options,
  });
}

/** The file that a task leaves, and its content. */
export function leftBy(id: string): { readonly file: string; readonly content: string } {
  const file = OVERLAPPING.includes(id) ? `src/api/${id}.txt` : `work/${id}.txt`;
  return { file, content: `line of ${id}\n` };
}

/** Whatever stands in the file, also both sides of a conflict: all that are named, in order, on one line. */
const JOIN = `found=$(grep -o 'T1\\.[45]' shared.txt; echo "$1")
echo "by:" $(echo "$found" | sort -u) > shared.txt
`;

function partOf({ number, title }: (typeof PHASES)[number], ids: readonly string[]): string {
  const own = ids.filter((id) => id.startsWith(`T${number}.`));
  return own.length === 0 ? '' : `\n## Phase ${number}: ${title}\n\n${own.map((id) => lineOf(id, ids)).join('')}`;
}

function lineOf(id: string, ids: readonly string[]): string {
  const needs = NEEDS[id]?.filter((need) => ids.includes(need)) ?? [];
  const deps = needs.length === 0 ? '' : `  - deps: [${needs.join(', ')}]\n`;
  const files = { 'T2.4': 'src/api/**', 'T2.5': 'src/api/T2.5.txt' }[id];
  return `- [ ] ${id}: Write ${id}\n${deps}${files === undefined ? '' : `  - files: ${files}\n`}`;
}

function stepsOf(id: string, { delayMs = 0, run = 'true', limitedUntil }: FortyTasksOptions): RehearsalStep[] {
  const { file, content } = leftBy(id);
  const usual = { delay_ms: delayMs, run, usage: { input_tokens: 100, output_tokens: 10, cost_usd: CALL_COST } };
  const right = { ...usual, say: `Wrote ${file}.`, edit: { [file]: content } };
  const check = { [`test/${id}.check`]: `grep -qx 'line of ${id}' ${file}\n` };
  if (CONFLICTING.includes(id)) return [{ ...right, run: `${run}; sh join.sh ${id}` }];
  if (id === LIMITED && limitedUntil !== undefined)
    return [{ ...right, fail: 'rate_limit', resume_at: limitedUntil.toISOString() }];
  if (id === FAILING) return [{ ...usual, edit: { [file]: 'wrong\n', ...check } }];
  if (id === 'T1.2')
    return [
      { ...usual, edit: { [file]: 'wrong\n', ...check } },
      { ...right, edit: { ...right.edit, ...check } },
    ];
  if (id === 'T1.3') return [{ ...usual, edit: { 'litter.txt': 'half\n' }, fail: 'crash' }, right];
  if (id === 'T2.1') return [{ ...usual, say: 'Nothing to do.' }, right];
  return [right];
}
