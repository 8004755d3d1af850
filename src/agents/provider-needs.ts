import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../base/json.ts';
import { readSmallFile } from '../files/read-file.ts';
import { vendorFolders, type VendorName, vendorsOf } from './vendors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What a vendor's program needs for the provider that the person has it use. */
export interface ProviderNeeds {
  readonly variables: Readonly<Record<string, string>>;
  /** Files and folders that are there, to be read. */
  readonly places: readonly string[];
}

/** Whose models are called, where that is not the vendor itself. */
interface Provider {
  readonly variables: RegExp;
  /** Variables that name files or folders, and where those lie without them, below the home folder. */
  readonly places: Readonly<Record<string, string>>;
}

const AMAZON: Provider = {
  variables: /^AWS_/,
  places: { AWS_CONFIG_FILE: '.aws', AWS_SHARED_CREDENTIALS_FILE: '.aws', AWS_WEB_IDENTITY_TOKEN_FILE: '' },
};

const GOOGLE: Provider = {
  variables: /^(GOOGLE|GCLOUD|CLOUDSDK|VERTEX)_|^CLOUD_ML_REGION$/,
  places: { GOOGLE_APPLICATION_CREDENTIALS: '', CLOUDSDK_CONFIG: '.config/gcloud' },
};

const AZURE: Provider = { variables: /^AZURE_/, places: { AZURE_CONFIG_DIR: '.azure' } };

interface Used {
  readonly providers: readonly Provider[];
  /** Variables by name. */
  readonly names: readonly string[];
}

const USED: Readonly<Record<VendorName, (env: Environment) => Promise<Used>>> = {
  claude: async (env) => usedByClaude(env),
  codex: usedByCodex,
  gemini: async (env) => usedByGemini(env),
  opencode: async (env) => usedByOpencode(env),
};

/**
 * What the person's own settings of a vendor's program name: keys of other providers, and the files of a cloud's
 * sign-in. What a repository says counts for nothing here.
 */
export async function providerNeeds(backend: string, env: Environment): Promise<ProviderNeeds> {
  const all = await Promise.all(vendorsOf(backend).map((vendor) => USED[vendor](env)));
  const providers = [...new Set(all.flatMap((one) => one.providers))];
  const names = new Set(all.flatMap((one) => one.names));
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const isNeeded = names.has(name) || providers.some((provider) => provider.variables.test(name));
    if (value !== undefined && isNeeded) variables[name] = value;
  }
  return { variables, places: [...new Set(providers.flatMap(({ places }) => placesIn(places, env)))] };
}

function placesIn(places: Provider['places'], env: Environment): string[] {
  return Object.entries(places).flatMap(([variable, usual]) => {
    const named = env[variable] ?? (usual === '' ? '' : path.join(env['HOME'] ?? '', usual));
    return path.isAbsolute(named) && fs.existsSync(named) ? [path.resolve(named)] : [];
  });
}

function usedByClaude(env: Environment): Used {
  const settings = z.object({ env: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))) });
  const own = settings.safeParse(parseJson(vendorFile('claude', 'settings.json', env))).data?.env ?? {};
  const isOn = (name: string) => /^(1|true|yes|on)$/i.test(String(own[name] ?? env[name] ?? ''));
  const providers = [
    ...(isOn('CLAUDE_CODE_USE_BEDROCK') ? [AMAZON] : []),
    ...(isOn('CLAUDE_CODE_USE_VERTEX') ? [GOOGLE] : []),
    ...(isOn('CLAUDE_CODE_USE_FOUNDRY') ? [AZURE] : []),
  ];
  return { providers, names: [] };
}

const codexProvider = z.object({
  env_key: z.optional(z.string()),
  env_http_headers: z.optional(z.record(z.string(), z.string())),
});

const codexSettings = z.object({
  model_provider: z.optional(z.string()),
  model_providers: z.optional(z.record(z.string(), codexProvider)),
});

async function usedByCodex(env: Environment): Promise<Used> {
  const text = vendorFile('codex', 'config.toml', env);
  if (text === '') return { providers: [], names: [] };
  const { parse } = await import('smol-toml');
  let parsed: unknown;
  try {
    parsed = parse(text);
  } catch {
    // Codex itself tells the person what is wrong with it.
    return { providers: [], names: [] };
  }
  const { model_provider, model_providers = {} } = codexSettings.safeParse(parsed).data ?? {};
  const names = Object.values(model_providers).flatMap(({ env_key, env_http_headers = {} }) => [
    ...(env_key === undefined ? [] : [env_key]),
    ...Object.values(env_http_headers),
  ]);
  return { providers: model_provider === 'amazon-bedrock' ? [AMAZON] : [], names };
}

function usedByGemini(env: Environment): Used {
  const settings = vendorFile('gemini', 'settings.json', env);
  const isVertex = /^(1|true)$/i.test(env['GOOGLE_GENAI_USE_VERTEXAI'] ?? '') || settings.includes('"vertex-ai"');
  return { providers: isVertex ? [GOOGLE] : [], names: [] };
}

const OPENCODE_CLOUDS: Readonly<Record<string, Provider>> = {
  'amazon-bedrock': AMAZON,
  'google-vertex': GOOGLE,
  'google-vertex-anthropic': GOOGLE,
  azure: AZURE,
};

const opencodeModels = z.record(z.string(), z.object({ env: z.optional(z.array(z.string())) }));

/** Its settings name variables, and providers whose variables its list of models names. */
function usedByOpencode(env: Environment): Used {
  const text = ['opencode.json', 'opencode.jsonc', 'config.json']
    .map((name) => vendorFile('opencode', name, env))
    .join('\n');
  const models = opencodeModels.safeParse(parseJson(vendorFile('opencode', 'models.json', env))).data ?? {};
  const named = (provider: string) => text.includes(`"${provider}"`) || text.includes(`"${provider}/`);
  return {
    providers: Object.entries(OPENCODE_CLOUDS).flatMap(([name, provider]) => (named(name) ? [provider] : [])),
    names: [
      ...[...text.matchAll(/\{env:(\w+)\}/g)].map(([, name = '']) => name),
      ...Object.entries(models).flatMap(([name, { env: keys = [] }]) => (named(name) ? keys : [])),
    ],
  };
}

const LARGEST_BYTES = 8 * 1024 * 1024;

/** A file in one of the vendor's folders; empty where there is none. */
function vendorFile(vendor: VendorName, name: string, env: Environment): string {
  const files = vendorFolders(vendor, env).map(({ at }) => path.join(at, name));
  const file = files.find((one) => fs.existsSync(one));
  // It may be a link: people keep such files elsewhere, too.
  return file === undefined ? '' : (readSmallFile(fs.realpathSync(file), LARGEST_BYTES)?.toString() ?? '');
}
