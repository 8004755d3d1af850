/** What agents do, for whoever looks on just now. */
export interface WatchedProgress<Progress> {
  readonly onProgress: (progress: Progress) => void;
  /** Until the function that it gives back is called. */
  readonly watchProgress: (watcher: (progress: Progress) => void) => () => void;
}

export function watchedProgress<Progress>(): WatchedProgress<Progress> {
  const watchers = new Set<(progress: Progress) => void>();
  return {
    onProgress: (progress) => {
      for (const watcher of watchers) watcher(progress);
    },
    watchProgress: (watcher) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
}
