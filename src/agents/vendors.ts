import path from 'node:path';

/** What a vendor's program needs from the person who is signed in with it. */
interface Vendor {
  /** Variables that name its servers and hold its keys. */
  readonly variables: RegExp;
  /** Its sign-in, settings and conversations. */
  readonly folders: readonly Folder[];
  /** Below the home folder. */
  readonly files?: readonly string[];
}

interface Folder {
  /** Below the home folder. */
  readonly place: string;
  /** The variable that moves it elsewhere, and its name there. */
  readonly variable?: string;
  readonly name?: string;
}

const vendors: Readonly<Record<string, Vendor>> = {
  claude: {
    variables: /^(ANTHROPIC|CLAUDE)_|^AWS_(REGION|PROFILE)$|^CLOUD_ML_REGION$/,
    folders: [{ place: '.claude', variable: 'CLAUDE_CONFIG_DIR' }],
    files: ['.claude.json'],
  },
  codex: { variables: /^(OPENAI|CODEX)_/, folders: [{ place: '.codex', variable: 'CODEX_HOME' }] },
  gemini: { variables: /^(GEMINI|GOOGLE)_/, folders: [{ place: '.gemini' }] },
  opencode: {
    variables: /^(OPENCODE|ANTHROPIC|OPENAI|GEMINI|GOOGLE_GENERATIVE_AI|OPENROUTER)_/,
    folders: [
      { place: '.local/share/opencode', variable: 'XDG_DATA_HOME', name: 'opencode' },
      { place: '.config/opencode', variable: 'XDG_CONFIG_HOME', name: 'opencode' },
      { place: '.cache/opencode', variable: 'XDG_CACHE_HOME', name: 'opencode' },
      { place: '.local/state/opencode', variable: 'XDG_STATE_HOME', name: 'opencode' },
    ],
  },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that a backend may see beyond the usual ones. `acp` and `command` may start any vendor's program. */
export function signInVariables(backend: string, env: Environment): Record<string, string> {
  const patterns = findVendors(backend).map((vendor) => vendor.variables);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && patterns.some((pattern) => pattern.test(name))) variables[name] = value;
  }
  return variables;
}

/** The files and folders of a backend, which it may read and write in the sandbox, too. */
export function vendorPlaces(backend: string, env: Environment): string[] {
  const places = findVendors(backend).flatMap(({ folders, files = [] }) => [
    ...folders.flatMap((folder) => usedFolder(folder, env)),
    ...[...folders.map(({ place }) => place), ...files].flatMap((place) => below(env['HOME'], place)),
  ]);
  return [...new Set(places)];
}

/** The folders that a vendor's program uses, and makes where it may. */
export function vendorFolders(backend: string, env: Environment): string[] {
  return vendors[backend]?.folders.flatMap((folder) => usedFolder(folder, env)) ?? [];
}

function usedFolder({ place, variable, name = '' }: Folder, env: Environment): string[] {
  const moved = below(variable === undefined ? undefined : env[variable], name);
  return moved.length > 0 ? moved : below(env['HOME'], place);
}

function below(folder: string | undefined, place: string): string[] {
  return folder === undefined || !path.isAbsolute(folder) ? [] : [path.join(folder, place)];
}

/** A rehearsal has no vendor. */
function findVendors(backend: string): readonly Vendor[] {
  const vendor = vendors[backend];
  if (vendor !== undefined) return [vendor];
  return backend === 'acp' || backend === 'command' ? Object.values(vendors) : [];
}
