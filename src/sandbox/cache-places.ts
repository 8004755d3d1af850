import fs from 'node:fs';
import path from 'node:path';
import type { Environment } from '../process/command.ts';

/**
 * Where the package managers of the project in `folder` keep what they fetched or built: each as far as a file in the
 * project's root says that it is used. Never where they keep settings, scripts or programs: what is written there would
 * run outside the sandbox one day.
 */
export function cachePlaces(folder: string, env: Environment): string[] {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const used = CACHES.filter(([manifest]) => names.some((name) => manifest.test(name)));
  return [...new Set(used.flatMap(([, ...places]) => places.map((place) => placeOf(place, env))))];
}

/** `GOPATH/pkg/mod`: below what that variable says, or where it is without. */
function placeOf(place: string, env: Environment): string {
  const [base = '', ...rest] = place.split('/');
  const usual = path.join(env['HOME'] ?? '/', BASES[base] ?? '');
  const named = env[base] ?? '';
  return path.join(path.isAbsolute(named) ? named : usual, ...rest);
}

const BASES: Readonly<Record<string, string>> = {
  XDG_CACHE_HOME: '.cache',
  XDG_DATA_HOME: '.local/share',
  GOPATH: 'go',
  CARGO_HOME: '.cargo',
  GRADLE_USER_HOME: '.gradle',
  BUN_INSTALL: '.bun',
};

const CACHES: readonly (readonly [manifest: RegExp, ...places: string[]])[] = [
  [/^package\.json$/, 'HOME/.npm/_cacache', 'HOME/.npm/_logs'],
  [/^pnpm-lock\.yaml$/, 'XDG_CACHE_HOME/pnpm', 'XDG_DATA_HOME/pnpm/store'],
  [/^yarn\.lock$/, 'XDG_CACHE_HOME/yarn', 'HOME/.yarn/berry'],
  [/^bun\.lockb?$/, 'BUN_INSTALL/install/cache'],
  [
    /^(pyproject\.toml|setup\.(py|cfg)|requirements.*\.txt|Pipfile)$/,
    'XDG_CACHE_HOME/pip',
    'XDG_CACHE_HOME/uv',
    'XDG_CACHE_HOME/pypoetry',
  ],
  [/^go\.(mod|work)$/, 'XDG_CACHE_HOME/go-build', 'GOPATH/pkg/mod'],
  [/^Cargo\.toml$/, 'CARGO_HOME/registry', 'CARGO_HOME/git'],
  [/^pom\.xml$/, 'HOME/.m2/repository'],
  [/\.gradle(\.kts)?$/, ...['caches', 'wrapper', 'daemon', 'native'].map((name) => `GRADLE_USER_HOME/${name}`)],
  [/\.(sln|slnx|csproj|fsproj)$/, 'HOME/.nuget/packages', 'XDG_DATA_HOME/NuGet/http-cache'],
  [/^Gemfile$/, 'HOME/.bundle/cache'],
  [/^composer\.json$/, 'XDG_CACHE_HOME/composer'],
];
