import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/auto-store.ts';
import type { ActOn, ToolCall } from '../support/model-servers/anthropic.ts';
import { type RunProject, runProject } from '../support/run-project.ts';
import { claudePrograms } from '../support/run-claude.ts';
import { isFull } from '../support/tier.ts';
import { changed, sample } from '../cli/orchestral.ts';
import { converse } from './claude-code.ts';

const namesIn = (folder: string) =>
  fs.readdirSync(path.join('templates/plugin', folder)).map((name) => name.replace(/\.md$/, ''));

test('Claude Code finds nothing wrong with the plugin and with the marketplace', async (context) => {
  const claude = path.join(await claudePrograms(context), 'claude');
  const env = { PATH: process.env['PATH'] ?? '', HOME: temporaryFolder() };
  for (const place of ['templates/plugin', '.']) {
    const said = execFileSync(claude, ['plugin', 'validate', '--strict', '--json', place], { env, encoding: 'utf8' });
    expect(JSON.parse(said)).toMatchObject({ success: true, strict: true });
  }
});

test('the package, the plugin and the marketplace agree', () => {
  const read = (file: string) => JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(read('templates/plugin/.claude-plugin/plugin.json')['version']).toBe(read('package.json')['version']);
  const { plugins } = read('.claude-plugin/marketplace.json') as { plugins: { source: string; name: string }[] };
  expect(plugins).toMatchObject([{ name: 'orchestral', source: './templates/plugin' }]);
  expect(read('package.json')['files']).toEqual(expect.arrayContaining(['.claude-plugin', 'templates/plugin']));
});

const STATE = '.claude/orchestrate-state.json';
const BROKEN = changed('auto-state.json', { mode: 'fast' });

/** Reads and writes, one call after the other. */
function doing(...calls: readonly ToolCall[]): ActOn {
  return (uses) => {
    const call = calls[uses.length];
    return call === undefined ? 'Over.' : [call];
  };
}

function editProject(): RunProject {
  const project = runProject();
  project.write({ [STATE]: sample('auto-state.json'), 'test/frozen.check': 'true\n' });
  return project;
}

describe('hooks in a conversation', () => {
  test('refuse what would break a document, and nothing else; all commands, agents and the skill are there', async (context) => {
    const project = editProject();
    const file = path.join(project.folder, STATE);
    const frozen = path.join(project.folder, 'test/frozen.check');
    const config = path.join(project.folder, '.orchestral/config/project.json');
    const { uses, init } = await converse(context, {
      project,
      agent: 'rehearsal:none.yaml',
      prompt: 'Change the state.',
      args: ['--plugin-dir', path.resolve('templates/plugin'), '--permission-mode', 'acceptEdits'],
      env: { ORCHESTRAL_FROZEN: JSON.stringify([frozen]) },
      actOn: doing(
        { name: 'Read', input: { file_path: file } },
        { name: 'Write', input: { file_path: file, content: BROKEN } },
        { name: 'Read', input: { file_path: config } },
        { name: 'Edit', input: { file_path: config, old_string: '"version":1', new_string: '"version":"one"' } },
        { name: 'Edit', input: { file_path: config, old_string: 'sh test', new_string: 'bash test' } },
        { name: 'Read', input: { file_path: frozen } },
        { name: 'Write', input: { file_path: frozen, content: 'true # mine\n' } },
      ),
    });
    expect(uses[1]?.result).toContain('Orchestral: this edit would break .claude/orchestrate-state.json');
    expect(uses[3]?.result).toContain(
      'this edit would break .orchestral/config/project.json: 1:12: version: must be 1',
    );
    expect(fs.readFileSync(file, 'utf8')).toBe(sample('auto-state.json'));
    expect(JSON.parse(fs.readFileSync(config, 'utf8'))).toEqual({ version: 1, test_command: 'bash test/run.sh' });
    expect(fs.readFileSync(frozen, 'utf8')).toBe('true # mine\n');
    expect(init.slash_commands).toEqual(
      expect.arrayContaining(namesIn('commands').map((name) => `orchestral:${name}`)),
    );
    expect(init.agents).toEqual(expect.arrayContaining(namesIn('agents').map((name) => `orchestral:${name}`)));
    expect(init.skills).toContain('orchestral:orchestral-workflows');
  });

  if (isFull)
    test('inside a step frozen tests stay, and other files do not', async (context) => {
      const project = editProject();
      const at = (name: string) => path.join(project.folder, name);
      fs.symlinkSync('frozen.check', at('test/link.check'));
      const { uses } = await converse(context, {
        project,
        agent: 'rehearsal:none.yaml',
        prompt: 'Make the test pass.',
        args: ['--plugin-dir', path.resolve('templates/plugin'), '--permission-mode', 'acceptEdits'],
        env: {
          ORCHESTRAL_EFFECT: 'R1/T1-S1/implement#1',
          ORCHESTRAL_FROZEN: JSON.stringify([at('test/frozen.check')]),
        },
        actOn: doing(
          { name: 'Read', input: { file_path: at('test/frozen.check') } },
          { name: 'Edit', input: { file_path: at('test/frozen.check'), old_string: 'true', new_string: 'false' } },
          { name: 'Read', input: { file_path: at('test/link.check') } },
          { name: 'Edit', input: { file_path: at('test/link.check'), old_string: 'true', new_string: 'false' } },
          { name: 'Write', input: { file_path: at('src/a.txt'), content: 'a\n' } },
        ),
      });
      expect(uses[1]?.result).toContain('a test that this step is judged by');
      expect(uses[3]?.result).toContain('a test that this step is judged by');
      expect(fs.readFileSync(at('test/frozen.check'), 'utf8')).toBe('true\n');
      expect(fs.readFileSync(at('src/a.txt'), 'utf8')).toBe('a\n');
    });

  if (isFull)
    test('a program that is not there, or older, holds nobody up', async (context) => {
      const project = editProject();
      fs.mkdirSync(path.join(project.home, 'bin'));
      fs.writeFileSync(path.join(project.home, 'bin/orchestral'), '#!/bin/sh\necho "unknown command" >&2\nexit 2\n', {
        mode: 0o755,
      });
      const { uses } = await converse(context, {
        project,
        agent: 'rehearsal:none.yaml',
        prompt: 'Write a file.',
        args: ['--plugin-dir', path.resolve('templates/plugin'), '--permission-mode', 'acceptEdits'],
        actOn: doing({ name: 'Write', input: { file_path: path.join(project.folder, 'a.txt'), content: 'a\n' } }),
      });
      expect(fs.readFileSync(path.join(project.folder, 'a.txt'), 'utf8')).toBe('a\n');
      expect(uses[0]?.result).not.toContain('unknown command');
    });
});

