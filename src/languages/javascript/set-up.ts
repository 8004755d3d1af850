import type { SetUpSteps } from '../packages.ts';
import type { ProjectFiles } from '../project-files.ts';
import { managerOf, readPackageJson } from './package-json.ts';

type Manager = ReturnType<typeof managerOf>;

/** How this package manager installs what a project depends on; undefined where the project needs nothing or uses another. */
export function packageSetUp(project: ProjectFiles, manager: Manager): SetUpSteps | undefined {
  const manifest = readPackageJson(project);
  if (manifest === undefined || managerOf(project) !== manager) return undefined;
  const hasWorkspaces = manifest.hasField('workspaces') || project.has('pnpm-workspace.yaml');
  if (manifest.dependencies.size === 0 && !hasWorkspaces) return undefined;
  const lock = LOCKS[manager].find((name) => project.has(name));
  const own = LIFECYCLE.filter((name) => manifest.scripts.has(name));
  const steps = STEPS[manager]({ lock: lock === undefined ? undefined : (project.text(lock) ?? ''), own, project });
  const rest = steps.rest.filter((line) => line !== '');
  return {
    ...steps,
    rest: rest.length === 0 ? [] : [rest.join(' && ')],
    ...(lock === undefined && { isUnlocked: true }),
  };
}

const LOCKS: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
};

export function isLockName(name: string): boolean {
  return Object.values(LOCKS).some((names) => names.includes(name));
}

/** What a package runs of its own when its dependencies are installed, in this order. */
const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

interface Install {
  /** The text of the lock file. */
  readonly lock: string | undefined;
  /** Scripts of the project's own that run after an installation. */
  readonly own: readonly string[];
  readonly project: ProjectFiles;
}

type Steps = Pick<SetUpSteps, 'line' | 'rest'> & { readonly fetch: string };

const STEPS: Readonly<Record<Manager, (install: Install) => Steps>> = {
  npm({ lock, own, project }) {
    const line = lock === undefined ? 'npm install --no-package-lock' : 'npm ci';
    const runsScripts = lock === undefined || /"hasInstallScript":\s*true/.test(lock) || hasWorkspaces(project);
    return {
      line,
      fetch: `${line} --ignore-scripts --no-audit --no-fund`,
      rest: [runsScripts ? 'npm rebuild' : '', ...own.map((name) => `npm run --ignore-scripts ${name}`)],
    };
  },

  pnpm({ lock, own }) {
    const line = `pnpm install ${lock === undefined ? '--no-lockfile' : '--frozen-lockfile'}`;
    const run = 'pnpm --config.enable-pre-post-scripts=false run';
    return {
      line,
      fetch: `${line} --ignore-scripts`,
      rest: ['pnpm rebuild', ...own.map((name) => `${run} ${name}`)],
    };
  },

  /** Of both generations the second installation finds everything fetched, and runs what the first left out. */
  yarn({ lock, project }) {
    if (isBerry(project)) {
      const line = lock === undefined ? 'yarn install --no-immutable' : 'yarn install --immutable';
      return { line, fetch: `${line} --mode=skip-build`, rest: [`YARN_ENABLE_NETWORK=0 ${line}`] };
    }
    const line = `yarn install ${lock === undefined ? '--no-lockfile' : '--frozen-lockfile'}`;
    return {
      line,
      fetch: `${line} --non-interactive --ignore-scripts`,
      rest: [`${line} --non-interactive --offline --force`],
    };
  },

  /** It runs scripts of the project, and those of packages that the manifest trusts. */
  bun({ lock }) {
    const line = lock === undefined ? 'bun install --no-save' : 'bun install --frozen-lockfile';
    return { line, fetch: `${line} --ignore-scripts`, rest: [line] };
  },
};

function hasWorkspaces(project: ProjectFiles): boolean {
  return readPackageJson(project)?.hasField('workspaces') === true;
}

function isBerry(project: ProjectFiles): boolean {
  const named = /"packageManager"\s*:\s*"yarn@(\d+)/.exec(project.text('package.json') ?? '')?.[1];
  return project.has('.yarnrc.yml') || (named !== undefined && Number(named) >= 2);
}
