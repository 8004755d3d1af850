import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { programFile } from '../cli/orchestral.ts';
import { installedPackage } from '../support/installed.ts';
import { openGeminiModel } from '../support/model-servers/gemini.ts';
import { openChatModel } from '../support/model-servers/openai-chat.ts';
import { openResponsesModel } from '../support/model-servers/openai-responses.ts';
import type { ScriptedServer, Turn, TurnFor } from '../support/model-servers/scripted-server.ts';
import { rehearsed, type RunProject, runProject } from '../support/run-project.ts';
import { trusted } from './mcp-client.ts';

const exec = promisify(execFile);

interface ClientCase {
  readonly client: string;
  readonly name: string;
  readonly version: string;
  open(turnFor: TurnFor): Promise<ScriptedServer>;
  /** What the person has in their home folder; `server` is how the MCP server is started. */
  settings(baseUrl: string, server: readonly string[]): Readonly<Record<string, string>>;
  env(baseUrl: string): Readonly<Record<string, string>>;
  readonly args: readonly string[];
}

/** As docs/guides/mcp.md tells people to configure them. */
const clients: readonly ClientCase[] = [
  {
    client: 'codex',
    name: '@openai/codex',
    version: '0.166.0',
    open: openResponsesModel,
    settings: (baseUrl, [command = '', ...args]) => ({
      '.codex/config.toml': `model = "scripted"
model_provider = "scripted"
approval_policy = "never"
features.plugins = false
analytics.enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1

[mcp_servers.orchestral]
command = "${command}"
args = ${JSON.stringify(args)}
env_vars = ["ORCHESTRAL_AGENT", "XDG_STATE_HOME", "XDG_DATA_HOME"]
default_tools_approval_mode = "approve"
`,
    }),
    env: () => ({ OPENAI_API_KEY: 'a-key-of-no-worth' }),
    args: ['exec', '--json', 'Use Orchestral.'],
  },
  {
    client: 'gemini',
    name: '@google/gemini-cli',
    version: '0.61.0',
    open: openGeminiModel,
    settings: (_, [command, ...args]) => ({
      '.gemini/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'gemini-api-key' } },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        mcpServers: { orchestral: { command, args, trust: true } },
      }),
    }),
    env: (baseUrl) => ({
      GEMINI_API_KEY: 'key-for-tests-only',
      GOOGLE_GEMINI_BASE_URL: baseUrl,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    }),
    args: ['-m', 'gemini-2.5-flash', '-o', 'stream-json', '-p', 'Use Orchestral.'],
  },
  {
    client: 'opencode',
    name: 'opencode-ai',
    version: '1.18.33',
    open: openChatModel,
    settings: (baseURL, command) => ({
      '.config/opencode/opencode.json': JSON.stringify({
        share: 'disabled',
        small_model: 'scripted/model',
        enabled_providers: ['scripted'],
        provider: {
          scripted: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Scripted',
            options: { baseURL, apiKey: 'a-key-for-nothing' },
            models: { model: { name: 'Scripted', tool_call: true, limit: { context: 128_000, output: 8192 } } },
          },
        },
        mcp: { orchestral: { type: 'local', command, enabled: true, timeout: 60_000 } },
      }),
    }),
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' }),
    args: ['run', '--format', 'json', '-m', 'scripted/model', 'Use Orchestral.'],
  },
];

test.for(clients)('the real $client lists the tools and calls them', async (one, context) => {
  const folder = await installedPackage(context, one.name, one.version);
  const project = runProject();
  const api = await trusted(project);
  const bodies: string[] = [];
  const turns: readonly Turn[] = [
    { use: 'status', input: {} },
    { use: 'start_run', input: { briefing: 'Say hello' } },
    { use: 'wait', input: { seconds: 40 } },
    { use: 'approve', input: {} },
    { say: 'That is all.' },
  ];
  const server = await one.open(({ body, taken }) => {
    bodies.push(body);
    return turns[taken] ?? { say: 'That is all.' };
  });
  context.onTestFinished(() => server.close());
  const command = [process.execPath, await programFile(), 'mcp'];
  writeHome(project, one.settings(server.baseUrl, command));
  const program = path.join(folder, '..', '..', '.bin', one.client);
  const programs = fs.existsSync(program) ? path.dirname(program) : path.join(folder, '..', '.bin');
  const env = {
    ...project.env,
    ...one.env(server.baseUrl),
    PATH: `${programs}${path.delimiter}${process.env['PATH']}`,
    ORCHESTRAL_AGENT: rehearsed(project.home, {}),
    TMPDIR: project.home,
  };
  const running = exec(one.client, [...one.args], { cwd: project.folder, env, timeout: 300_000 });
  running.child.stdin?.end();
  const said = await running.catch((error: unknown) => error);
  const heard = bodies.join('\n');
  for (const name of ['status', 'start_run', 'wait', 'ask_person', 'evidence'])
    expect(heard, JSON.stringify(said)).toContain(name);
  // What came back reached the model.
  expect(heard).toContain('is_trusted');
  const { runs } = await api.snapshot();
  expect(runs, heard.slice(-4_000)).toHaveLength(1);
  expect(heard).toContain('orchestral review run-');
  await expect.poll(async () => (await api.snapshot()).runs[0]?.step).toBe('ready_for_merge');
});

function writeHome({ home }: RunProject, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), text);
  }
}