if (isFull)
  describe('agents', () => {
    const called = namesIn('commands').map((command) => {
      const text = fs.readFileSync(`templates/plugin/commands/${command}.md`, 'utf8');
      return {
        command,
        agents: [...new Set(Array.from(text.matchAll(/`(orchestral:[\w-]+)`/g), ([, name = '']) => name))],
      };
    });

    test('every agent that is shipped is called by a command', () => {
      expect(called.flatMap(({ agents }) => agents).toSorted()).toEqual(
        namesIn('agents')
          .map((name) => `orchestral:${name}`)
          .toSorted(),
      );
    });

    test.for(called.filter(({ agents }) => agents.length > 0))(
      'those that /$command names are called, and told what they are',
      async ({ command, agents }, context) => {
        const project = runProject();
        const met: string[] = [];
        const { uses } = await converse(context, {
          project,
          agent: 'rehearsal:none.yaml',
          prompt: `/orchestral:${command} status`,
          actOn: (used, { said, system }) => {
            const role = /You find out why [^\n]*/.exec(system)?.[0];
            if (role !== undefined) {
              met.push(role);
              return 'Because of line 3.';
            }
            const name = agents[used.length];
            if (name === undefined) return 'Over.';
            if (!said.includes(`\`${name}\``)) throw new Error(`${name} is not in the command`);
            return [{ name: 'Agent', input: { subagent_type: name, description: 'Find out why', prompt: 'T1-S1' } }];
          },
        });
        expect(uses.map((use) => use.result)).toEqual(
          agents.map(() => expect.stringContaining('Because of line 3.') as string),
        );
        const roles = agents.map((name) => {
          const text = fs.readFileSync(`templates/plugin/agents/${name.replace('orchestral:', '')}.md`, 'utf8');
          return /You find out why [^\n]*/.exec(text)?.[0];
        });
        expect(met).toEqual(roles);
      },
    );
  });

if (isFull)
  test('what init --claude installs has the short names, and its hooks are heeded', async (context) => {
    const project = editProject();
    const program = path.resolve('bin/orchestral.js');
    execFileSync(process.execPath, [program, 'init', '--claude'], { cwd: project.folder, env: project.env });
    const file = path.join(project.folder, STATE);
    const { init, uses } = await converse(context, {
      project,
      agent: 'rehearsal:none.yaml',
      prompt: 'Change the state.',
      args: ['--permission-mode', 'acceptEdits'],
      actOn: doing(
        { name: 'Read', input: { file_path: file } },
        { name: 'Write', input: { file_path: file, content: BROKEN } },
      ),
    });
    expect(init.slash_commands).toEqual(expect.arrayContaining(namesIn('commands')));
    expect(init.agents).toEqual(expect.arrayContaining(namesIn('agents')));
    expect(uses[1]?.result).toContain('would break');
    const status = await converse(context, {
      project,
      agent: 'rehearsal:none.yaml',
      prompt: '/auto-orchestrate status',
      args: [],
    });
    expect(status.result).toContain('T1');
  });
