import path from 'node:path';
import { createAcp } from '../../src/agents/acp/acp.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesServer } from '../support/model-servers/anthropic.ts';
import type { Harness } from './harness.ts';

/** The real Claude Code behind its ACP adapter, before a scripted model. */
export function acpClaudeHarness(): Harness {
  let programs = '';
  return {
    name: 'acp: claude-agent-acp',
    cannot: { budget: 'it tells what a turn cost when the turn is over' },
    reportsCost: true,
    droppings: /^(claude|cc)-/,
    install: async (context) => {
      const folder = await installedPackage(context, '@agentclientprotocol/claude-agent-acp', '0.99.0');
      programs = path.resolve(folder, '../../.bin');
    },
    open: async (scenario, spawner) => {
      const { baseUrl, ...server } = await openMessagesServer(scenario);
      return {
        ...server,
        backend: createAcp({ spawner, command: ['claude-agent-acp'] }),
        call: {
          model: 'sonnet',
          env: {
            PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
            ANTHROPIC_BASE_URL: baseUrl,
            ANTHROPIC_API_KEY: 'a-key-for-nothing',
            CLAUDE_CODE_MAX_RETRIES: '1',
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
            DISABLE_AUTOUPDATER: '1',
            DISABLE_ERROR_REPORTING: '1',
            DISABLE_TELEMETRY: '1',
          },
        },
      };
    },
  };
}
