import path from 'node:path';

/** What a vendor's program needs from the person who is signed in with it. */
interface Vendor {
  /** Variables that name its servers and hold its keys. */
  readonly variables: RegExp;
  /** Below the home folder: its sign-in, settings and conversations. */
  readonly places: readonly string[];
  /** The variable that moves its folder elsewhere. */
  readonly homeVariable?: string;
}

const vendors: Readonly<Record<string, Vendor>> = {
  claude: {
    variables: /^(ANTHROPIC|CLAUDE)_|^AWS_(REGION|PROFILE)$|^CLOUD_ML_REGION$/,
    places: ['.claude', '.claude.json'],
    homeVariable: 'CLAUDE_CONFIG_DIR',
  },
  codex: { variables: /^(OPENAI|CODEX)_/, places: ['.codex'], homeVariable: 'CODEX_HOME' },
  gemini: { variables: /^(GEMINI|GOOGLE)_/, places: ['.gemini'] },
  opencode: {
    variables: /^(OPENCODE|ANTHROPIC|OPENAI|GEMINI|GOOGLE_GENERATIVE_AI|OPENROUTER)_/,
    places: ['.local/share/opencode', '.config/opencode', '.cache/opencode', '.local/state/opencode'],
  },
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that a backend may see beyond the usual ones. Any program may stand behind `acp` and `command`. */
export function signInVariables(backend: string, env: Environment): Record<string, string> {
  const patterns = vendorsOf(backend).map((vendor) => vendor.variables);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && patterns.some((pattern) => pattern.test(name))) variables[name] = value;
  }
  return variables;
}

/** Where a backend keeps its own things: it may read and write there, wherever else it may not. */
export function vendorPlaces(backend: string, env: Environment): string[] {
  const home = env['HOME'];
  return vendorsOf(backend).flatMap(({ places, homeVariable }) => {
    const moved = homeVariable === undefined ? undefined : env[homeVariable];
    return [
      ...(moved === undefined ? [] : [moved]),
      ...(home === undefined ? [] : places.map((place) => path.join(home, place))),
    ];
  });
}

/** Rehearsals sign in nowhere. */
function vendorsOf(backend: string): readonly Vendor[] {
  const vendor = vendors[backend];
  if (vendor !== undefined) return [vendor];
  return backend === 'acp' || backend === 'command' ? Object.values(vendors) : [];
}
