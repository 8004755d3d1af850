import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { autoProjectWith, scriptFor } from '../support/auto-project.ts';
import { rehearsedTasks } from '../support/conduct-auto.ts';
import type { ToolCall, ToolUse } from '../support/model-servers/anthropic.ts';
import { runClaude } from '../support/run-claude.ts';
import { rehearsed, type RunProject, runProject } from '../support/run-project.ts';
import { toolUsesIn } from '../support/model-servers/anthropic.ts';
import { trusted } from './mcp-client.ts';

const TOOLS = 'mcp__orchestral';

/** As docs/guides/mcp.md tells people to add it, for one conversation. */
function withServer({ home }: RunProject, ...more: string[]): string[] {
  const file = path.join(home, 'mcp.json');
  const server = { type: 'stdio', command: 'orchestral', args: ['mcp', ...more] };
  fs.writeFileSync(file, JSON.stringify({ mcpServers: { orchestral: server } }));
  return ['--mcp-config', file, '--strict-mcp-config', '--allowedTools', TOOLS];
}

const call = (name: string, input: Record<string, unknown> = {}): ToolCall[] => [{ name: `${TOOLS}__${name}`, input }];

test('the real Claude Code lists the tools and calls them; one to approve is not there', async (context) => {
  const project = runProject();
  const api = await trusted(project);
  const turns = [
    call('status'),
    call('start_run', { briefing: 'Say hello' }),
    call('wait', { seconds: 40 }),
    call('approve', { commit: 'HEAD' }),
    call('answer', { id: 'crp-1', decision: 'A' }),
  ];
  const { stdout, lastRequest } = await runClaude(context, {
    project,
    agent: rehearsed(project.home, {}),
    prompt: 'Use Orchestral.',
    args: withServer(project),
    actOn: (uses) => turns[uses.length] ?? 'That is all.',
  });
  const init = JSON.parse(stdout.slice(0, stdout.indexOf('\n'))) as { mcp_servers: unknown; tools: string[] };
  expect(init.mcp_servers).toEqual([expect.objectContaining({ name: 'orchestral', status: 'connected' })]);
  expect(init.tools).toEqual(expect.arrayContaining([`${TOOLS}__status`, `${TOOLS}__ask_person`]));
  expect(init.tools.filter((name) => /approve|merge|trust|skip|complete|unlock|config/.test(name))).toEqual([]);
  const [status, started, waited, ...refused] = toolUsesIn(lastRequest);
  expect(status?.result).toContain('is_trusted');
  expect(started?.result).toContain('run-');
  expect(waited?.result).toContain('orchestral review run-');
  for (const { result } of refused) expect(result).toMatch(/No such tool/i);
  expect((await api.snapshot()).runs).toMatchObject([{ step: 'ready_for_merge' }]);
});

test('a list that takes longer than a call may is driven to its end by the real Claude Code', async (context) => {
  const ids = ['T1.1', 'T1.2', 'T1.3', 'T1.4'];
  const project = autoProjectWith(ids.map((id) => `- [ ] ${id}: Write it\n`).join(''));
  await trusted(project);
  const slow = Object.fromEntries(ids.map((id) => [id, [{ run: 'sleep 4', edit: { [`${id}.txt`]: `${id}\n` } }]]));
  let waits = 0;
  const drive = (uses: readonly ToolUse[]): readonly ToolCall[] | string => {
    const result = uses.at(-1)?.result ?? '';
    if (uses.length === 0) return call('start_auto', { mode: 'ultra-thin' });
    if (!/"state":"running"/.test(result)) return `Over: ${result}`;
    waits += 1;
    return call('wait', { id: 'auto' });
  };
  const { lastRequest } = await runClaude(context, {
    project,
    agent: rehearsedTasks(project.home, scriptFor(ids, slow)),
    prompt: 'Work through the tasks.',
    // Claude Code itself gives up on a call after five seconds.
    env: { MCP_TOOL_TIMEOUT: '5000' },
    args: withServer(project, '--within', '2s'),
    actOn: drive,
  });
  expect(waits).toBeGreaterThan(1);
  expect(toolUsesIn(lastRequest).at(-1)?.result).toContain('"state":"done"');
  for (const id of ids) expect(project.git('show', `main:${id}.txt`)).toBe(id);
});
