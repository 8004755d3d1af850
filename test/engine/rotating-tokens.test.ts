import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type TestContext } from 'vitest';
import { createClaude } from '../../src/agents/claude/claude.ts';
import { createCodex } from '../../src/agents/codex/codex.ts';
import { createGemini } from '../../src/agents/gemini/gemini.ts';
import { createOpencode } from '../../src/agents/opencode/opencode.ts';
import type { Backend } from '../../src/agents/port.ts';
import { systemClock } from '../../src/base/clock.ts';
import type { BackendName } from '../../src/engine/call-agent/choose-agent.ts';
import { confineBackend } from '../../src/engine/call-agent/environment-and-sandbox.ts';
import { openSandbox } from '../../src/engine/sandbox.ts';
import type { Spawner } from '../../src/process/command.ts';
import { makeCall, makeCallFolders } from '../agents/make-call.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesServer } from '../support/model-servers/anthropic.ts';
import { openResponsesServer } from '../support/model-servers/openai-responses.ts';
import { needs, notRun } from '../support/needs.ts';
import { isFull } from '../support/tier.ts';
import { openTokenServer, type RenewedToken } from '../support/token-server.ts';
import { oneIn } from '../support/one-in.ts';

const test = oneIn(2);

const AGENTS = 4;

test('the person is signed in after four agents of Claude Code renewed a token that is good once', async (context) => {
  const scene = await openScene(context, '@anthropic-ai/claude-code', '2.1.325');
  const model = await openMessagesServer('answer');
  context.onTestFinished(() => model.close());
  const renew = ({ access, refresh }: RenewedToken) => ({
    token_type: 'Bearer',
    access_token: access,
    refresh_token: refresh,
    expires_in: 28_800,
    scope: 'user:inference user:profile',
  });
  const hosts = ['platform.claude.com', 'console.anthropic.com', 'api.anthropic.com', 'claude.ai'];
  const tokens = await openTokenServer(scene.root, renew, hosts);
  const signIn = scene.put('.claude/.credentials.json', {
    claudeAiOauth: {
      accessToken: 'access-0',
      refreshToken: 'refresh-0',
      expiresAt: Date.now() - 60_000,
      scopes: ['user:inference', 'user:profile'],
      subscriptionType: 'max',
    },
    mcpOAuth: { kept: 1 },
  });
  const env = {
    ...scene.env,
    ...tokens.proxied,
    ANTHROPIC_BASE_URL: model.baseUrl,
  };
  await scene.callAll((spawner) => createClaude({ spawner }), { backend: 'claude', env });
  expect(tokens.refused).toEqual([]);
  expect(tokens.taken).toEqual(['refresh-0']);
  expect(JSON.parse(fs.readFileSync(signIn, 'utf8'))).toMatchObject({
    claudeAiOauth: { accessToken: 'access-1', refreshToken: 'refresh-1', subscriptionType: 'max' },
    mcpOAuth: { kept: 1 },
  });
});

test('the same with Codex', async (context) => {
  const scene = await openScene(context, '@openai/codex', '0.166.0');
  const model = await openResponsesServer('answer');
  context.onTestFinished(() => model.close());
  const tokens = await openTokenServer(scene.root, ({ refresh, number }) => ({
    id_token: identity(),
    access_token: accessToken(number, 3600),
    refresh_token: refresh,
  }));
  scene.put('.codex/config.toml', codexSettings(model.baseUrl));
  const signIn = scene.put('.codex/auth.json', {
    OPENAI_API_KEY: null,
    tokens: {
      id_token: identity(),
      access_token: accessToken(0, -3600),
      refresh_token: 'refresh-0',
      account_id: 'account',
    },
    last_refresh: '2026-01-01T00:00:00Z',
  });
  const env = { ...scene.env, CODEX_REFRESH_TOKEN_URL_OVERRIDE: `${tokens.baseUrl}/oauth/token` };
  await scene.callAll((spawner) => createCodex({ spawner, clock: systemClock }), { backend: 'codex', env });
  const { tokens: kept } = JSON.parse(fs.readFileSync(signIn, 'utf8'));
  // Codex has no lock: several may ask, and all but one are refused. What counts is what the person has.
  expect(kept.refresh_token).toBe(tokens.current());
  expect(kept.refresh_token).not.toBe('refresh-0');
});

