import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test, type TestContext } from 'vitest';
import { installedPackage } from '../support/installed.ts';
import { type RunProject, runProject } from '../support/run-project.ts';

const exec = promisify(execFile);
const COMMANDS = ['auto-orchestrate', 'orchestral', 'orchestrator'];

/** A project in which our commands were put into a program, and the program asked what it knows. */
async function asked(
  context: TestContext,
  {
    flag,
    pack,
    args,
    env = {},
  }: { flag: string; pack: readonly [string, string]; args: readonly string[]; env?: Record<string, string> },
): Promise<{ said: string; project: RunProject }> {
  const folder = await installedPackage(context, ...pack);
  const project = runProject();
  const own = { ...project.env, ...env, TMPDIR: project.home };
  const options = { cwd: project.folder, env: own, encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  await exec(process.execPath, [path.resolve('bin/orchestral.js'), 'init', flag, '--yes'], options);
  const [program = '', ...rest] = args;
  if (program === 'gemini')
    fs.writeFileSync(
      path.join(project.home, '.gemini/settings.json'),
      '{"security":{"auth":{"selectedType":"gemini-api-key"}}}',
    );
  const bin = path.join(folder.slice(0, folder.lastIndexOf('node_modules')), 'node_modules/.bin', program);
  const { stdout, stderr } = await exec(bin, rest, options);
  return { said: `${stdout}\n${stderr}`, project };
}

describe('programs find what init wrote', { timeout: 120_000 }, () => {
  test('Codex lists the skills, and reads the section of AGENTS.md', async (context) => {
    const { said } = await asked(context, {
      flag: '--codex',
      pack: ['@openai/codex', '0.166.0'],
      args: ['codex', 'debug', 'prompt-input', 'hello'],
    });
    for (const name of COMMANDS) expect(said).toContain(`${name}/SKILL.md`);
    expect(said).toContain('Orchestral conducts coding agents');
  });

  test('Gemini CLI has the extension switched on', async (context) => {
    const { said } = await asked(context, {
      flag: '--gemini',
      pack: ['@google/gemini-cli', '0.61.0'],
      args: ['gemini', 'extensions', 'list'],
      env: { GEMINI_API_KEY: 'for-nothing', GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    });
    expect(said).toContain('✓ orchestral (');
    expect(said).toContain('Enabled (Workspace): true');
  });

  test('opencode has the commands', async (context) => {
    const { said } = await asked(context, {
      flag: '--opencode',
      pack: ['opencode-ai', '1.18.33'],
      args: ['opencode', 'debug', 'config'],
    });
    for (const name of COMMANDS) expect(said).toContain(`"${name}": {`);
    expect(said).toContain('orchestral wait auto --for 100s');
  });
});
