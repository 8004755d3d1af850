import { setTimeout as pause } from 'node:timers/promises';
import type { TreeState } from './command.ts';
import type { ProcessRow } from './process-table.ts';
import { listMembers, signalGroup, signalProcess, type Tree } from './tree.ts';

/** Between SIGTERM and SIGKILL. */
const DEFAULT_GRACE_MS = 5000;

/** After SIGKILL only a process stuck inside the kernel is still there. */
const KILL_MS = 5000;

export interface TreeEnding {
  readonly graceMs?: number | undefined;
  /** What somebody has just seen of it, where they looked. */
  readonly seen?: readonly ProcessRow[] | undefined;
}

/** Ends every process of a tree: asks, waits, kills, and looks until nothing is left. */
export async function endTree(
  tree: Tree,
  { graceMs = DEFAULT_GRACE_MS, seen = listMembers(tree) }: TreeEnding = {},
): Promise<TreeState> {
  const asked = await signalUntilGone(tree, { signal: 'SIGTERM', ms: graceMs, seen });
  return asked === 'remains'
    ? signalUntilGone(tree, { signal: 'SIGKILL', ms: KILL_MS, seen: listMembers(tree) })
    : asked;
}

interface Signalling {
  readonly signal: NodeJS.Signals;
  readonly ms: number;
  readonly seen: readonly ProcessRow[] | undefined;
}

async function signalUntilGone(tree: Tree, { signal, ms, seen }: Signalling): Promise<TreeState> {
  const deadline = performance.now() + ms;
  const signalled = new Set<string>();
  let members = seen;
  // A second SIGTERM means "at once" to many programs: those who get the group's are left to end in peace.
  for (const member of members ?? []) if (isReachedByGroup(tree, member)) signalled.add(idOf(member));
  signalGroup(tree.leader, signal);

  // One look may miss a process that is being born or is replacing its program at that moment; two in a row do not.
  let cleanLooks = 0;
  for (let waitMs = 5, lookMs = 0; ; waitMs = Math.min(waitMs * 2, 100)) {
    if (members === undefined && tree.leader?.owned() !== true) return 'unverified';
    cleanLooks = members?.length === 0 ? cleanLooks + 1 : 0;
    if (cleanLooks === 2) return 'gone';
    for (const member of members ?? []) {
      if (signalled.has(idOf(member))) continue;
      signalled.add(idOf(member));
      signalProcess(member, signal);
    }
    if (cleanLooks === 0 && performance.now() >= deadline) return 'remains';
    // On a machine with very many processes, looking must not become the work.
    await pause(Math.max(waitMs, 5 * lookMs));
    const lookedAt = performance.now();
    members = listMembers(tree);
    lookMs = performance.now() - lookedAt;
  }
}

function isReachedByGroup(tree: Tree, member: ProcessRow): boolean {
  return tree.leader?.owned() === true && member.group === tree.leader.pid;
}

function idOf(row: ProcessRow): string {
  return `${row.pid}:${row.startTime}`;
}
