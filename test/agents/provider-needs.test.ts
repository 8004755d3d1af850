import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { providerNeeds } from '../../src/agents/provider-needs.ts';
import { makeCallFolders } from './make-call.ts';

const KEYS = { AWS_SECRET_ACCESS_KEY: 'a', AWS_PROFILE: 'work', MY_KEY: 'm', MY_HEADER: 'h', GROQ_API_KEY: 'g' };

const CLOUD = { '.aws/credentials': 'aws', '.config/gcloud/application_default_credentials.json': '{}' };

/** A home folder with these files, and what a program needs there. */
async function needed(backend: string, files: Record<string, string>, env: Record<string, string> = {}) {
  const { root } = makeCallFolders();
  const home = path.join(root, 'home');
  for (const [name, content] of Object.entries({ ...CLOUD, ...files })) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), content);
  }
  const { variables, places } = await providerNeeds(backend, { HOME: home, ...KEYS, ...env });
  return { variables, places: places.map((place) => path.relative(home, place)) };
}

const AWS = { variables: { AWS_SECRET_ACCESS_KEY: 'a', AWS_PROFILE: 'work' }, places: ['.aws'] };
const NOTHING = { variables: {}, places: [] };

test('Claude Code on Bedrock gets the sign-in of Amazon, by its settings or the environment, and else not', async () => {
  const settings = JSON.stringify({ env: { CLAUDE_CODE_USE_BEDROCK: '1' } });
  expect(await needed('claude', { '.claude/settings.json': settings })).toEqual(AWS);
  expect(await needed('claude', {}, { CLAUDE_CODE_USE_BEDROCK: 'true' })).toEqual(AWS);
  expect(await needed('claude', {}, { CLAUDE_CODE_USE_BEDROCK: '0' })).toEqual(NOTHING);
  expect(await needed('claude', { '.claude/settings.json': 'no json' })).toEqual(NOTHING);
});

test('Claude Code on Vertex gets the sign-in of Google, also where it was moved', async () => {
  const env = { CLAUDE_CODE_USE_VERTEX: '1', CLOUD_ML_REGION: 'europe', GOOGLE_CLOUD_PROJECT: 'p' };
  expect(await needed('claude', {}, env)).toEqual({
    variables: { CLOUD_ML_REGION: 'europe', GOOGLE_CLOUD_PROJECT: 'p' },
    places: ['.config/gcloud'],
  });
  const moved = { ...env, GOOGLE_APPLICATION_CREDENTIALS: path.resolve('package.json') };
  expect((await needed('claude', {}, moved)).places).toHaveLength(2);
});

test('Codex gets the keys that its providers name', async () => {
  const config = `
model_provider = "mine"
[model_providers.mine]
env_key = "MY_KEY"
env_http_headers = { "X-Mine" = "MY_HEADER" }
`;
  expect(await needed('codex', { '.codex/config.toml': config })).toEqual({
    variables: { MY_KEY: 'm', MY_HEADER: 'h' },
    places: [],
  });
  expect(await needed('codex', { '.codex/config.toml': 'model_provider = "amazon-bedrock"' })).toEqual(AWS);
  expect(await needed('codex', { '.codex/config.toml': 'env_key = ' })).toEqual(NOTHING);
});

test('Gemini CLI on Vertex gets the sign-in of Google', async () => {
  const settings = JSON.stringify({ security: { auth: { selectedType: 'vertex-ai' } } });
  expect(await needed('gemini', { '.gemini/settings.json': settings })).toMatchObject({ places: ['.config/gcloud'] });
  expect(await needed('gemini', {})).toEqual(NOTHING);
});

test('opencode gets the variables that its settings name, and those of the providers in them', async () => {
  const settings = JSON.stringify({ model: 'groq/llama', provider: { mine: { options: { apiKey: '{env:MY_KEY}' } } } });
  const files = {
    '.config/opencode/opencode.json': settings,
    '.cache/opencode/models.json': JSON.stringify({ groq: { env: ['GROQ_API_KEY'] }, other: { env: ['MY_HEADER'] } }),
  };
  expect(await needed('opencode', files)).toEqual({ variables: { MY_KEY: 'm', GROQ_API_KEY: 'g' }, places: [] });
  expect(await needed('opencode', { '.config/opencode/opencode.json': '{"model":"amazon-bedrock/x"}' })).toEqual(AWS);
});
