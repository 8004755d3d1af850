import path from 'node:path';
import { createClaude } from '../../src/agents/claude/claude.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesServer } from '../support/model-servers/anthropic.ts';
import type { Harness } from './harness.ts';

/** The real Claude Code, before a scripted model. */
export function claudeHarness(): Harness {
  let programs = '';
  return {
    name: 'claude',
    cannot: {},
    reportsCost: true,
    tellsResumeAt: true,
    droppings: /^(claude|cc)-/,
    install: async (context) => {
      const folder = await installedPackage(context, '@anthropic-ai/claude-code', '2.1.325');
      programs = path.resolve(folder, '../../.bin');
    },
    open: async (scenario, spawner) => {
      const { baseUrl, ...server } = await openMessagesServer(scenario);
      return {
        ...server,
        backend: createClaude({ spawner }),
        call: {
          model: 'claude-sonnet-4-5',
          env: {
            PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
            ANTHROPIC_BASE_URL: baseUrl,
            // Only subscriptions have limits with an end.
            [scenario === 'rate_limit' ? 'CLAUDE_CODE_OAUTH_TOKEN' : 'ANTHROPIC_API_KEY']: 'sk-ant-for-nothing',
          },
        },
      };
    },
  };
}
