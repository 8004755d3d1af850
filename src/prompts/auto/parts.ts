import analyse from '../../../templates/auto/analyse.md';
import debug from '../../../templates/auto/debug.md';
import { withoutEscapes } from '../../base/escapes.ts';
import type { Failure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { bothEnds, clipped, inline, listed, quoted, someText } from '../quoted.ts';
import { fillTemplate } from '../template.ts';

/** What is the same for every task of a plan. */
export interface ProjectBrief {
  readonly name: string;
  /** How the project is tested and built here; null where nobody knows. */
  readonly testCommand: string | null;
  readonly buildCommand: string | null;
  /** Tests that were red on the untouched base. */
  readonly redBefore: readonly string[];
}

/** A task as the plan has it; `text` is what it says beyond the other fields. */
export interface TaskText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly files: readonly string[];
  readonly acceptance: readonly string[];
  /** Acceptance commands, which Orchestral runs. */
  readonly commands: readonly string[];
}

export interface FinishedTask {
  readonly id: string;
  readonly title: string;
  /** One line of its agent; null where there is none. */
  readonly result: string | null;
}

const LONGEST_TASK = 30_000;
const LONGEST_RESULT = 200;
const MOST_TASKS = 20;
const MOST_NAMES = 20;
const LONGEST_NAME = 200;

export function projectText({ name, testCommand, buildCommand, redBefore }: ProjectBrief): string {
  const lines = [
    `- Name: ${inline(name)}`,
    testCommand === null ? '- No command that runs tests was found.' : `- Tests run with: ${inline(testCommand)}`,
  ];
  if (buildCommand !== null) lines.push(`- It is built with: ${inline(buildCommand)}`);
  if (redBefore.length === 0) return lines.join('\n');
  return `${lines.join('\n')}\n- Red before the plan began, and not yours to repair:\n\n${namesText(redBefore)}`;
}

export function taskText(task: TaskText): string {
  return quoted(clipped(wholeTask(task), LONGEST_TASK));
}

export function finishedText(tasks: readonly FinishedTask[]): string {
  return firstOf(tasks.map(finishedLine), MOST_TASKS);
}

export function namesText(names: readonly string[]): string {
  return firstOf(
    names.map((name) => clipped(name, LONGEST_NAME)),
    MOST_NAMES,
  );
}

export function firstOf(names: readonly string[], most: number): string {
  return someText({ names: names.slice(0, most), more: Math.max(0, names.length - most) });
}

/** What was printed: without colours, and no more of it than tells something. */
export function printedText(text: string, most: number): string {
  const plain = withoutEscapes(text).trim();
  return plain === '' ? 'None.' : quoted(bothEnds(plain, most));
}

function wholeTask({ id, title, text, files, acceptance, commands }: TaskText): string {
  const parts = [`${id}: ${title}`];
  if (text.trim() !== '') parts.push(text.trim());
  if (acceptance.length > 0) parts.push(`Done when:\n${listed(acceptance)}`);
  if (commands.length > 0) parts.push(`Commands that must succeed:\n${listed(commands)}`);
  if (files.length > 0) parts.push(`Files:\n${listed(files)}`);
  return parts.join('\n\n');
}

function finishedLine({ id, title, result }: FinishedTask): string {
  return result === null ? `${id} ${title}` : `${id} ${title}: ${clipped(result, LONGEST_RESULT)}`;
}

/** How the attempt is to be gone about. */
type RetryStrategy = 'plain' | 'analyse' | 'debug';

interface FailedAttempt {
  /** Which one it was; the first is 1. */
  readonly attempt: number;
  readonly kind: string;
  readonly message: string;
  /** What Orchestral measured; empty when there is nothing to show. */
  readonly evidence: string;
}

export interface AttemptBrief {
  readonly strategy: RetryStrategy;
  /** Null when there was no attempt yet. */
  readonly failure: FailedAttempt | null;
}

const LONGEST_MESSAGE = 400;
const LONGEST_EVIDENCE = 3000;

/** What went wrong last, and how to go about it now; `approach` are the project's own words for the strategy. */
export function failureText({ strategy, failure }: AttemptBrief, approach?: string): Result<string, Failure> {
  if (failure === null) return ok('None: this is the first attempt.');
  const { attempt, kind, message, evidence } = failure;
  const parts = [
    `Attempt ${attempt} failed (${inline(kind)}). Its agent is gone and so is its work; you are a new one, in a clean folder.`,
  ];
  if (message.trim() !== '') parts.push(printedText(message, LONGEST_MESSAGE));
  if (evidence.trim() !== '') parts.push('What Orchestral measured:', printedText(evidence, LONGEST_EVIDENCE));
  if (strategy === 'plain') return ok([...parts, 'Find out why before you change anything.'].join('\n\n'));
  const words = fillTemplate({ name: `auto/${strategy}`, text: approach ?? { analyse, debug }[strategy] }, {});
  return words.ok ? ok([...parts, words.value.trimEnd()].join('\n\n')) : words;
}