// No model can be had here: requests go to the vendors' own servers. What is renewed is written before.
if (isFull) {
  test('the same with Gemini CLI, which then finds no model', async (context) => {
    const scene = await openScene(context, '@google/gemini-cli', '0.61.0');
    const renew = ({ access, refresh }: RenewedToken) => ({
      token_type: 'Bearer',
      access_token: access,
      refresh_token: refresh,
      id_token: identity(),
      expires_in: 3600,
      scope: 'openid',
    });
    const tokens = await openTokenServer(scene.root, renew, ['oauth2.googleapis.com']);
    const settings = {
      security: { auth: { selectedType: 'oauth-personal' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    };
    scene.put('.gemini/settings.json', settings);
    const signIn = scene.put('.gemini/oauth_creds.json', {
      access_token: 'access-0',
      refresh_token: 'refresh-0',
      token_type: 'Bearer',
      id_token: identity(),
      expiry_date: Date.now() - 60_000,
    });
    const env = { ...scene.env, ...tokens.proxied };
    const open = (spawner: Spawner) => createGemini({ spawner, clock: systemClock });
    await scene.callAll(open, { backend: 'gemini', env }, 'whatever comes of it');
    // Google's token to renew with stays the same, and Gemini CLI takes no other.
    expect(tokens.taken).toEqual(['refresh-0']);
    const { expiry_date, ...kept } = JSON.parse(fs.readFileSync(signIn, 'utf8'));
    expect(kept).toMatchObject({ access_token: 'access-1', refresh_token: 'refresh-0' });
    expect(expiry_date).toBeGreaterThan(Date.now());
  });

  test('the same with opencode, which then finds no model', async (context) => {
    const scene = await openScene(context, 'opencode-ai', '1.18.33');
    const renew = ({ access, refresh }: RenewedToken) => ({
      id_token: identity(),
      access_token: access,
      refresh_token: refresh,
      expires_in: 3600,
    });
    const tokens = await openTokenServer(scene.root, renew, ['auth.openai.com']);
    const expired = { type: 'oauth', refresh: 'refresh-0', access: 'access-0', expires: Date.now() - 60_000 };
    const signIn = scene.put('.local/share/opencode/auth.json', {
      openai: { ...expired, accountId: 'account' },
      other: { type: 'api', key: 'kept' },
    });
    const env = { ...scene.env, ...tokens.proxied, OPENCODE_DISABLE_MODELS_FETCH: '1' };
    const given = { backend: 'opencode', env, model: 'openai/gpt-5.4' } as const;
    await scene.callAll((spawner) => createOpencode({ spawner }), given, 'whatever comes of it');
    expect(JSON.parse(fs.readFileSync(signIn, 'utf8'))).toMatchObject({
      openai: { refresh: tokens.current(), accountId: 'account' },
      other: { type: 'api', key: 'kept' },
    });
    expect(tokens.taken).toContain('refresh-0');
  });
}

function codexSettings(baseUrl: string): string {
  return `model = "gpt-6.1-sol"
model_provider = "scripted"
chatgpt_base_url = "${baseUrl}"

[model_providers.scripted]
name = "scripted"
base_url = "${baseUrl}"
wire_api = "responses"
requires_openai_auth = true
request_max_retries = 1
stream_max_retries = 1
`;
}

function token(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

function identity(): string {
  const auth = { chatgpt_account_id: 'account', chatgpt_plan_type: 'pro', chatgpt_user_id: 'user' };
  return token({ iss: 'https://auth.openai.com', sub: 'you', email: 'a@b.c', 'https://api.openai.com/auth': auth });
}

function accessToken(number: number, seconds: number): string {
  return token({ jti: `access-${number}`, exp: Math.floor(Date.now() / 1000) + seconds });
}

async function openScene(context: TestContext, name: string, version: string) {
  needs(context, 'bwrap', 'openssl');
  const folder = await installedPackage(context, name, version);
  const { spawner } = makeCallFolders();
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'tokens-')));
  context.onTestFinished(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const home = path.join(root, 'home');
  const env = {
    HOME: home,
    LANG: 'C.UTF-8',
    PATH: `${folder.slice(0, folder.lastIndexOf('/node_modules/'))}/node_modules/.bin${path.delimiter}${process.env['PATH']}`,
  };
  const sandbox = await openSandbox('auto', { spawner, env, onNotice: () => {} });
  if (sandbox === undefined) notRun(context, 'bubblewrap may not make namespaces here');
  const privateFolder = path.join(root, 'private');
  return {
    root,
    env,
    put(name: string, content: string | object): string {
      const file = path.join(home, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
      return file;
    },
    /** All at once, as agents of one run. */
    async callAll(
      open: (own: Spawner) => Backend,
      given: { readonly backend: BackendName; readonly env: Readonly<Record<string, string>>; readonly model?: string },
      expected: 'answers' | 'whatever comes of it' = 'answers',
    ): Promise<void> {
      const calls = Array.from({ length: AGENTS }, async () => {
        const own = makeCallFolders();
        const { folder: work, stepFolder } = own;
        const places = { folder: work, stepFolder, privateFolder, vendorRoot: path.join(privateFolder, 'vendors') };
        const confined = confineBackend(open(own.spawner), sandbox, { ...given, ...places });
        const said: string[] = [];
        const { env: variables, model } = given;
        const asked = { prompt: 'Say pong.', env: variables, onRaw: (line: string) => void said.push(line) };
        const call = makeCall(own, { ...asked, ...(model !== undefined && { model }), limits: { wallMs: 120_000 } });
        return { outcome: await confined.run(call, () => {}), said };
      });
      for (const { outcome, said } of await Promise.all(calls))
        if (expected === 'answers') expect(outcome, said.join('\n')).toMatchObject({ status: 'answered' });
    },
  };
}
