import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createOpencode } from '../../src/agents/opencode/opencode.ts';
import { installedPackage } from '../support/installed.ts';
import { openChatServer } from '../support/model-servers/openai-chat.ts';
import type { Harness } from './harness.ts';

/** The real opencode, before a scripted model. */
export function opencodeHarness(): Harness {
  let programs = '';
  return {
    name: 'opencode',
    cannot: {},
    reportsCost: true,
    droppings: /opencode|^\..*\.so$/,
    install: async (context) => {
      const folder = await installedPackage(context, 'opencode-ai', '1.18.33');
      programs = path.resolve(folder, '../.bin');
    },
    open: async (scenario, spawner) => {
      const { baseUrl, ...server } = await openChatServer(scenario);
      const home = fs.mkdtempSync(path.join(os.tmpdir(), 'home-'));
      fs.mkdirSync(path.join(home, '.config/opencode'), { recursive: true });
      fs.writeFileSync(path.join(home, '.config/opencode/opencode.json'), JSON.stringify(settings(baseUrl)));
      return {
        ...server,
        backend: createOpencode({ spawner }),
        call: {
          model: 'scripted/model',
          env: {
            HOME: home,
            PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
            // Nothing of these tests goes anywhere but to the model above.
            OPENCODE_DISABLE_MODELS_FETCH: '1',
            OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
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

function settings(baseURL: string): object {
  return {
    share: 'disabled',
    small_model: 'scripted/model',
    enabled_providers: ['scripted'],
    provider: {
      scripted: {
        npm: '@ai-sdk/openai-compatible',
        name: 'Scripted',
        options: { baseURL, apiKey: 'a-key-for-nothing' },
        models: {
          model: {
            name: 'Scripted',
            tool_call: true,
            limit: { context: 128_000, output: 8192 },
            cost: { input: 1, output: 2 },
          },
        },
      },
    },
  };
}
