/** Whether a file is written by a package manager from one of these manifests. */
export function isLockOf(lock: string, manifests: readonly string[]): boolean {
  const [folder, name] = split(lock);
  const wanted = LOCKS.find(([locks]) => locks.test(name))?.[1];
  if (wanted === undefined) return false;
  // One lock file serves all packages of a workspace.
  return manifests.some((manifest) => manifest.startsWith(folder) && wanted.test(split(manifest)[1]));
}

function split(path: string): readonly [string, string] {
  const at = path.lastIndexOf('/') + 1;
  return [path.slice(0, at), path.slice(at)];
}

const LOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/,
    /^(?:package\.json|pnpm-workspace\.yaml)$/,
  ],
  [/^(?:poetry|uv|pdm)\.lock$/, /^pyproject\.toml$/],
  [/^Pipfile\.lock$/, /^Pipfile$/],
  [/^requirements[\w.-]*\.txt$/, /^requirements[\w.-]*\.in$/],
  [/^Cargo\.lock$/, /^Cargo\.toml$/],
  [/^go\.(?:sum|work\.sum)$/, /^go\.(?:mod|work)$/],
  [/^Gemfile\.lock$/, /^Gemfile$|\.gemspec$/],
  [/^composer\.lock$/, /^composer\.json$/],
  [/^gradle\.lockfile$/, /^build\.gradle(?:\.kts)?$/],
  [/^packages\.lock\.json$/, /\.(?:cs|fs|vb)proj$/],
];
