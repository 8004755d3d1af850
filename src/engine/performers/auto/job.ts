import type { AgentEvent } from '../../../agents/port.ts';
import type { MergeResult } from '../../../git/merge.ts';
import type { Plan } from '../../../plans/plan.ts';
import type { AutoStateDocument } from '../../../schema/auto-state.ts';
import type { AutoEffect, AutoWork } from '../../../workflows/auto/due.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Graph, Task, Work } from '../../../workflows/auto/graph-state.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { KeyedMutex } from '../../conductor/keyed-mutex.ts';
import type { CheckProgress, OvertimeProgress, WorkflowServices } from '../../conductor/step.ts';
import type { RunSettings } from '../../run-settings.ts';
import type { AgentJob } from '../agent-step.ts';

/** What the performers of a task graph work with. */
export interface AutoServices extends WorkflowServices<AutoProgress> {
  readonly plan: AutoPlan;
  readonly knowledge: string;
  /** What people set in the state file, as it is now. */
  readonly limits: () => AutoStateDocument['config'];
  readonly mutex: KeyedMutex;
  readonly mergeAhead: MergeAhead;
}

/** Finished work that is to be joined to where the phase stands. `ids`: whose boxes are ticked then. */
export interface TaskMerge {
  readonly ours: Work;
  readonly theirs: Work;
  readonly ids: readonly string[];
}

/**
 * The merge that comes next, made while the tests of the one before run. Only objects that no ref leads to come of it: where
 * the one before is not merged, it is forgotten, and nothing is lost with it.
 */
export interface MergeAhead {
  /** Begins it, onto a commit that may be merged. Resolves when nothing of it runs any more. */
  begin(services: AutoServices, merge: TaskMerge): Promise<void>;
  /** The commit that it was begun onto stands in the phase, under this name: of the same tree and parents. */
  confirm(commit: string): void;
  /** Both sides joined, with the boxes ticked: as it was made before, where that was for exactly this. */
  take(services: AutoServices, merge: TaskMerge): Promise<MergeResult>;
}

/** TASKS.md, as read when the work was begun or gone on with. */
export interface AutoPlan extends Plan {
  readonly file: string;
  /** In the repository; null outside it. */
  readonly path: string | null;
}

export type AutoProgress = AutoAgentProgress | CheckProgress | OvertimeProgress;

export interface AutoAgentProgress {
  readonly kind: 'agent';
  readonly effect: string;
  /** Null for a repair of a phase. */
  readonly task: string | null;
  readonly role: Role;
  readonly event: AgentEvent;
}

/** One effect, with the settings it began with. */
export interface AutoJob extends AutoEffect, AgentJob<AutoEvent> {
  readonly services: AutoServices;
  readonly settings: RunSettings;
}

/** A job for a task, with what is known of it as it begins: later the state may be another. */
export interface TaskJob extends AutoJob {
  readonly at: { readonly id: string; readonly task: Task; readonly tip: Work };
}

export type JobFor<At extends AutoWork['at']> = AutoJob & { readonly what: Extract<AutoWork, { at: At }> };

/** The worktree of the pool, and whose it is. */
export function slotPlace(slot: number): string {
  return `auto/slot-${slot}`;
}

/** Where the checks of a phase run, as the state file names it. */
export function checkPlace({ worktree }: Pick<Graph, 'worktree'>): string {
  return worktree ?? 'worktree/base';
}
