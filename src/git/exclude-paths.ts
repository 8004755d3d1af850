/** Whether a path of a worktree is not part of the work. */
export type ExcludePath = (path: string) => boolean;

export const excludeNothing: ExcludePath = () => false;

/** Matches these paths, and everything below a path that ends in `/`. */
export function excludePaths(paths: readonly string[]): ExcludePath {
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/'));
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}
