export interface MemoryQuery {
  readonly query: string;
  /** Further arguments of claude-mem's search: `project`, `type`. */
  readonly only?: Readonly<Record<string, string>>;
}

export interface MemoryFailure {
  readonly why: 'failed' | 'slow' | 'cancelled';
  /** In the server's words, or the name of how it ended. */
  readonly detail: string;
}
