import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { TestContext } from 'vitest';
import type { Rehearsal, RehearsalStep } from '../../src/schema/rehearsal.ts';
import { rehearsedTasks } from './conduct-auto.ts';
import { type ActOn, type ToolUse, toolUsesIn } from './model-servers/anthropic.ts';
import { runClaude } from './run-claude.ts';
import { type RunProject, runProject, SHELL_TESTS } from './run-project.ts';

/** A list of tasks in two phases, and what becomes of them. */
export interface Scene {
  readonly plan: string;
  readonly script: Rehearsal;
  readonly completed: readonly string[];
  readonly failed: readonly string[];
  readonly blocked: readonly string[];
  /** Tasks with a change. Most have none, which keeps a thousand of them quick. */
  readonly edited: readonly string[];
}

/** Each task needs the one so many before it. */
const WIDTH = 8;
const EDITS = 5;

/** The last ones fail, for good, and one more waits for them. */
export function sceneOf(tasks: number, { failing = 1 }: { readonly failing?: number } = {}): Scene {
  const half = Math.floor(tasks / 2);
  const phases = [idsOf(1, half), idsOf(2, tasks - half)];
  const ids = phases.flat();
  const completed = ids.slice(0, -failing - 1);
  const failed = ids.slice(-failing - 1, -1);
  const blocked = ids.slice(-1);
  const apart = Math.max(2, Math.floor(completed.length / EDITS));
  const edited = completed.filter((_, n) => n % apart === 1).slice(0, EDITS);
  const lineOf = (id: string, nth: number, among: readonly string[]): string => {
    const needed = blocked.includes(id) ? failed[0] : among[nth - WIDTH];
    const isLooked = completed.includes(id) && !edited.includes(id);
    return [
      `- [ ] ${id}: ${isLooked ? 'Look through the notes' : 'Write the note'} of ${id}\n`,
      needed === undefined || (failed.includes(needed) && !blocked.includes(id)) ? '' : `  - deps: [${needed}]\n`,
      isLooked ? '  - changes: none\n' : '',
    ].join('');
  };
  const written = phases.map((among, n) => `\n## Phase ${n + 1}: Part ${n + 1}\n\n${among.map(lineOf).join('')}`);
  const note = (id: string) => ({ [`notes/${id}.txt`]: `note of ${id}\n` });
  const redTest = (id: string) => ({ [`test/${id} ${WRONG}.check`]: 'false\n' });
  return {
    plan: `# TASKS: Notes\n${written.join('')}`,
    script: {
      version: 1,
      roles: { 'task-executor': [{ say: 'Looked through them; nothing is to be changed.' }] },
      tasks: Object.fromEntries([
        ...edited.map((id): [string, RehearsalStep[]] => [id, [{ edit: note(id) }]]),
        ...failed.map((id): [string, RehearsalStep[]] => [id, [{ edit: redTest(id) }]]),
      ]),
    },
    completed,
    failed,
    blocked,
    edited,
  };
}

/** A test's name: long, and in letters that cost more tokens than English ones. */
const WRONG = '만료된 토큰으로 비밀번호를 다시 설정하려고 하면 거절되어야 한다';

function idsOf(phase: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `T${phase}.${n + 1}`);
}

export function projectOf({ plan }: Scene): RunProject {
  return runProject({ files: { ...SHELL_TESTS, 'TASKS.md': plan, '.claude/.gitignore': '*\n' } });
}

/** Every use of a tool, twice. */
export interface Driven {
  /** As the transcript tells of it. */
  readonly uses: readonly ToolUse[];
  /** As the model was told of it in the last request, which holds the whole conversation. */
  readonly sent: readonly ToolUse[];
}

/** The real Claude Code in the project, its model scripted; tasks are carried out by the rehearsal. */
export async function drivenByClaude(
  context: TestContext,
  { project, script, actOn }: { readonly project: RunProject; readonly script: Rehearsal; readonly actOn: ActOn },
): Promise<Driven> {
  const { stdout, lastRequest } = await runClaude(context, {
    project,
    agent: rehearsedTasks(project.home, script),
    prompt: 'Carry out TASKS.md with orchestral.',
    args: ['--allowedTools', 'Bash'],
    env: { BASH_MAX_TIMEOUT_MS: String(60 * 60_000) },
    actOn,
  });
  const driven = { uses: usesTold(stdout), sent: toolUsesIn(lastRequest) };
  requireTheSame(driven);
  return driven;
}

function usesTold(stdout: string): readonly ToolUse[] {
  const messages = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly message?: object })
    .flatMap(({ message }) => (message === undefined ? [] : [message]));
  return toolUsesIn(JSON.stringify({ messages }));
}

/** Nothing was summed up or left out on the way to the model; only reminders of the program's own were put after results. */
function requireTheSame({ uses, sent }: Driven): void {
  const told = sent.map(({ result, ...call }) => ({ ...call, result: withoutReminder(result) }));
  if (JSON.stringify(told) !== JSON.stringify(uses))
    throw new Error(`the model was told:\n${JSON.stringify(sent)}\nand the transcript says:\n${JSON.stringify(uses)}`);
}

function withoutReminder(result: string | null): string | null {
  return result?.replace(/\n\n<system-reminder>\n.*<\/system-reminder>$/s, '') ?? null;
}

/**
 * What using tools adds to a model's context: the tool's name, the input as JSON, and the result as text. Not counted are
 * the ids and brackets in which a provider wraps them, which are the same for whatever tool is used.
 */
export function tokensOf(uses: readonly ToolUse[]): number {
  const tokens = uses.map(
    ({ name, input, result }) => countTokens(name) + countTokens(JSON.stringify(input)) + countTokens(result ?? ''),
  );
  return tokens.reduce((sum, one) => sum + one, 0);
}
