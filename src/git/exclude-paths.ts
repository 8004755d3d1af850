/** Whether a path of a worktree is none of the work's business. */
export type ExcludePath = (path: string) => boolean;

export const excludeNothing: ExcludePath = () => false;

/** Exactly these; of a folder, which ends in `/`, everything below. */
export function excludePaths(paths: readonly string[]): ExcludePath {
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/'));
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}
