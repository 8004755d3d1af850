/** Whether a path of a worktree is none of the work's business. */
export type LeftOut = (path: string) => boolean;

export const nothingLeftOut: LeftOut = () => false;

/** Exactly these; of a folder, which ends in `/`, everything below. */
export function among(paths: readonly string[]): LeftOut {
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/'));
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}
