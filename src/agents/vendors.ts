import path from 'node:path';

/** What a vendor's program needs from the person who is signed in with it. */
interface Vendor {
  /** Variables that name its servers and hold its keys. */
  readonly variables: RegExp;
  /** Its sign-in, settings and conversations. */
  readonly folders: readonly VendorFolder[];
}

/** A folder of a vendor's, and what the agents of a run find in its place. What is named nowhere here nobody keeps. */
export interface VendorFolder {
  /** Below the home folder. */
  readonly place: string;
  /** The variable that moves it elsewhere, and its name there. */
  readonly variable?: string;
  readonly name?: string;
  /** Nothing in it is shared by the agents of a run: each has an empty one, and the person's settings in it. */
  readonly isPrivate?: true;
  /** Files and folders with conversations. `*` stands for any part of a name; all in such a folder belongs to it. */
  readonly sessions?: readonly string[];
  /** Files of the person's, read-only, and what each says where the person has none: then nobody can make it. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of the person's, read-only, where they are there. */
  readonly ifThere?: readonly string[];
  /** Folders of the person's, read-only; one that is not there is private to each agent. */
  readonly folders?: readonly string[];
  /** Folders private to each agent. */
  readonly scratch?: readonly string[];
  /** What programs that are running hold: it stays while there are any. */
  readonly held?: RegExp;
}

const CLAUDE_FOLDER: VendorFolder = {
  place: '.claude',
  variable: 'CLAUDE_CONFIG_DIR',
  sessions: ['projects/*/*.jsonl'],
  files: { 'settings.json': '{}', 'settings.local.json': '{}', 'CLAUDE.md': '' },
  ifThere: ['keybindings.json'],
  folders: words('agents commands hooks local output-styles plugins rules skills workflows'),
  scratch: words(
    `backups cache debug file-history ide image-cache jobs paste-cache plans session-env sessions shell-snapshots
    statsig tasks teams telemetry todos usage-data`,
  ),
  held: /\.lock|\.tmp/,
};

const CODEX_FOLDER: VendorFolder = {
  place: '.codex',
  variable: 'CODEX_HOME',
  sessions: ['sessions'],
  files: { 'config.toml': '', '.env': '', 'hooks.json': '{}', 'AGENTS.md': '' },
  ifThere: ['AGENTS.override.md', 'environments.toml'],
  folders: words('agents hooks packages plugins prompts rules skills themes'),
  scratch: words('.tmp attachments cache log memories shell_snapshots tmp vendor_imports worktrees'),
  held: /lock|\.sqlite|\.tmp|^installation_id$/,
};

const GEMINI_FOLDER: VendorFolder = {
  place: '.gemini',
  variable: 'GEMINI_CLI_HOME',
  name: '.gemini',
  sessions: ['projects.json', 'tmp/*/.project_root', 'tmp/*/chats'],
  files: {
    'settings.json': '{}',
    '.env': '',
    'GEMINI.md': '',
    'trustedFolders.json': '{}',
    'trusted_hooks.json': '{}',
  },
  ifThere: words('AGENTS.md gemini-credentials.json google_accounts.json keybindings.json system.md'),
  folders: words('agents commands extensions hooks policies skills'),
  scratch: words('acknowledgments cache history logs'),
  held: /lock|\.tmp|^installation_id$/,
};

const OPENCODE_FOLDERS: readonly VendorFolder[] = [
  {
    place: '.local/share/opencode',
    variable: 'XDG_DATA_HOME',
    name: 'opencode',
    sessions: ['opencode*.db', 'opencode*.db-shm', 'opencode*.db-wal', 'storage'],
    folders: ['bin'],
    // A snapshot is a repository of git's, and its configuration names programs.
    scratch: words('log plans repos snapshot tool-output worktree'),
    held: /lock|\.tmp/,
  },
  {
    place: '.config/opencode',
    variable: 'XDG_CONFIG_HOME',
    name: 'opencode',
    isPrivate: true,
    ifThere: words('AGENTS.md config.json opencode.json opencode.jsonc tui.json tui.jsonc'),
    folders: words(
      `agent agents command commands mode modes node_modules plugin plugins skill skills theme themes tool tools`,
    ),
  },
  {
    place: '.cache/opencode',
    variable: 'XDG_CACHE_HOME',
    name: 'opencode',
    isPrivate: true,
    ifThere: ['models.json'],
    folders: ['bin'],
  },
  {
    place: '.local/state/opencode',
    variable: 'XDG_STATE_HOME',
    name: 'opencode',
    isPrivate: true,
    ifThere: ['model.json'],
  },
];

const vendors = {
  claude: {
    variables: /^(ANTHROPIC|CLAUDE)_/,
    folders: [CLAUDE_FOLDER],
  },
  codex: { variables: /^(OPENAI|CODEX)_/, folders: [CODEX_FOLDER] },
  gemini: { variables: /^(GEMINI|GOOGLE)_/, folders: [GEMINI_FOLDER] },
  opencode: {
    variables: /^(OPENCODE|ANTHROPIC|OPENAI|GEMINI|GOOGLE_GENERATIVE_AI|OPENROUTER)_/,
    folders: OPENCODE_FOLDERS,
  },
} as const satisfies Readonly<Record<string, Vendor>>;

export type VendorName = keyof typeof vendors;

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that a backend may see beyond the usual ones. `acp` and `command` may start any vendor's program. */
export function signInVariables(backend: string, env: Environment): Record<string, string> {
  const patterns = vendorsOf(backend).map((name) => vendors[name].variables);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && patterns.some((pattern) => pattern.test(name))) variables[name] = value;
  }
  return variables;
}

/** The vendors whose programs a backend may start. A rehearsal has none. */
export function vendorsOf(backend: string): readonly VendorName[] {
  const names = Object.keys(vendors).filter((name): name is VendorName => name in vendors);
  if (backend === 'acp' || backend === 'command') return names;
  return names.filter((name) => name === backend);
}

/** The folders that a vendor's program uses, and where they are. */
export function vendorFolders(vendor: string, env: Environment): (VendorFolder & { readonly at: string })[] {
  const names = vendor === 'acp' || vendor === 'command' ? [] : vendorsOf(vendor);
  const folders: readonly VendorFolder[] = names.flatMap((name) => vendors[name].folders);
  return folders.flatMap((folder) => usedFolder(folder, env).map((at) => ({ ...folder, at })));
}

function usedFolder({ place, variable, name = '' }: VendorFolder, env: Environment): string[] {
  const moved = below(variable === undefined ? undefined : env[variable], name);
  return moved.length > 0 ? moved : below(env['HOME'], place);
}

function below(folder: string | undefined, place: string): string[] {
  return folder === undefined || !path.isAbsolute(folder) ? [] : [path.join(folder, place)];
}

function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}
