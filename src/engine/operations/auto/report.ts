import type { ProofFinding } from '../../../schema/proof-finding.ts';
import type { Graph, Task } from '../../../workflows/auto/graph-state.ts';
import { heldRepair, type HeldRepair, isHeldTask } from '../../../workflows/auto/graph-state.ts';

/** How a graph stands or ended, for people and programs. */
export interface AutoReport extends Pick<Graph, 'project' | 'mode' | 'spent' | 'wasted' | 'left_alone'> {
  readonly stage: Graph['stage']['at'];
  readonly phase: number;
  readonly base: string | null;
  readonly counts: Readonly<Record<Task['status'] | 'skipped' | 'total', number>>;
  readonly failed: readonly {
    readonly id: string;
    readonly title: string;
    readonly kind: string;
    readonly reason: string;
    readonly attempts: number;
  }[];
  /** With the failed tasks that are the reason. */
  readonly blocked: readonly { readonly id: string; readonly by: readonly string[] }[];
  /** Their work waits for a person, with what was found about it. */
  readonly held: readonly { readonly id: string; readonly title: string; readonly findings: readonly ProofFinding[] }[];
  /** So does a repair of the phase. */
  readonly held_repair: HeldRepair | null;
  /** What was let through of a task, or of a repair of a phase, and who did. */
  readonly allowed: readonly ({ readonly id: string } & NonNullable<Task['allowed']>[number])[];
  /** Finished tasks that are accepted with a note. */
  readonly noted: readonly { readonly id: string; readonly findings: readonly ProofFinding[] }[];
  /** Of these no test fails without the change. */
  readonly unproven: readonly string[];
  /** Nothing in them that tests could load. */
  readonly not_testable: readonly string[];
  /** Of all agents, one after the other. */
  readonly seconds: number;
  /** Phases that are on the user's branch. */
  readonly delivered: readonly number[];
  /** The phase that a person has to allow, in mode `normal`. */
  readonly asks: number | null;
  /** A phase whose merged tree stays red. */
  readonly stuck: { readonly phase: number; readonly reason: string } | null;
}

export function reportOf(graph: Graph): AutoReport {
  const { order, tasks, stage } = graph;
  const counts = {
    total: order.length,
    pending: 0,
    ready: 0,
    in_progress: 0,
    completed: 0,
    failed: 0,
    blocked: 0,
    skipped: 0,
  };
  const failed: AutoReport['failed'][number][] = [];
  const blocked: AutoReport['blocked'][number][] = [];
  const held: AutoReport['held'][number][] = [];
  const allowed: AutoReport['allowed'][number][] = [];
  const noted: AutoReport['noted'][number][] = [];
  let seconds = 0;
  for (const id of order) {
    const task = tasks[id];
    if (task === undefined) continue;
    counts[task.status] += 1;
    if (task.skipped) counts.skipped += 1;
    seconds += task.seconds;
    const { title, findings = [] } = task;
    if (isHeldTask(task)) held.push({ id, title, findings });
    if (task.status === 'completed' && findings.length > 0) noted.push({ id, findings });
    if (task.allowed !== undefined) allowed.push(...task.allowed.map((one) => ({ id, ...one })));
    if (task.status === 'failed') failed.push({ id, title: task.title, ...reasonOf(task) });
    if (task.status === 'blocked') blocked.push({ id, by: culprits(graph, id) });
  }
  allowed.push(...(graph.repairs ?? []).map(({ phase, ...one }) => ({ id: `phase-${phase}`, ...one })));
  return {
    project: graph.project,
    mode: graph.mode,
    stage: stage.at,
    phase: graph.current_phase,
    base: graph.base?.branch ?? null,
    counts,
    failed,
    blocked,
    held,
    held_repair: heldRepair(graph),
    allowed,
    noted,
    unproven: noted.filter((one) => !isNotTestable(one) && isUnproven(one)).map(({ id }) => id),
    not_testable: noted.filter(isNotTestable).map(({ id }) => id),
    seconds,
    spent: graph.spent,
    wasted: graph.wasted,
    delivered: Object.entries(graph.phases).flatMap(([phase, { delivered, merge }]) =>
      // Of a phase that came to nothing there is nothing to deliver.
      delivered && merge !== undefined ? [Number(phase)] : [],
    ),
    left_alone: graph.left_alone,
    ...waitsFor(graph),
  };
}

type Noted = AutoReport['noted'][number];

function isNotTestable({ findings }: Noted): boolean {
  return findings.some(({ code }) => code === 'not_testable');
}

function isUnproven({ findings }: Noted): boolean {
  return findings.some(({ code }) => code === 'unproven' || code === 'no_test_command');
}

/** What a person has to do before it goes on. */
export function waitsFor({ stage, current_phase: phase }: Graph): Pick<AutoReport, 'asks' | 'stuck'> {
  const isStuck = stage.at === 'repair' && stage.given_up && stage.held === undefined;
  return {
    asks: stage.at === 'begin' && !stage.allowed ? stage.phase : null,
    stuck: isStuck ? { phase, reason: stage.mishaps.last.message } : null,
  };
}

function reasonOf({ mishaps }: Task): Pick<AutoReport['failed'][number], 'kind' | 'reason' | 'attempts'> {
  if (mishaps === null) return { kind: 'person', reason: '', attempts: 0 };
  return { kind: mishaps.last.kind, reason: mishaps.last.message, attempts: mishaps.count };
}

/** The failed tasks that a blocked one waits for, through others if need be; at most three. */
function culprits({ tasks }: Graph, id: string): string[] {
  const [open, seen, found] = [[...(tasks[id]?.needs ?? [])], new Set<string>(), [] as string[]];
  for (let next = open.pop(); next !== undefined && found.length < MOST_CULPRITS; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const task = tasks[next];
    if (task?.status === 'failed') found.push(next);
    else if (task?.status === 'blocked') open.push(...task.needs);
  }
  return found;
}

const MOST_CULPRITS = 3;
