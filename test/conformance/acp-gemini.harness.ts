import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAcp } from '../../src/agents/acp/acp.ts';
import { installedPackage } from '../support/installed.ts';
import { openGeminiServer } from '../support/model-servers/gemini.ts';
import type { Harness } from './harness.ts';

/** The real Gemini CLI as an ACP agent, before a scripted model. */
export function acpGeminiHarness(): Harness {
  let program = '';
  return {
    name: 'acp: gemini --acp',
    cannot: { budget: 'it reports no cost' },
    droppings: /gemini/i,
    reportsCost: false,
    install: async (context) => {
      program = path.join(await installedPackage(context, '@google/gemini-cli', '0.61.0'), '../../.bin');
    },
    open: async (scenario, spawner) => {
      const { baseUrl, ...server } = await openGeminiServer(scenario);
      const home = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
      fs.mkdirSync(path.join(home, '.gemini'));
      fs.writeFileSync(path.join(home, '.gemini/settings.json'), JSON.stringify(settings));
      return {
        ...server,
        backend: createAcp({ spawner, command: ['gemini', '--acp'] }),
        call: {
          model: 'gemini-2.5-flash',
          env: {
            HOME: home,
            PATH: [program, process.env['PATH']].join(path.delimiter),
            GEMINI_API_KEY: 'key-for-tests-only',
            GOOGLE_GEMINI_BASE_URL: baseUrl,
            GEMINI_CLI_NO_RELAUNCH: 'true',
            GEMINI_CLI_TRUST_WORKSPACE: 'true',
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

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  // Nothing of these tests goes anywhere but to the model above.
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, maxAttempts: 2 },
};
