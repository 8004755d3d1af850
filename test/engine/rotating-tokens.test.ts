import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { createClaude } from '../../src/agents/claude/claude.ts';
import { createCodex } from '../../src/agents/codex/codex.ts';
import type { Backend } from '../../src/agents/port.ts';
import { systemClock } from '../../src/base/clock.ts';
import { confineBackend } from '../../src/engine/call-agent/environment-and-sandbox.ts';
import { openSandbox } from '../../src/engine/sandbox.ts';
import { makeCall, makeCallFolders } from '../agents/make-call.ts';
import { installedPackage } from '../support/installed.ts';
import { openMessagesServer } from '../support/model-servers/anthropic.ts';
import { openResponsesServer } from '../support/model-servers/openai-responses.ts';
import { needs, notRun } from '../support/needs.ts';
import { openTokenServer, type RenewedToken } from '../support/token-server.ts';

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
    PATH: `${path.resolve(folder, '../../.bin')}${path.delimiter}${process.env['PATH']}`,
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
      open: (own: typeof spawner) => Backend,
      given: { readonly backend: 'claude' | 'codex'; readonly env: Readonly<Record<string, string>> },
    ): Promise<void> {
      const calls = Array.from({ length: AGENTS }, async () => {
        const own = makeCallFolders();
        const { folder: work, stepFolder } = own;
        const places = { folder: work, stepFolder, privateFolder, vendorRoot: path.join(privateFolder, 'vendors') };
        const confined = confineBackend(open(own.spawner), sandbox, { ...given, ...places });
        const said: string[] = [];
        const call = makeCall(own, { prompt: 'Say pong.', env: given.env, onRaw: (line) => said.push(line) });
        return { outcome: await confined.run(call, () => {}), said };
      });
      for (const { outcome, said } of await Promise.all(calls))
        expect(outcome, said.join('\n')).toMatchObject({ status: 'answered' });
    },
  };
}
