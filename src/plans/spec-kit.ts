import type { CollectedTask } from './collect-tasks.ts';

/** `T012 [P] [US1] Do …`: nothing between id and title, a plain number, its place in the file instead of named dependencies. */
export function isSpecKit({ begin, isHeading, phaseAbove, said }: CollectedTask): boolean {
  if (isHeading || begin.hasSeparator || begin.id.includes('.')) return false;
  return (begin.tags.length > 0 || phaseAbove !== null) && said.every(({ label }) => label !== 'needs');
}

/**
 * What the order of such tasks means: one marked `[P]` needs the last unmarked one before it, an unmarked one needs
 * everything since then. A file whose phases begin anew begins anew, too.
 */
export function orderDependencies(
  tasks: readonly CollectedTask[],
  phases: ReadonlyMap<string, number>,
): Map<string, readonly string[]> {
  const needed = new Map<string, readonly string[]>();
  let last: string | null = null;
  let since: string[] = [];
  let phase = 0;
  for (const { begin } of tasks.filter(isSpecKit)) {
    const { id } = begin;
    const own = phases.get(id) ?? 0;
    if (own < phase) [last, since] = [null, []];
    phase = own;
    const before: string[] = last === null ? [] : [last];
    if (begin.tags.includes('P')) {
      needed.set(id, before);
      since.push(id);
    } else {
      needed.set(id, [...before, ...since]);
      [last, since] = [id, []];
    }
  }
  return needed;
}
