import { isRecord, parseJson } from '../../base/json.ts';
import { comparable, fieldNames, jsonTestPart, TEST_SCRIPT } from '../manifest-text.ts';
import { forSetUp, inHome, inUserCache, inUserData, type Manifest, type PackageManager } from '../packages.ts';
import { packageSetUp } from './set-up.ts';

const packageJson: Manifest = {
  file: /^package\.json$/,
  dependencies: (text) =>
    fieldNames(text, [
      'dependencies',
      'devDependencies',
      'peerDependencies',
      'optionalDependencies',
      'bundleDependencies',
    ]),
  testPart,
};

const MANIFEST = /^(?:package\.json|pnpm-workspace\.yaml)$/;

export const npm: PackageManager = {
  manifests: [packageJson],
  locks: [{ file: /^(?:package-lock|npm-shrinkwrap)\.json$/, from: MANIFEST }],
  setupInputs: ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', '.npmrc'],
  setup: (project) => packageSetUp(project, 'npm'),
  settings: [/(?:^|\/)\.npmrc$/, /(?:^|\/)patches\/[^/]+\.patch$/],
  fills: { folders: ['node_modules/'] },
  caches: {
    usedBy: /^package\.json$/,
    places: [
      // Often very large: checks are given what the lock file names, and agents work where that is installed.
      { ...forSetUp(inHome('.npm/_cacache')), beginsEmpty: true },
      { ...forSetUp(inHome('.npm/_logs')), beginsEmpty: true },
    ],
  },
};

export const pnpm: PackageManager = {
  locks: [{ file: /^pnpm-lock\.yaml$/, from: MANIFEST }],
  setupInputs: ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  settings: [/(?:^|\/)\.pnpmfile\.[cm]?js$/, /(?:^|\/)\.pnpm-patches\//],
  setup: (project) => packageSetUp(project, 'pnpm'),
  caches: { usedBy: /^pnpm-lock\.yaml$/, places: [inUserCache('pnpm'), inUserData('pnpm/store')].map(forSetUp) },
};

export const yarn: PackageManager = {
  locks: [{ file: /^yarn\.lock$/, from: MANIFEST }],
  setupInputs: ['yarn.lock', '.yarnrc', '.yarnrc.yml'],
  settings: [
    /(?:^|\/)\.yarnrc(?:\.\w+)?$/,
    /(?:^|\/)\.yarn\//,
    /(?:^|\/)\.pnp\.[cm]?js$/,
    /(?:^|\/)\.pnp\.loader\.mjs$/,
  ],
  setup: (project) => packageSetUp(project, 'yarn'),
  caches: { usedBy: /^yarn\.lock$/, places: [forSetUp(inUserCache('yarn')), inHome('.yarn/berry')] },
};

export const bun: PackageManager = {
  locks: [{ file: /^bun\.lockb?$/, from: MANIFEST }],
  setupInputs: ['bun.lock', 'bun.lockb', 'bunfig.toml'],
  setup: (project) => packageSetUp(project, 'bun'),
  caches: {
    usedBy: /^bun\.lockb?$/,
    places: [forSetUp({ variable: 'BUN_INSTALL', otherwise: '.bun', below: 'install/cache' })],
  },
};

export const deno: PackageManager = {
  manifests: [{ file: /^deno\.jsonc?$/, testPart: jsonTestPart }],
};

/** Test scripts with those that they run, and settings of test tools. A manifest that cannot be read is compared as a whole. */
function testPart(text: string, keys: readonly string[]): string {
  const manifest = parseJson(text);
  if (!isRecord(manifest)) return text;
  const scripts = isRecord(manifest['scripts']) ? manifest['scripts'] : {};
  const taken = new Set(Object.keys(scripts).filter((name) => TEST_SCRIPT.test(name)));
  for (const name of taken) {
    const line = scripts[name];
    if (typeof line !== 'string') continue;
    const words = line.slice(0, 4_000).split(/[^\w:.@/-]+/);
    for (const other of Object.keys(scripts))
      if (words.includes(other)) for (const one of [`pre${other}`, other, `post${other}`]) taken.add(one);
  }
  const own = [...taken].filter((name) => Object.hasOwn(scripts, name)).sort();
  const settings = [...keys, 'config'];
  return comparable([
    ...own.map((name) => [name, scripts[name]] as const),
    ...settings.map((name) => [name, manifest[name]] as const),
  ]);
}
