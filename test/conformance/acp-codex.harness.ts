import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAcp } from '../../src/agents/acp/acp.ts';
import { installedPackage } from '../support/installed.ts';
import { openResponsesServer } from '../support/model-servers/openai-responses.ts';
import type { Harness } from './harness.ts';

/** The real Codex behind its ACP adapter, before a scripted model. */
export function acpCodexHarness(): Harness {
  let programs = '';
  return {
    name: 'acp: codex-acp',
    cannot: {
      budget: 'it reports no cost',
      denied: 'it asks about commands, which the sandbox confines, and never about files elsewhere',
    },
    reportsCost: false,
    // Its sandbox makes one empty folder per user, `codex-daemon-<uid>`, wherever TMPDIR points, and shares it between calls.
    droppings: /^(codex-(?!daemon-)|\.agents$|\.aws$|\.codex$)/,
    install: async (context) => {
      const folder = await installedPackage(context, '@agentclientprotocol/codex-acp', '2.6.0');
      programs = path.resolve(folder, '../../.bin');
    },
    open: async (scenario, spawner) => {
      const { baseUrl, ...server } = await openResponsesServer(scenario);
      const home = fs.mkdtempSync(path.join(os.tmpdir(), 'codex-home-'));
      fs.mkdirSync(path.join(home, '.codex'));
      fs.writeFileSync(path.join(home, '.codex', 'config.toml'), settings(baseUrl));
      return {
        ...server,
        backend: createAcp({ spawner, command: ['codex-acp'] }),
        call: {
          env: {
            HOME: home,
            PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
            SCRIPTED_KEY: 'a-key-of-no-worth',
          },
        },
        close: async () => {
          await server.close();
          fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
        },
      };
    },
  };
}

function settings(baseUrl: string): string {
  return `model = "gpt-6.1-sol"
model_provider = "scripted"
check_for_update_on_startup = false

[features]
plugins = false
unbounded_connection_retries = false
daemon_auto_start = false

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
`;
}
