const MOST_TYPED = 5;

/** For a command that can be copied; of many it is for the person to choose. */
export function idsToType(ids: readonly string[]): string {
  return ids.length > MOST_TYPED ? 'ID…' : ids.join(' ');
}
