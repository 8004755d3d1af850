import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findClaudeMem } from '../../src/knowledge/claude-mem-server.ts';

/** A home with these files, by path. */
function home(files: Readonly<Record<string, unknown>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content).replaceAll('HOME', folder));
  }
  return folder;
}

const plugins = {
  version: 2,
  plugins: {
    'other@x': [{ installPath: 'HOME/other' }],
    'claude-mem@thedotmack': [
      { scope: 'user', installPath: 'HOME/gone' },
      { scope: 'user', installPath: 'HOME/mem' },
    ],
  },
};

const declared = {
  mcpServers: {
    remote: { type: 'http', url: 'https://example.com' },
    'mcp-search': { type: 'stdio', command: 'sh', args: ['${CLAUDE_PLUGIN_ROOT}/run', '${WHAT:-all}', '${NONE}'] },
  },
};

test('the plugin, as it declares its server', () => {
  const HOME = home({ '.claude/plugins/installed_plugins.json': plugins, 'mem/.mcp.json': declared });
  const root = path.join(HOME, 'mem');
  expect(findClaudeMem({ HOME })).toEqual({
    file: 'sh',
    args: [path.join(root, 'run'), 'all', '${NONE}'],
    env: { CLAUDE_PLUGIN_ROOT: root },
    cwd: root,
  });
});

test('a plugin that lost its declaration, in the older form of the list', () => {
  const older = { plugins: { 'claude-mem@thedotmack': { installPath: 'HOME/mem' } } };
  const HOME = home({ '.claude/plugins/installed_plugins.json': older, 'mem/scripts/mcp-server.cjs': '' });
  expect(findClaudeMem({ HOME })).toMatchObject({
    file: process.execPath,
    args: [path.join(HOME, 'mem/scripts/mcp-server.cjs')],
  });
});

test('a plugin that is switched off does not count', () => {
  const HOME = home({
    '.claude/plugins/installed_plugins.json': plugins,
    '.claude/settings.json': { enabledPlugins: { 'claude-mem@thedotmack': false } },
    'mem/.mcp.json': declared,
  });
  expect(findClaudeMem({ HOME })).toBeUndefined();
});

test('what a person registered comes first, by its name or by what it starts', () => {
  const mcpServers = {
    web: { type: 'http', url: 'https://example.com/claude-mem' },
    files: { command: 'npx', args: ['files'] },
    memory: { command: 'npx', args: ['claude-mem', 'mcp'], env: { A: '${WHERE}' } },
  };
  const HOME = home({
    '.claude.json': { mcpServers, history: [1] },
    '.claude/plugins/installed_plugins.json': plugins,
    'mem/.mcp.json': declared,
  });
  expect(findClaudeMem({ HOME, WHERE: 'here' })).toEqual({
    file: 'npx',
    args: ['claude-mem', 'mcp'],
    env: { A: 'here' },
    cwd: HOME,
  });
});

test('Claude Code may keep its settings elsewhere', () => {
  const HOME = home({ 'c/.claude.json': { mcpServers: { 'claude-mem': { command: 'mem' } } } });
  expect(findClaudeMem({ HOME })).toBeUndefined();
  expect(findClaudeMem({ HOME, CLAUDE_CONFIG_DIR: path.join(HOME, 'c') })).toMatchObject({ file: 'mem', args: [] });
  // In whatever folder one happens to be, it is not looked for.
  expect(
    findClaudeMem({ HOME, CLAUDE_CONFIG_DIR: path.relative(process.cwd(), path.join(HOME, 'c')) }),
  ).toBeUndefined();
});

test.each([
  ['no home', {}],
  ['settings that are no JSON', { '.claude.json': '{', '.claude/plugins/installed_plugins.json': '[' }],
  ['settings of another shape', { '.claude.json': { mcpServers: [] }, '.claude/plugins/installed_plugins.json': 1 }],
  ['a server without a command', { '.claude.json': { mcpServers: { 'claude-mem': { args: [1] } } } }],
])('none: %s', (_, files) => {
  expect(findClaudeMem(Object.keys(files).length === 0 ? {} : { HOME: home(files) })).toBeUndefined();
});
