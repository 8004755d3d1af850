import { getErrno } from '../files/disk-failure.ts';
import {
  readEnvironment,
  isZombie,
  type ProcessRow,
  readProcess,
  readProcessTable,
  readUser,
} from './process-table.ts';

/** The variable every process we start carries, and hands on to whatever it starts. */
export const markerName = 'ORCHESTRAL_EFFECT';

/** A process we started and all that came of it. */
export interface Tree {
  readonly marker: string;
  readonly leader: Leader | undefined;
  /** When the leader was started, in clock ticks after boot: what is older is none of the tree. Undefined: nobody knows. */
  readonly since: number | undefined;
  /** Members found so far, pid → start time: they stay ours even if they change their environment. */
  readonly known: Map<number, string>;
}

export interface Leader {
  /** Also the number of the group and of the session it was started in. */
  readonly pid: number;
  /**
   * Whether that number is still its own: true until it has been waited for. From then on the kernel may give the
   * number to a stranger, and neither pid, group nor session of it means anything.
   */
  owned(): boolean;
}

/**
 * The live processes of a tree: those that carry the marker, those in the leader's session, and whatever descends from
 * them (a tool may have cleared its environment, or may not be readable). Never of another user, never ourselves or
 * those we descend from. Undefined where there is no process table.
 */
export function listMembers(tree: Tree): ProcessRow[] | undefined {
  const table = readProcessTable();
  if (table === undefined) return undefined;
  const session = tree.leader?.owned() === true ? tree.leader.pid : undefined;
  const mark = `\0${markerName}=${tree.marker}\0`;
  const isYoung = ({ startTime }: ProcessRow): boolean => tree.since === undefined || Number(startTime) >= tree.since;
  const isRoot = (row: ProcessRow): boolean =>
    row.session === session ||
    tree.known.get(row.pid) === row.startTime ||
    (isYoung(row) && readEnvironment(row.pid).includes(mark));
  const members = listDescendants([...table.values()].filter(isRoot), table);
  for (const member of members) tree.known.set(member.pid, member.startTime);
  return members.filter((member) => !isZombie(member));
}

/**
 * Seconds of CPU time per live member, by pid and start time. Undefined where there is no process table. `exceptAt`: but
 * for the program so many steps below the leader.
 */
export function getCpuSeconds(tree: Tree, exceptAt?: number): Map<string, number> | undefined {
  const members = listMembers(tree);
  const except = exceptAt === undefined ? undefined : programBelow(tree.leader?.pid, members ?? [], exceptAt);
  const counted = members?.filter(({ pid }) => pid !== except);
  return counted && new Map(counted.map((row) => [`${row.pid}:${row.startTime}`, row.cpuSeconds]));
}

/** A launcher's first child is the program; others are orphans that it adopted. */
function programBelow(pid: number | undefined, members: readonly ProcessRow[], steps: number): number | undefined {
  if (pid === undefined || steps === 0) return pid;
  const children = members.filter(({ parent }) => parent === pid);
  const [first] = children.toSorted((a, b) => Number(a.startTime) - Number(b.startTime));
  return programBelow(first?.pid, members, steps - 1);
}

/** Looks again, right before the signal, whether the pid is still that process. */
export function signalProcess(row: ProcessRow, signal: NodeJS.Signals): void {
  if (readProcess(row.pid)?.startTime === row.startTime) kill(row.pid, signal);
}

export function signalGroup(leader: Leader | undefined, signal: NodeJS.Signals): void {
  if (leader?.owned() === true) kill(-leader.pid, signal);
}

/** Whether any process is in the leader's group: a question, so asking about a stranger's number does no harm. */
export function groupExists(leader: Leader): boolean {
  return kill(-leader.pid, 0);
}

function listDescendants(roots: readonly ProcessRow[], table: ReadonlyMap<number, ProcessRow>): ProcessRow[] {
  const untouchable = listAncestors(process.pid, table);
  const user = process.getuid?.();
  const children = new Map<number, ProcessRow[]>();
  for (const row of table.values()) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const found = new Map<number, ProcessRow>();
  const queue = [...roots];
  for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
    if (found.has(row.pid) || untouchable.has(row.pid) || readUser(row.pid) !== user) continue;
    found.set(row.pid, row);
    queue.push(...(children.get(row.pid) ?? []));
  }
  return [...found.values()];
}

function listAncestors(pid: number, table: ReadonlyMap<number, ProcessRow>): Set<number> {
  const lineage = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !lineage.has(at); at = table.get(at)?.parent) {
    lineage.add(at);
  }
  return lineage;
}

function kill(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    const code = getErrno(error);
    if (code === 'ESRCH') return false;
    if (code === 'EPERM') return true;
    throw error;
  }
}
