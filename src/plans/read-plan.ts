import { pathTokens } from '../base/path-tokens.ts';
import { planProblem, type PlanProblem } from '../base/plan-problem.ts';
import { err, ok, type Result } from '../base/result.ts';
import { acceptanceCommand } from './acceptance-command.ts';
import { type CollectedPlan, type CollectedTask, collectTasks } from './collect-tasks.ts';
import { resolveDependencies } from './dependencies.ts';
import type { Label } from './labels.ts';
import { linesOf } from './markdown.ts';
import type { Plan, PlanTask } from './plan.ts';
import { isSpecKit } from './spec-kit.ts';
import { plainText } from './task-line.ts';

/** In bytes of a file; a text is never longer than its bytes. */
export const largestPlan = 16 * 2 ** 20;

/** All problems of the file, in the order of its lines. */
export function readPlan(text: string): Result<Plan, readonly PlanProblem[]> {
  if (text.length > largestPlan) return err([planProblem('too_large', 1, { size: text.length, limit: largestPlan })]);
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const written = collectTasks(plain);
  const { unique, problems } = withoutDuplicates(written);
  if (unique.length === 0 && problems.length === 0) return err([planProblem('no_tasks', 1, {})]);
  const phases = phasesOf(unique, problems);
  const { charts, notes } = written;
  const needs = resolveDependencies({ tasks: unique, phases, charts, notes, problems });
  if (problems.length > 0) return err(problems.toSorted((one, other) => one.line - other.line));

  const lines = linesOf(plain);
  const tasks = unique.map((task): PlanTask => {
    const { id } = task.begin;
    const phase = phases.get(id) ?? 0;
    return {
      id,
      title: task.title,
      phase,
      phaseTitle: written.phaseTitles.get(String(phase)) ?? null,
      needs: needs.get(id) ?? [],
      completed: task.begin.isTicked === true,
      ...saidBy(task),
      text: lines
        .slice(task.line - 1, task.end)
        .join('\n')
        .trimEnd(),
      line: task.line,
    };
  });
  return ok({ project: written.project, tasks });
}

function withoutDuplicates({ tasks, problems: found }: CollectedPlan): {
  unique: CollectedTask[];
  problems: PlanProblem[];
} {
  const problems = [...found];
  const firsts = new Map<string, CollectedTask>();
  for (const task of tasks) {
    const { id } = task.begin;
    const first = firsts.get(id);
    if (first === undefined) firsts.set(id, task);
    else problems.push(planProblem('duplicate_id', task.line, { id, firstLine: first.line }));
  }
  return { unique: [...firsts.values()], problems };
}

/** The phase of the line, else of the heading above it, else the first number of the id. */
function phasesOf(tasks: readonly CollectedTask[], problems: PlanProblem[]): Map<string, number> {
  const phases = new Map<string, number>();
  for (const { begin, phaseAbove, line } of tasks) {
    const phase = Number(begin.phase ?? phaseAbove ?? /\d+/.exec(begin.id)?.[0]);
    if (phase > LARGEST_PHASE) problems.push(planProblem('bad_phase', line, { id: begin.id }));
    phases.set(begin.id, phase);
  }
  return phases;
}

const LARGEST_PHASE = 999_999_999;

function saidBy(
  task: CollectedTask,
): Pick<PlanTask, 'files' | 'domain' | 'risk' | 'owner' | 'model' | 'acceptance' | 'commands' | 'needsNoChange'> {
  const under = (label: Label): string[] =>
    task.said.filter((said) => said.label === label && said.text !== '').map(({ text }) => text);
  const one = (label: Label): string | null => {
    const value = plainText(under(label)[0] ?? '').replaceAll('`', '');
    return value === '' || NOTHING.test(value) ? null : value;
  };
  const acceptance = under('acceptance');
  const files = [
    ...under('files').flatMap(declaredFiles),
    ...under('deliverables').flatMap(mentionedFiles),
    ...(isSpecKit(task) ? mentionedFiles(task.title) : []),
  ];
  return {
    files: [...new Set(files)],
    domain: one('domain'),
    risk: one('risk'),
    owner: one('owner'),
    model: one('model'),
    acceptance,
    commands: [...new Set(task.said.flatMap(commandIn))],
    needsNoChange: under('changes').some((text) => NOTHING.test(plainText(text))),
  };
}

/** A script stops at the first command that fails. */
function commandIn({ label, text, script }: CollectedTask['said'][number]): string[] {
  if (label !== 'acceptance') return [];
  const command = script === undefined ? acceptanceCommand(text) : `set -e\n${script}`;
  return command === null ? [] : [command];
}

const NOTHING = /^(?:none|no|nothing|not needed|n\/a|-|—|없음|없다|불필요|필요 없음)\.?$/i;

/** `files: [src/a.ts, "src/b.ts"]`: each entry is one, even a bare `Makefile`. */
function declaredFiles(text: string): string[] {
  const list = text.trim().replace(/^\[(.*)\]$/s, '$1');
  return list.split(/[,，]/).flatMap((entry) => {
    const plain = entry.replaceAll(/["'`]/g, ' ').trim();
    if (/^\S+$/.test(plain)) return folderOfPattern(plain);
    return pathTokens(entry).map(({ path }) => path);
  });
}

/** Of a sentence, those words that can hardly be anything else. */
function mentionedFiles(text: string): string[] {
  return pathTokens(text)
    .filter(({ sure }) => sure)
    .map(({ path }) => path);
}

/** `src/auth/**` is `src/auth`; nothing outside of the project. */
function folderOfPattern(word: string): string[] {
  const segments = word.replaceAll('\\', '/').split('/');
  const pattern = segments.findIndex((segment) => /[*?{]/.test(segment));
  const kept = (pattern === -1 ? segments : segments.slice(0, pattern)).filter((one) => one !== '' && one !== '.');
  const isOutside = word.startsWith('/') || word.startsWith('~') || /^[A-Za-z]:/.test(word) || kept.includes('..');
  if (isOutside || NO_FILE.test(word) || !/^[\p{L}\p{N}_.@+\-[\]$/*?{}\\]+$/u.test(word)) return [];
  return [kept.length === 0 ? '.' : kept.join('/')];
}

const NO_FILE = /^(?:none|-|없음)$/i;
