import fs from 'node:fs';
import path from 'node:path';
import { vendorFolders } from './vendors.ts';

/** Signs that a person is signed in. */
interface Traces {
  /** Variables that hold a key or select another way to pay. */
  readonly keys: readonly string[];
  /** A file in the first of the vendor's folders. */
  readonly file: string;
  /** A file there that may configure another way: if only this exists, the answer is unknown. */
  readonly settings?: string;
  /** The platform on which the vendor uses a keychain that we cannot read. */
  readonly hiddenOn?: NodeJS.Platform;
}

const traces: Readonly<Record<string, Traces>> = {
  claude: {
    keys: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'CLAUDE_CODE_USE_BEDROCK',
      'CLAUDE_CODE_USE_VERTEX',
    ],
    file: '.credentials.json',
    settings: 'settings.json',
    hiddenOn: 'darwin',
  },
  codex: { keys: ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'], file: 'auth.json', settings: 'config.toml' },
  gemini: {
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
    file: 'oauth_creds.json',
    settings: '.env',
  },
  opencode: {
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY', 'OPENCODE_CONFIG'],
    file: 'auth.json',
  },
};

/** Whether a person is signed in with a vendor, by files and variables; no call is made. Undefined: unknown. */
export function isSignedIn(
  backend: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean | undefined {
  const trace = traces[backend];
  const folder = vendorFolders(backend, env)[0]?.at;
  if (trace === undefined) return undefined;
  if (trace.keys.some((key) => (env[key] ?? '') !== '')) return true;
  if (folder === undefined) return false;
  if (isThere(folder, trace.file)) return true;
  const isHidden = trace.hiddenOn === platform || (trace.settings !== undefined && isThere(folder, trace.settings));
  return isHidden ? undefined : false;
}

/** The variable with a key that is charged although the person is signed in with a subscription. */
export function keyInsteadOfSubscription(
  backend: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = vendorFolders(backend, env)[0]?.at;
  // Of the others a sign-in goes first.
  if (backend !== 'claude' || folder === undefined || !isThere(folder, '.credentials.json')) return undefined;
  return ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'].find((key) => (env[key] ?? '') !== '');
}

function isThere(folder: string, name: string): boolean {
  return fs.existsSync(path.join(folder, name));
}
