import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/auto-store.ts';
import { pathWith, type Situation, type Stage, stage } from './situation.ts';

const START = ['start', 'Add a file'];
const SESSION = ['session', 'Add a file'];
const AUTO = ['auto', '--ultra-thin'];
const BASICS = ['git', 'sh', 'bash', 'node', 'env', 'grep'];
const LIST = { 'TASKS.md': '- [ ] T1.1: One\n' };

/** What is wrong with the machine, the repository or a file, before any agent is called. */
export const projectSituations: readonly Situation[] = [
  {
    name: 'no commit yet',
    code: 'git.no_commit',
    args: START,
    arrange: () => emptyRepository(),
    retry: 'same',
    ends: [3],
  },
  { name: 'no commit yet, for a session', code: 'git.no_commit', args: SESSION, arrange: () => emptyRepository() },
  { name: 'no commit yet, for a list', code: 'git.no_commit', args: AUTO, arrange: () => emptyRepository(LIST) },
  {
    name: 'a detached HEAD',
    code: 'git.detached',
    args: START,
    arrange: detached,
    fill: { NAME: 'work' },
    retry: 'same',
    ends: [3],
  },
  {
    name: 'a detached HEAD, for a session',
    code: 'git.detached',
    args: SESSION,
    arrange: detached,
    fill: { NAME: 'work' },
  },
  {
    name: 'line endings that .gitattributes changes',
    code: 'git.not_normalized',
    args: START,
    arrange: notNormalized,
    retry: 'same',
    ends: [3],
  },
  {
    name: 'an issue without a remote',
    code: 'pull_request.no_remote',
    args: ['start', '--issue', '3'],
    fill: { URL: 'https://git.example.org/a/b.git' },
    effect: ({ cwd }) => expect(git(cwd, 'remote', 'get-url', 'origin')).toBe('https://git.example.org/a/b.git'),
  },
  { name: 'a detached HEAD, for a list', code: 'git.detached', args: AUTO, arrange: detached, fill: { NAME: 'work' } },
  {
    name: 'a list in a folder without git',
    code: 'git.not_a_repository',
    args: AUTO,
    arrange: () => stage({ hasGit: false, files: LIST }),
    effect: ({ cwd }) => expect(git(cwd, 'rev-list', '--count', 'HEAD')).toBe('1'),
  },
  {
    name: 'git that does not know who you are',
    code: 'git.no_identity',
    args: START,
    arrange: () => {
      const own = stage();
      fs.writeFileSync(path.join(own.project.home, '.gitconfig'), '');
      return own;
    },
    fill: { '…': 'ann@example.com' },
    retry: 'same',
    ends: [3],
  },
  {
    name: 'git that is not installed',
    code: 'git.not_installed',
    args: START,
    arrange: () => stage({ env: { PATH: pathWith('sh', 'node') } }),
    byHand: (own) => void (own.env['PATH'] = process.env['PATH'] ?? ''),
    retry: 'same',
    ends: [3],
  },
  {
    name: 'no agent',
    code: 'agent.none_installed',
    args: START,
    arrange: () => stage({ env: { PATH: pathWith(...BASICS), ORCHESTRAL_AGENT: '' } }),
    byHand: installClaude,
    effect: async ({ cli }) => expect((await cli(['agents'])).stdout).toMatch(/claude +9\.9\.9/),
  },
  {
    name: 'an agent that is not there',
    code: 'agent.not_installed',
    args: [...START, '--agent', 'codex'],
    arrange: () => stage({ env: { PATH: pathWith(...BASICS) } }),
  },
  {
    name: 'a rehearsal without a script',
    code: 'agent.no_command',
    args: [...START, '--agent', 'rehearsal'],
    fill: { SCRIPT: 'script.yaml' },
    byHand: ({ project }) =>
      fs.copyFileSync(path.join(project.home, 'script.yaml'), path.join(project.folder, 'script.yaml')),
    retry: [...START, '--agent', 'rehearsal:script.yaml'],
    ends: [3],
  },
  {
    name: 'a command that nobody approved',
    code: 'trust.needed',
    args: START,
    arrange: () => stage({ trusts: false }),
    retry: [...START, '--trust'],
    ends: [0, 3],
  },
  {
    name: 'a sandbox that is not there',
    code: 'sandbox.absent',
    args: START,
    arrange: () =>
      stage({ config: { agents: { version: 1, sandbox: 'require' } }, env: { PATH: pathWith(...BASICS) } }),
    byHand: ({ project }) => project.write({ '.orchestral/config/agents.json': '{"version":1,"sandbox":"auto"}' }),
    retry: 'same',
    ends: [3],
  },
  {
    name: 'no home',
    code: 'home.unknown',
    args: START,
    arrange: () => stage({ env: { HOME: '', XDG_STATE_HOME: '' } }),
    byHand: ({ env, project }) => void (env['HOME'] = project.home),
    retry: 'same',
    ends: [3],
  },
  {
    name: 'a state folder that cannot be written',
    code: 'disk.refused',
    args: START,
    arrange: () => stage({ env: { XDG_STATE_HOME: '/sys/orchestral' } }),
    byHand: ({ env, project }) => void (env['XDG_STATE_HOME'] = path.join(project.home, 'state')),
    retry: 'same',
    ends: [3],
  },
  {
    name: 'a file in the place of .orchestral',
    code: 'file.unreadable',
    args: START,
    arrange: () => stage({ files: { '.orchestral': '' }, config: { project: null, verifier: null } }),
    byHand: ({ cwd }) => fs.renameSync(path.join(cwd, '.orchestral'), path.join(cwd, 'aside')),
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a folder of ours that leads out of the project',
    code: 'project.link_leaves',
    args: START,
    arrange: () => {
      const own = stage({ config: { project: null, verifier: null } });
      fs.symlinkSync(temporaryFolder(), path.join(own.cwd, '.orchestral'));
      return own;
    },
    byHand: ({ cwd }) => {
      fs.unlinkSync(path.join(cwd, '.orchestral'));
      fs.mkdirSync(path.join(cwd, '.orchestral'));
    },
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a comma too many in the configuration',
    code: 'document.invalid',
    args: START,
    arrange: () => {
      const own = stage();
      own.project.write({ '.orchestral/config/project.json': '{"version":1,"test_command":"true",}' });
      return own;
    },
    byHand: ({ project }) =>
      project.write({ '.orchestral/config/project.json': '{"version":1,"test_command":"true"}' }),
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a wrong type in the configuration',
    code: 'document.invalid',
    args: START,
    arrange: () => stage({ config: { global: { max_iterations: 'many' } } }),
    byHand: ({ project }) => project.write({ '.orchestral/config/global.json': '{"max_iterations":2}' }),
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a mistyped field in the configuration',
    code: 'document.invalid',
    args: START,
    arrange: () => stage({ config: { project: { version: 1, test_comand: 'true' } } }),
    byHand: ({ project }) =>
      project.write({ '.orchestral/config/project.json': '{"version":1,"test_command":"true"}' }),
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a file of the configuration that is a folder',
    code: 'file.not_regular',
    args: START,
    arrange: () => {
      const own = stage({ config: { project: null } });
      fs.mkdirSync(path.join(own.cwd, '.orchestral/config/project.json'), { recursive: true });
      return own;
    },
    byHand: ({ cwd }) => fs.rmdirSync(path.join(cwd, '.orchestral/config/project.json')),
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a file of the configuration that is far too large',
    code: 'file.too_large',
    args: START,
    arrange: () => {
      const own = stage();
      own.project.write({ '.orchestral/config/project.json': ' '.repeat(20_000_000) });
      return own;
    },
    byHand: ({ cwd }) => fs.unlinkSync(path.join(cwd, '.orchestral/config/project.json')),
    retry: 'same',
    ends: [0, 3],
  },
  {
    name: 'a base whose tests cannot run',
    code: 'checks.cannot_run',
    args: START,
    arrange: () => stage({ config: { project: { version: 1, test_command: 'no-such-program' } } }),
    fill: { '…': 'sh test/run.sh' },
    effect: async ({ cli }) => expect(await cli(['resume'])).toMatchObject({ code: 3 }),
  },
  {
    name: 'a set-up that fails',
    code: 'checks.setup_failed',
    args: START,
    arrange: () =>
      stage({ config: { project: { version: 1, test_command: 'sh test/run.sh', setup_command: 'false' } } }),
    fill: { '…': 'true' },
    effect: async ({ cli }) => expect(await cli(['resume'])).toMatchObject({ code: 3 }),
  },
  {
    name: 'a file to copy that git tracks',
    code: 'checks.copy_refused',
    args: START,
    arrange: () => stage({ config: { project: { version: 1, test_command: 'sh test/run.sh', copy: ['readme.md'] } } }),
    byHand: ({ project }) =>
      project.write({ '.orchestral/config/project.json': '{"version":1,"test_command":"sh test/run.sh"}' }),
    retry: ['resume'],
    ends: [3],
  },
  {
    name: 'an empty briefing',
    code: 'briefing.empty',
    args: ['start', ' '],
    ends: [3],
  },
  {
    name: 'a briefing that nobody reads',
    code: 'briefing.too_large',
    args: ['start', 'a'.repeat(2_000_000)],
    retry: ['start', 'Do what briefing.md says'],
    fill: { 'files of the project': 'Do what briefing.md says' },
    ends: [3],
  },
  {
    name: 'orchestral started by an agent',
    code: 'run.inside_agent',
    args: START,
    arrange: () => stage({ env: { ORCHESTRAL_EFFECT: 'run-20240115-143022/build#1' } }),
  },
  { name: 'a fleet that nobody named', code: 'fleet.no_url', args: ['fleet', 'status'], fill: { HOST: '127.0.0.1' } },
  {
    name: 'a fleet at no address',
    code: 'fleet.bad_url',
    args: ['fleet', 'status', '--fleet', 'localhost'],
    retry: ['fleet', 'status', '--help'],
    fill: { HOST: '--help' },
  },
  {
    name: 'a worker without a key',
    code: 'fleet.no_worker_key',
    args: ['worker', '--fleet', 'redis://127.0.0.1:9'],
  },
  { name: 'a conductor without a key', code: 'fleet.no_key', args: [...START, '--fleet', 'redis://127.0.0.1:9'] },
];

function emptyRepository(files: Record<string, string> = {}): Stage {
  const own = stage({ hasGit: false, files });
  git(own.cwd, 'init', '--quiet', '--initial-branch', 'main');
  return own;
}

function detached(): Stage {
  const own = stage({
    files: { ...LIST, 'readme.md': 'hello\n' },
    config: { project: { version: 1, test_command: 'true' } },
  });
  git(own.cwd, 'checkout', '--quiet', '--detach');
  return own;
}

function notNormalized(): Stage {
  const own = stage({ files: { 'readme.txt': 'one\r\ntwo\r\n' } });
  fs.writeFileSync(path.join(own.cwd, '.gitattributes'), '*.txt text\n');
  own.project.git?.('add', '.gitattributes');
  own.project.git?.('commit', '--quiet', '--message', 'Name the text files');
  return own;
}

function installClaude({ env }: Stage): void {
  fs.writeFileSync(path.join(env['PATH'] ?? '', 'claude'), '#!/bin/sh\necho "9.9.9 (Claude Code)"\n', { mode: 0o755 });
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
}
