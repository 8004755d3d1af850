import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createCodex } from '../../src/agents/codex/codex.ts';
import { systemClock } from '../../src/base/clock.ts';
import { installedPackage } from '../support/installed.ts';
import { openResponsesServer } from '../support/model-servers/openai-responses.ts';
import type { Harness } from './harness.ts';

/** The real Codex CLI, with a scripted model in place of OpenAI's. */
export function codexHarness(): Harness {
  let programs = '';
  return {
    name: 'codex',
    reportsCost: false,
    cannot: { budget: 'it reports no cost' },
    // Its sandbox makes one empty folder per user, `codex-daemon-<uid>`, wherever TMPDIR points, and shares it between calls.
    droppings: /^(codex-(?!daemon-)|\.agents$|\.aws$|\.codex$)/,
    install: async (context) => {
      const folder = await installedPackage(context, '@openai/codex', '0.166.0');
      programs = path.join(folder, '..', '..', '.bin');
    },
    open: async (scenario, spawner) => {
      const server = await openResponsesServer(scenario);
      const home = fs.mkdtempSync(path.join(os.tmpdir(), 'codex-home-'));
      fs.mkdirSync(path.join(home, '.codex'));
      const mcpServer = path.join(home, 'mcp-server.mjs');
      fs.writeFileSync(mcpServer, mcpServerProgram);
      fs.writeFileSync(path.join(home, '.codex', 'config.toml'), settings(server.baseUrl, mcpServer));
      return {
        backend: createCodex({ spawner, clock: systemClock }),
        call: {
          env: {
            HOME: home,
            PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
            SCRIPTED_KEY: 'a-key-of-no-worth',
          },
        },
        requests: server.requests,
        lastRequest: server.lastRequest,
        close: async () => {
          await server.close();
          fs.rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
        },
      };
    },
  };
}

/** Retries belong to a provider, and those of OpenAI's own cannot be changed: here they are cut short. */
function settings(baseUrl: string, mcpServer: string): string {
  return `model = "gpt-6.1-sol"
model_provider = "scripted"

[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1

[mcp_servers.scripted]
command = "${process.execPath}"
args = ["${mcpServer}"]
`;
}

/** One tool, which codex does not let its model use without being asked. */
const mcpServerProgram = `
import readline from 'node:readline';
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'scripted', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object', properties: {} } }] }),
};
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = results[method]?.(params);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: result ?? {} }));
});
`;
