import fs from 'node:fs';
import path from 'node:path';
import { vendorFolders } from './vendors.ts';

/** What being signed in leaves behind. */
interface Traces {
  /** Any of these, if it is set, is a key or names another way to pay. */
  readonly keys: readonly string[];
  /** In the first of the vendor's folders. */
  readonly file: string;
  /** A file there that may name a way of its own: without the others, nothing can be told. */
  readonly settings?: string;
  /** Here the vendor keeps it where we cannot look. */
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

/** Whether a person is signed in with a vendor, by what lies on the disk: no call is made. Undefined: cannot be told. */
export function isSignedIn(
  backend: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean | undefined {
  const trace = traces[backend];
  const [folder] = vendorFolders(backend, env);
  if (trace === undefined) return undefined;
  if (trace.keys.some((key) => (env[key] ?? '') !== '')) return true;
  if (folder === undefined) return false;
  if (isThere(folder, trace.file)) return true;
  const isHidden = trace.hiddenOn === platform || (trace.settings !== undefined && isThere(folder, trace.settings));
  return isHidden ? undefined : false;
}

function isThere(folder: string, name: string): boolean {
  return fs.existsSync(path.join(folder, name));
}
