import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catchFailure, unwrap } from '../../src/base/failure.ts';
import { findProject } from '../../src/engine/project.ts';
import { readRunSettings } from '../../src/engine/run-settings.ts';
import { configDefaults } from '../../src/schema/config/defaults.ts';

function scene(files: Readonly<Record<string, unknown>>) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'settings-')));
  for (const [place, content] of Object.entries(files)) {
    const file = path.join(root, place);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  fs.mkdirSync(path.join(root, 'project'), { recursive: true });
  const project = unwrap(findProject({ cwd: root, named: path.join(root, 'project') }));
  const env = { HOME: root, XDG_CONFIG_HOME: path.join(root, 'config') };
  return { root, read: () => catchFailure(() => readRunSettings(project, env)) };
}

const config = 'project/.orchestral/config';
const user = 'config/orchestral/config.json';

describe('a file that says something', () => {
  test('is completed with the defaults', async () => {
    const { read } = scene({
      [`${config}/global.json`]: { max_iterations: 5, timeouts: { builder: 1 } },
      [`${config}/project.json`]: { test_command: 'make test' },
      [`${config}/agents.json`]: { roles: { builder: { model: 'opus' } } },
    });
    const settings = unwrap(await read());
    const { global } = configDefaults;
    expect(settings.global).toEqual({
      ...global,
      max_iterations: 5,
      timeouts: { ...global.timeouts, builder: 1 },
    });
    expect(settings.verifier).toEqual(configDefaults.verifier);
    expect(settings.repository).toMatchObject({
      project: { test_command: 'make test' },
      agents: { roles: { builder: { model: 'opus' } } },
    });
  });

  test('counts more in the project than in the person’s own file, value by value', async () => {
    const { read } = scene({
      [user]: {
        global: { max_iterations: 7, log_level: 'debug', notifications: { system_notify: true } },
        refiner: { delegation_keywords: ['whatever'] },
        agents: { limits: { total_cost_usd: 5, max_turns: 9 }, fallback: ['codex'] },
      },
      [`${config}/global.json`]: { log_level: 'warn', notifications: { terminal_bell: false } },
      [`${config}/agents.json`]: { limits: { max_turns: 3 }, fallback: ['gemini', 'claude'] },
    });
    const settings = unwrap(await read());
    expect(settings.global).toMatchObject({
      max_iterations: 7,
      log_level: 'warn',
      notifications: { terminal_bell: false, system_notify: true },
    });
    expect(settings.refiner.delegation_keywords).toEqual(['whatever']);
    expect(settings.repository.agents).toEqual({
      limits: { total_cost_usd: 5, max_turns: 3 },
      fallback: ['gemini', 'claude'],
    });
  });

  test.each([
    [`${config}/global.json`, '{\n  "max_iterations": 5,\n}\n', { line: 2, column: 22, reason: 'extra-comma' }],
    [user, '{\n  // mine\n  "global": {}\n}\n', { line: 2, column: 3, reason: 'comment' }],
  ])('and is wrong, is told with its place: %s', async (file, text, { line, column, reason }) => {
    const { root, read } = scene({ [file]: text });
    expect(await read()).toMatchObject({
      ok: false,
      error: {
        code: 'document.invalid',
        path: path.join(root, file),
        params: { problems: [{ line, column, expected: { kind: 'syntax', reason } }] },
      },
    });
  });
});

describe('what needs trust', () => {
  test('is in the repository, not in the person’s own file', async () => {
    const own = { backends: { command: { command: ['mine'] }, codex: { env: ['MY_KEY'] } }, sandbox: 'off' };
    const { repository } = unwrap(await scene({ [user]: { agents: own } }).read());
    expect(repository.runnables).toEqual([]);
    const { repository: theirs } = unwrap(await scene({ [`${config}/agents.json`]: own }).read());
    const places = ['backends.command.command', 'backends.codex.env', 'sandbox'];
    expect(theirs.runnables.map(({ place }) => place)).toEqual(places);
  });

  test('is also a sandbox that the person requires and the repository does not', async () => {
    const files = { [user]: { agents: { sandbox: 'require' } }, [`${config}/agents.json`]: { sandbox: 'auto' } };
    expect(unwrap(await scene(files).read()).repository.runnables).toMatchObject([{ place: 'sandbox', text: 'auto' }]);
  });
});

test('the models that init writes are nobody’s wish; others are', async () => {
  const files = {
    [`${config}/builder.json`]: configDefaults.builder,
    [`${config}/verifier.json`]: { model: 'opus' },
    [user]: { builder: { model: 'sonnet' } },
  };
  const { layers } = unwrap(await scene(files).read()).repository;
  expect(layers.map(({ from, models }) => [from, models])).toEqual([
    ['repository', { verifier: 'opus' }],
    ['person', expect.objectContaining({ builder: 'sonnet' })],
  ]);
});
