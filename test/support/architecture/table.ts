/** The doors of the house: who may import whom, what each room may use, and the few exceptions with their reasons. */

const GROUND = ['base', 'schema'];
/** What the three workflows share. */
const JUDGING = ['workflows/policy', 'workflows/proof', 'workflows/delivery'];
const EFFECTS = [
  'files',
  'store',
  'process',
  'sandbox',
  'git',
  'forges',
  'agents',
  'evidence',
  'knowledge',
  'notify',
  'fleet',
];

export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  schema: ['base'],
  // Known by those who run, judge or confine a project's own commands; faces get its answers as data.
  languages: ['base'],
  'workflows/policy': GROUND,
  'workflows/proof': [...GROUND, 'languages'],
  'workflows/delivery': GROUND,
  'workflows/session': [...GROUND, 'languages', ...JUDGING],
  'workflows/auto': [...GROUND, 'languages', ...JUDGING],
  'workflows/run': [...GROUND, 'languages', ...JUDGING],
  plans: GROUND,
  prompts: GROUND,
  i18n: GROUND,
  files: GROUND,
  store: [...GROUND, 'files'],
  process: [...GROUND, 'files'],
  sandbox: [...GROUND, 'languages', 'files', 'process'],
  git: [...GROUND, 'files', 'process'],
  forges: [...GROUND, 'process'],
  agents: [...GROUND, 'files', 'process', 'sandbox'],
  evidence: [...GROUND, 'languages', 'files', 'process', 'sandbox', 'git', 'store'],
  knowledge: [...GROUND, 'files', 'process', 'sandbox', 'store'],
  notify: [...GROUND, 'files', 'process', 'store', 'i18n'],
  fleet: [...GROUND, 'files', 'process', 'store', 'git'],
  engine: [
    ...GROUND,
    'languages',
    ...JUDGING,
    'workflows/session',
    'workflows/auto',
    'workflows/run',
    'plans',
    'prompts',
    'i18n',
    ...EFFECTS,
  ],
  cli: [...GROUND, 'engine', 'i18n'],
  server: [...GROUND, 'engine', 'i18n'],
  mcp: [...GROUND, 'engine', 'i18n'],
  acp: [...GROUND, 'engine', 'i18n'],
  'index.ts': [...GROUND, 'engine'],
  // The pages talk to the server and know nothing of it but its routes and their types.
  ui: [],
};

/** Of a room that these may import only a part is theirs: all that a face may ask the engine for. */
export const PARTS: readonly { readonly of: string; readonly part: string; readonly for: readonly string[] }[] = [
  { of: 'engine', part: 'src/engine/door/', for: ['cli', 'server', 'mcp', 'acp', 'index.ts'] },
];

/** Single doors beside the table. */
export const DOORS: readonly {
  readonly from: RegExp;
  readonly to: string;
  readonly kind: 'type' | 'dynamic' | 'any';
}[] = [
  { from: /^src\/workflows\/auto\//, to: 'src/plans/', kind: 'type' },
  { from: /^src\/cli\/commands\//, to: 'src/server/serve.ts', kind: 'dynamic' },
  { from: /^src\/cli\/commands\//, to: 'src/mcp/serve.ts', kind: 'dynamic' },
  { from: /^src\/cli\/commands\//, to: 'src/acp/serve.ts', kind: 'dynamic' },
  { from: /^src\/index\.ts$/, to: 'src/agents/port.ts', kind: 'any' },
  { from: /^ui\//, to: 'src/schema/', kind: 'type' },
  { from: /^ui\//, to: 'src/schema/api/paths.ts', kind: 'any' },
  { from: /^ui\//, to: 'src/schema/api/client.ts', kind: 'any' },
];

/** Rooms whose answers depend on their arguments alone: no `node:*`, no clock, no chance. */
export const PURE_ROOMS = [
  'base',
  'schema',
  'languages',
  ...JUDGING,
  'workflows/session',
  'workflows/auto',
  'workflows/run',
  'plans',
  'prompts',
  'i18n',
];

export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  // Beyond the documents of schema/: events, lock bodies, log lines, registry entries, proofs, vendors' streams and files are parsed where they are known.
  zod: [
    'schema',
    ...JUDGING,
    'workflows/session',
    'workflows/auto',
    'workflows/run',
    'plans',
    'files',
    'store',
    'process',
    'forges',
    'agents',
    'evidence',
    'knowledge',
  ],
  'jsonc-parser': ['schema'],
  yaml: ['schema'],
  'smol-toml': ['languages', 'agents'],
  'markdown-it': ['plans'],
  saxes: ['evidence'],
  '@friedemannsommer/lcov-parser': ['evidence'],
  '@agentclientprotocol/sdk': ['agents', 'acp'],
  '@modelcontextprotocol/client': ['knowledge'],
  '@modelcontextprotocol/server': ['mcp'],
  'es-hangul': ['i18n'],
  uqr: ['cli'],
  react: ['ui'],
  'react-dom': ['ui'],
  vite: ['ui'],
  '@mantine/core': ['ui'],
  '@mantine/hooks': ['ui'],
  '@mantine/notifications': ['ui'],
  '@mantine/spotlight': ['ui'],
  '@tanstack/react-query': ['ui'],
  '@tanstack/react-virtual': ['ui'],
  'lucide-react': ['ui'],
  'react-diff-view': ['ui'],
  uplot: ['ui'],
  'virtual:theme.css': ['ui'],
  wouter: ['ui'],
  'fast-string-width': ['cli'],
};

/** Rule → path → why it may. */
export const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  purity: { 'src/base/clock.ts': 'the home of the clock that everything else is given' },
  'file writes': {
    'src/cli/io.ts': 'stdout and stderr, to their end',
    'src/cli/quick-status.ts': 'stdout, without the time that making a stream of it takes',
  },
  'file length': {},
  'unfinished work': {},
};

export const LONGEST_FILE = 500;

/** Longer than this: allowed, but said at every run. */
export const LONG_FILE = 300;
