import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'vitest';
import { installedPackage } from './installed.ts';
import { type ActOn, openMessagesDriver } from './model-servers/anthropic.ts';
import type { RunProject } from './run-project.ts';

export interface ClaudeScene {
  readonly project: RunProject;
  /** Who carries out what Orchestral is asked for: `rehearsal:…`. */
  readonly agent: string;
  /** What the person types. */
  readonly prompt: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly actOn: ActOn;
}

export interface ClaudeResult {
  readonly code: number | null;
  /** Lines of `stream-json`. */
  readonly stdout: string;
  readonly stderr: string;
  /** The whole conversation, as the model was told of it last. */
  readonly lastRequest: string;
}

/** The folder in which the pinned Claude Code lies, with its program in `.bin`. */
export async function claudePrograms(context: TestContext): Promise<string> {
  return path.resolve(await installedPackage(context, '@anthropic-ai/claude-code', '2.1.325'), '../../.bin');
}

/** The real Claude Code in the project, its model scripted. */
export async function runClaude(context: TestContext, scene: ClaudeScene): Promise<ClaudeResult> {
  const { project, agent, prompt, args = [], actOn } = scene;
  const programs = await claudePrograms(context);
  const server = await openMessagesDriver(actOn);
  const temporary = path.join(project.home, 'tmp');
  const own = path.join(project.home, 'bin');
  for (const folder of [temporary, own]) fs.mkdirSync(folder, { recursive: true });
  if (!fs.existsSync(path.join(own, 'orchestral')))
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
    ORCHESTRAL_AGENT: agent,
    ...scene.env,
  };
  const run = (program: string, given: readonly string[]) => finished(program, given, { project, env, context });
  try {
    await run('orchestral', ['trust', '--yes']);
    const usual = ['--output-format', 'stream-json', '--verbose', '--model', 'claude-sonnet-4-5'];
    const done = await run('claude', ['-p', prompt, ...usual, ...args]);
    return { ...done, lastRequest: server.lastRequest() };
  } finally {
    await server.close();
  }
}

interface World {
  readonly project: RunProject;
  readonly env: Readonly<Record<string, string>>;
  readonly context: TestContext;
}

async function finished(program: string, args: readonly string[], { project, env, context }: World) {
  const { signal } = context;
  const child = spawn(program, args, { cwd: project.folder, env, signal, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}
