import fs from 'node:fs';
import path from 'node:path';
import type { Environment } from '../process/command.ts';

/**
 * Where the package managers of the project in `folder` keep what they fetched or built: each as far as a file in the
 * project's root says that it is used.
 */
export function packageCaches(folder: string, env: Environment): string[] {
  const home = env['HOME'] ?? '/';
  const base = {
    home: (place: string) => path.join(home, place),
    cache: (place: string) => path.join(env['XDG_CACHE_HOME'] ?? path.join(home, '.cache'), place),
    data: (place: string) => path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local/share'), place),
    of: (variable: string, otherwise: string) => env[variable] ?? path.join(home, otherwise),
  };
  const names = namesIn(folder);
  const used = CACHES.filter(({ manifest }) => names.some((name) => manifest.test(name)));
  return [...new Set(used.flatMap(({ places }) => places(base)))];
}

interface Base {
  home(place: string): string;
  cache(place: string): string;
  data(place: string): string;
  of(variable: string, otherwise: string): string;
}

const CACHES: readonly { readonly manifest: RegExp; places(base: Base): string[] }[] = [
  { manifest: /^package\.json$/, places: ({ home }) => [home('.npm')] },
  { manifest: /^pnpm-lock\.yaml$/, places: ({ cache, data }) => [cache('pnpm'), data('pnpm/store')] },
  { manifest: /^yarn\.lock$/, places: ({ home, cache }) => [cache('yarn'), home('.yarn/berry')] },
  { manifest: /^bun\.lockb?$/, places: ({ of }) => [path.join(of('BUN_INSTALL', '.bun'), 'install/cache')] },
  {
    manifest: /^(pyproject\.toml|setup\.(py|cfg)|requirements.*\.txt|Pipfile)$/,
    places: ({ cache }) => [cache('pip'), cache('uv'), cache('pypoetry')],
  },
  {
    manifest: /^go\.(mod|work)$/,
    places: ({ cache, of }) => [cache('go-build'), path.join(of('GOPATH', 'go'), 'pkg/mod')],
  },
  {
    manifest: /^Cargo\.toml$/,
    places: ({ of }) => ['registry', 'git'].map((name) => path.join(of('CARGO_HOME', '.cargo'), name)),
  },
  { manifest: /^pom\.xml$/, places: ({ home }) => [home('.m2/repository')] },
  { manifest: /\.gradle(\.kts)?$/, places: ({ of }) => [of('GRADLE_USER_HOME', '.gradle')] },
  { manifest: /\.(sln|slnx|csproj|fsproj)$/, places: ({ home, data }) => [home('.nuget/packages'), data('NuGet')] },
  { manifest: /^Gemfile$/, places: ({ home }) => [home('.bundle')] },
  { manifest: /^composer\.json$/, places: ({ cache }) => [cache('composer')] },
];

function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}
