import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Rehearsal } from '../../src/schema/rehearsal.ts';
import { rehearsedTasks } from './conduct-auto.ts';
import { openMessagesDriver, type ToolCall, type ToolUse, toolUsesIn } from './model-servers/anthropic.ts';
import { type RunProject, runProject, SHELL_TESTS } from './run-project.ts';

const exec = promisify(execFile);

/** A list of tasks in two phases, and what becomes of them. */
export interface Scene {
  readonly plan: string;
  readonly script: Rehearsal;
  readonly completed: readonly string[];
  readonly failed: string;
  readonly blocked: string;
  /** Tasks with a change. Most have none, which keeps a thousand of them quick. */
  readonly edited: readonly string[];
}

/** Each task needs the one so many before it. */
const WIDTH = 8;
const EDITS = 5;

export function sceneOf(tasks: number): Scene {
  const half = Math.floor(tasks / 2);
  const phase = (number: number, count: number) => Array.from({ length: count }, (_, n) => `T${number}.${n + 1}`);
  const phases = [phase(1, half), phase(2, tasks - half)];
  const ids = phases.flat();
  const [failed = '', blocked = ''] = ids.slice(-2);
  const completed = ids.slice(0, -2);
  const apart = Math.max(2, Math.floor(completed.length / EDITS));
  const edited = completed.filter((_, n) => n % apart === 1).slice(0, EDITS);
  const lineOf = (id: string, nth: number, among: readonly string[]): string => {
    const needed = id === blocked ? failed : among[nth - WIDTH];
    return [
      `- [ ] ${id}: ${edited.includes(id) ? 'Write the note' : 'Look through the notes'} of ${id}\n`,
      needed === undefined ? '' : `  - deps: [${needed}]\n`,
      edited.includes(id) ? '' : '  - changes: none\n',
    ].join('');
  };
  const written = phases.map((among, n) => `\n## Phase ${n + 1}: Part ${n + 1}\n\n${among.map(lineOf).join('')}`);
  return {
    plan: `# TASKS: Notes\n${written.join('')}`,
    script: {
      version: 1,
      roles: { 'task-executor': [{ say: 'Looked through them; nothing is to be changed.' }] },
      tasks: {
        ...Object.fromEntries(edited.map((id) => [id, [{ edit: { [`notes/${id}.txt`]: `note of ${id}\n` } }]])),
        [failed]: [{ fail: 'crash' }],
      },
    },
    completed,
    failed,
    blocked,
    edited,
  };
}

export function projectOf({ plan }: Scene): RunProject {
  return runProject({ files: { ...SHELL_TESTS, 'TASKS.md': plan, '.claude/.gitignore': '*\n' } });
}

export interface Driving {
  /** The folder with the program `claude`. */
  readonly programs: string;
  readonly project: RunProject;
  readonly script: Rehearsal;
  readonly actOn: (uses: readonly ToolUse[]) => readonly ToolCall[] | string;
  readonly signal: AbortSignal;
}

/** Every use of a tool, twice. */
export interface Driven {
  /** As the transcript tells of it. */
  readonly uses: readonly ToolUse[];
  /** As the model was told of it in the last request, which holds the whole conversation. */
  readonly sent: readonly ToolUse[];
}

/** The real Claude Code in the project, driven by a model that does what `actOn` says. */
export async function drivenByClaude({ programs, project, script, actOn, signal }: Driving): Promise<Driven> {
  const server = await openMessagesDriver(actOn);
  const temporary = path.join(project.home, 'tmp');
  const own = path.join(project.home, 'bin');
  for (const folder of [temporary, own]) fs.mkdirSync(folder);
  fs.symlinkSync(path.resolve('bin/orchestral.js'), path.join(own, 'orchestral'));
  const env = {
    ...project.env,
    PATH: [own, programs, process.env['PATH']].join(path.delimiter),
    TMPDIR: temporary,
    CLAUDE_CODE_TMPDIR: temporary,
    ANTHROPIC_BASE_URL: server.baseUrl,
    ANTHROPIC_API_KEY: 'sk-ant-for-nothing',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    DISABLE_AUTOUPDATER: '1',
    BASH_MAX_TIMEOUT_MS: String(60 * 60_000),
    ORCHESTRAL_AGENT: rehearsedTasks(project.home, script),
  };
  const options = { cwd: project.folder, env, signal, maxBuffer: 2 ** 30, encoding: 'utf8' } as const;
  try {
    await exec('orchestral', ['trust', '--yes'], options);
    const args = ['-p', 'Carry out TASKS.md with orchestral.', '--output-format', 'stream-json', '--verbose'];
    const claude = exec('claude', [...args, '--model', 'claude-sonnet-4-5', '--allowedTools', 'Bash'], options);
    claude.child.stdin?.end();
    const { stdout } = await claude;
    const driven = { uses: usesTold(stdout), sent: toolUsesIn(server.lastRequest()) };
    requireTheSame(driven);
    return driven;
  } finally {
    await server.close();
  }
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
