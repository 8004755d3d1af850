import fs from 'node:fs';
import tty from 'node:tty';
import { findTargets, type ToolCall } from './find-targets.ts';
import { isMarked } from './is-marked.ts';

/*
 * What Claude Code runs on its own account: hooks, at every edit, and the status line. They start without the rest of the
 * program, load only what they need, always end with 0, and say nothing where something goes wrong: a person's
 * conversation must never wait for us or be held up by us.
 */

/** More than the largest document; a longer message is read to its end and not looked at. */
const LONGEST_INPUT = 128 * 2 ** 20;

export interface HookWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** `hook pre-tool-use`, `hook session-start` or `statusline`: what it prints, which may be nothing. */
export async function main([command, event]: readonly string[]): Promise<void> {
  try {
    const said = await answerTo(command === 'statusline' ? command : (event ?? ''), readInput(), world());
    if (said !== undefined) process.stdout.write(`${said}\n`);
  } catch (error) {
    process.stderr.write(`orchestral: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** Undefined where there is nothing to say. */
export async function answerTo(event: string, input: string, { env, cwd }: HookWorld): Promise<string | undefined> {
  const message = readMessage(input);
  switch (event) {
    case 'pre-tool-use': {
      const call = toolCallIn(message, cwd);
      if (call === undefined) return undefined;
      const targets = findTargets(call, env);
      if (targets === undefined) return undefined;
      const { judgeEdit } = await import('./judge-edit.ts');
      return judgeEdit(call, targets, env);
    }
    case 'session-start':
    case 'statusline': {
      const folder = folderIn(message, cwd);
      if ((event === 'session-start' && env['ORCHESTRAL_EFFECT'] !== undefined) || !isMarked(folder)) return undefined;
      const { sessionStart, statusLine } = await import('./in-progress.ts');
      return event === 'session-start' ? sessionStart(folder, env) : statusLine(folder, env);
    }
    default:
      return undefined;
  }
}

function world(): HookWorld {
  return { env: process.env, cwd: process.cwd() };
}

/** Empty where there is nothing to be read, or more than anybody means. */
function readInput(): string {
  if (tty.isatty(0)) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(2 ** 16);
    const read = readChunk(chunk);
    if (read === 0) return size > LONGEST_INPUT ? '' : Buffer.concat(chunks).toString('utf8');
    size += read;
    if (size <= LONGEST_INPUT) chunks.push(chunk.subarray(0, read));
    else chunks.length = 0;
  }
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return fs.readSync(0, chunk);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readMessage(input: string): Fields {
  try {
    return fieldsOf(JSON.parse(input));
  } catch {
    return {};
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where the conversation is: a status line says it in two places. */
function folderIn(message: Fields, cwd: string): string {
  return textIn(fieldsOf(message['workspace']), 'current_dir') ?? textIn(message, 'cwd') ?? cwd;
}

function toolCallIn(message: Fields, cwd: string): ToolCall | undefined {
  const input = fieldsOf(message['tool_input']);
  const file = textIn(input, 'file_path') ?? textIn(input, 'notebook_path');
  const tool = textIn(message, 'tool_name');
  if (file === undefined || tool === undefined) return undefined;
  return { tool, file, input, cwd: textIn(message, 'cwd') ?? cwd };
}
