import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../../support/auto-store.ts';
import { type Situation, stage } from './situation.ts';

const KEY = 'project.test_command';

/** Mistakes on the command line and in settings. */
export const usageSituations: readonly Situation[] = [
  { name: 'a mistyped command', code: 'usage.unknown_command', args: ['statsu'] },
  { name: 'a command that is none', code: 'usage.unknown_command', args: ['frobnicate'] },
  { name: 'version as a command', code: 'usage.unknown_command', args: ['version'] },
  { name: 'a command of auto that is none', code: 'usage.unknown_command', args: ['auto', 'frobnicate'] },
  { name: 'a command of config that is none', code: 'usage.unknown_command', args: ['config', 'frobnicate'] },
  { name: 'a command of pull-request that is none', code: 'usage.unknown_command', args: ['pull-request', 'open'] },
  { name: 'a command of fleet that is none', code: 'usage.unknown_command', args: ['fleet', 'frobnicate'] },
  { name: 'a command of precedents that is none', code: 'usage.unknown_command', args: ['precedents', 'frobnicate'] },
  { name: 'a command given as a briefing', code: 'usage.unknown_command', args: ['start', 'statsu'] },
  { name: 'a mistyped option', code: 'usage.unknown_option', args: ['status', '--verbsoe'] },
  {
    name: 'an option of another command',
    code: 'usage.unknown_option',
    args: ['status', '--decision'],
    retry: ['status', '--help'],
  },
  {
    name: 'a briefing that looks like an option',
    code: 'usage.dashed_text',
    args: ['start', '--verbose should print more'],
    fill: { '…': '--verbose should print more' },
    ends: [3],
  },
  { name: 'a mistyped step', code: 'usage.unknown_step', args: ['rerun', 'bilder'], ends: [2] },
  {
    name: 'a document that is none',
    code: 'usage.unknown_document',
    args: ['schema', 'frobnicate'],
    effect: (_, stdout) => expect(stdout).toContain('run-state'),
  },
  { name: 'a mistyped document', code: 'usage.unknown_document', args: ['schema', 'sesion'] },
  {
    name: 'an option without its value',
    code: 'usage.value_missing',
    args: ['validate', '--as'],
    retry: ['validate', '--help'],
  },
  {
    name: 'a language that is not spoken',
    code: 'usage.not_a_choice',
    args: ['status', '--lang', 'fr'],
    retry: ['status', '--lang', 'en'],
  },
  {
    name: 'a mode that is none',
    code: 'usage.not_a_choice',
    args: ['auto', '--dry-run', '--mode', 'fast'],
    arrange: () => stage({ files: { 'TASKS.md': '- [ ] T1.1: One\n' } }),
    retry: ['auto', '--dry-run', '--mode', 'normal'],
  },
  {
    name: 'a number that is none',
    code: 'usage.not_a_number',
    args: ['auto', '--dry-run', '--parallel', 'many'],
    arrange: () => stage({ files: { 'TASKS.md': '- [ ] T1.1: One\n' } }),
    retry: ['auto', '--dry-run', '--parallel', '0'],
  },
  {
    name: 'a time that is none',
    code: 'usage.not_a_duration',
    args: ['clean', '--dry-run', '--older-than', 'yesterday'],
    retry: ['clean', '--dry-run', '--older-than', '30m'],
  },
  { name: 'no shell to complete for', code: 'usage.argument_missing', args: ['completion'] },
  { name: 'no task to retry', code: 'usage.argument_missing', args: ['auto', 'retry'] },
  { name: 'no setting to explain', code: 'usage.argument_missing', args: ['config', 'explain'] },
  { name: 'no role to call again', code: 'usage.argument_missing', args: ['rerun'] },
  { name: 'an argument too many', code: 'usage.too_many_arguments', args: ['status', 'now'] },
  {
    name: 'a file that says not what it is',
    code: 'usage.place_unknown',
    args: ['validate', 'some.json'],
    arrange: () => stage({ files: { 'some.json': '{"version":1}' } }),
    fill: { NAME: 'config-agents' },
    retry: ['validate', 'some.json', '--as', 'config-agents'],
  },
  { name: 'a file that is no lock', code: 'usage.not_a_lock', args: ['unlock', 'readme.md'] },
  {
    name: 'a project that is not there',
    code: 'project.not_a_folder',
    args: ['status', '--project', 'nowhere'],
    byHand: ({ cwd }) => fs.mkdirSync(path.join(cwd, 'nowhere')),
    retry: 'same',
  },
  {
    name: 'a reference that is not there',
    code: 'project.not_a_folder',
    args: ['session', 'Add mul', '--reference', 'nowhere'],
    byHand: ({ cwd }) => fs.mkdirSync(path.join(cwd, 'nowhere')),
    effect: async ({ cli }) => {
      const { stderr } = await cli(['session', 'Add mul', '--reference', 'nowhere']);
      expect(stderr).not.toContain('nowhere is not a folder');
    },
  },
  {
    name: 'the top of the file system as a project',
    code: 'preflight.holds_private_folder',
    args: ['start', 'Add a file', '--project', '/'],
    fill: { DIR: '.' },
    retry: ['start', 'Add a file', '--project', '.'],
    ends: [3],
  },
  {
    name: 'settings for the home folder',
    code: 'project.unsuitable',
    args: ['init'],
    arrange: () => {
      const own = stage({ hasGit: false });
      own.env['HOME'] = own.cwd;
      return own;
    },
    byHand: (own) => void (own.cwd = temporaryFolder()),
    retry: 'same',
  },
  { name: 'a setting that is none', code: 'config.unknown_key', args: ['config', 'get', 'frobnicate'] },
  { name: 'a mistyped setting', code: 'config.unknown_key', args: ['config', 'get', 'project.test_comand'] },
  { name: 'a group of settings', code: 'config.unknown_key', args: ['config', 'explain', 'verifier'] },
  {
    name: 'a group of settings that sounds like all projects',
    code: 'config.unknown_key',
    args: ['config', 'explain', 'global'],
    fill: { KEY: 'global.max_iterations', VALUE: '5' },
    effect: async ({ cli }) => expect((await cli(['config', 'get', 'global.max_iterations'])).stdout).toBe('5\n'),
  },
  {
    name: 'a setting to edit where nobody can be asked',
    code: 'config.edit_without_asking',
    args: ['config', 'edit', 'global.max_iterations'],
    fill: { VALUE: '5' },
    effect: async ({ cli }) => expect((await cli(['config', 'get', 'global.max_iterations'])).stdout).toBe('5\n'),
  },
  {
    name: 'a value that the setting cannot have',
    code: 'config.bad_value',
    args: ['config', 'set', 'global.max_iterations', 'many'],
    effect: (_, stdout) => expect(stdout).toContain('max_iterations'),
  },
  {
    name: 'a setting of the project for all projects',
    code: 'config.wrong_place',
    args: ['config', 'set', KEY, 'make', '--user'],
    retry: ['config', 'set', KEY, 'make'],
  },
  {
    name: 'a setting of the person in the project',
    code: 'config.wrong_place',
    args: ['config', 'set', 'fleet.url', 'redis://127.0.0.1:6379'],
    retry: ['config', 'set', 'fleet.url', 'redis://127.0.0.1:6379', '--user'],
  },
  { name: 'a saved answer that is none', code: 'precedent.unknown', args: ['precedents', 'revoke', 'p-9'] },
  { name: 'waiting for nothing', code: 'wait.nothing', args: ['wait'] },
  { name: 'waiting for what is not there', code: 'wait.nothing', args: ['wait', 'run-20240115-143022'] },
  { name: 'more time for nobody', code: 'extend.nothing', args: ['extend', '--by', '10m'] },
  { name: 'a question that is none', code: 'question.unknown', args: ['answer', 'T1.1', '--allow', 'all'] },
  { name: 'proving nothing that is known', code: 'prove.unknown', args: ['prove', 'nope'] },
  { name: 'verifying nothing that is known', code: 'verify.unknown', args: ['verify', 'nope'] },
  {
    name: 'a branch that is none',
    code: 'usage.unknown_branch',
    args: ['start', 'Add a file', '--base', 'frobnicate'],
    ends: [0],
  },
  {
    name: 'a mistyped branch',
    code: 'usage.unknown_branch',
    args: ['start', 'Add a file', '--base', 'mian'],
    ends: [3],
  },
];
