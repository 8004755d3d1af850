import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { orchestral, project, put } from '../cli/orchestral.ts';

/** As `claude mcp add`, `codex mcp add`, `gemini mcp add` and people write it. */
const OWN: readonly (readonly [string, string, string])[] = [
  [
    'claude',
    '.claude.json',
    '{"projects":{"/x":{"mcpServers":{"o":{"type":"stdio","command":"orchestral","args":["mcp"]}}}}}',
  ],
  ['codex', '.codex/config.toml', '[mcp_servers.orchestral]\ncommand = "orchestral"\nargs = ["mcp", "--lang", "ko"]\n'],
  ['codex', '.codex/config.toml', '[mcp_servers.o]\ncommand = "node"\nargs = ["/opt/bin/orchestral.js", "mcp"]\n'],
  ['gemini', '.gemini/settings.json', '{"mcpServers":{"o":{"command":"npx","args":["/usr/bin/orchestral","mcp"]}}}'],
  ['opencode', '.config/opencode/opencode.json', '{"mcp":{"o":{"type":"local","command":["orchestral","mcp"]}}}'],
  ['opencode', '.config/opencode/opencode.jsonc', '{"mcp":{"o":{"command":["orchestral", "mcp"], // here\n}}}'],
];

const OTHERS: readonly (readonly [string, string, string])[] = [
  ['claude', '.claude.json', '{"mcpServers":{"o":{"command":"orchestral-other","args":["mcp"]}}}'],
  ['codex', '.codex/config.toml', '[mcp_servers.other]\ncommand = "other"\nargs = ["mcp"]\n# orchestral mcp\n'],
  ['gemini', '.gemini/settings.json', 'not json'],
  ['opencode', '.config/opencode/opencode.json', '[]'],
];

async function checkOf(client: string, file: string, text: string) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
  const bin = path.join(home, 'bin');
  fs.mkdirSync(bin);
  for (const name of ['git', client])
    fs.writeFileSync(path.join(bin, name), '#!/bin/sh\necho 9.9.9\n', { mode: 0o755 });
  put(home, file, text);
  const env = { PATH: bin, HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') };
  const { stdout } = await orchestral(['doctor', '--json'], { cwd: project(), env });
  const { checks } = JSON.parse(stdout) as {
    checks: { id: string; state: string; detail: string; hint: string | null }[];
  };
  expect(checks.filter(({ id }) => id.startsWith('mcp_')).map(({ id }) => id)).toEqual([`mcp_${client}`]);
  return { home, check: checks.find(({ id }) => id === `mcp_${client}`) };
}

test.each(OWN)('%s is known to have it by %s', async (client, file, text) => {
  const { home, check } = await checkOf(client, file, text);
  expect(check).toMatchObject({ state: 'good', detail: path.join(home, file), hint: null });
});

test.each(OTHERS)('%s does not have it by %s, and it is said what to do', async (client, file, text) => {
  const { check } = await checkOf(client, file, text);
  expect(check).toMatchObject({ state: 'missing', detail: '' });
  expect(check?.hint).toContain('orchestral');
});
