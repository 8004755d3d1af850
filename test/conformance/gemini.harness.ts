import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createGemini } from '../../src/agents/gemini/gemini.ts';
import { systemClock } from '../../src/base/clock.ts';
import { installedPackage } from '../support/installed.ts';
import { type GeminiScenario, openGeminiServer } from '../support/model-servers/gemini.ts';
import type { Harness, Opened } from './harness.ts';
import type { Spawner } from '../../src/process/command.ts';

export interface GeminiHarness extends Harness {
  open(scenario: GeminiScenario, spawner: Spawner): Promise<Opened>;
}

/** The real Gemini CLI, talking to a model of ours. */
export function geminiHarness(): GeminiHarness {
  let program = '';
  return {
    name: 'gemini',
    cannot: { budget: 'it reports no cost' },
    droppings: /gemini/i,
    reportsCost: false,
    install: async (context) => {
      program = path.join(await installedPackage(context, '@google/gemini-cli', '0.61.0'), '../../.bin');
    },
    open: async (scenario, spawner) => {
      const server = await openGeminiServer(scenario);
      const home = homeFor(scenario);
      return {
        backend: createGemini({ spawner, clock: systemClock }),
        call: {
          model: 'gemini-2.5-flash',
          env: {
            HOME: home,
            PATH: [program, process.env['PATH']].join(path.delimiter),
            GEMINI_API_KEY: 'key-for-tests-only',
            GOOGLE_GEMINI_BASE_URL: server.baseUrl,
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

function homeFor(scenario: GeminiScenario): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    // Nothing of these tests goes anywhere but to the model above.
    privacy: { usageStatisticsEnabled: false },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  };
  fs.mkdirSync(path.join(home, '.gemini/policies'), { recursive: true });
  fs.writeFileSync(path.join(home, '.gemini/settings.json'), JSON.stringify(settings));
  if (scenario === 'denied') fs.writeFileSync(path.join(home, '.gemini/policies/echo.toml'), DENY_ECHO);
  return home;
}

const DENY_ECHO = `[[rule]]
toolName = "run_shell_command"
commandPrefix = "echo"
decision = "deny"
priority = 999
`;
