import { withTexts } from '../../../base/redact.ts';
import type { SubtaskBrief } from '../../../prompts/session/parts.ts';
import type { Design } from '../../../schema/contracts/design.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import type { Gate, Work } from '../../../workflows/session/session-state.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type Contract, type ContractRead, readContract } from './contracts.ts';
import type { SubtaskJob } from './job.ts';

/** The contracts that the steps of a subtask need. */
export interface Contracts {
  readonly brief: Contract<'design-brief'>;
  readonly design: Contract<'design-contract'>;
  readonly tests: Contract<'test-contract'>;
}

/** Brief and design; or the event that one of them is not there. */
export function designFor(
  job: SubtaskJob,
): ContractRead<Pick<Contracts, 'brief' | 'design'> & { readonly asDesign: Design }> {
  const { taskId: task } = job.at;
  const brief = readContract(job, 'design-brief', { task });
  if (!brief.ok) return brief;
  const design = readContract(job, 'design-contract', { task });
  if (!design.ok) return design;
  const asDesign = { brief: brief.value.value, contract: design.value.value };
  return { ok: true, value: { brief: brief.value, design: design.value, asDesign } };
}

export function testsFor(job: SubtaskJob): ContractRead<Contract<'test-contract'>> {
  return readContract(job, 'test-contract', { task: job.at.taskId, subtask: job.at.subtaskId });
}

/** What prompts say of the subtask; its description is the plan's. */
export function subtaskBrief(job: SubtaskJob): ContractRead<SubtaskBrief> {
  const { taskId, subtaskId, subtask } = job.at;
  const planned = readContract(job, 'task-breakdown');
  if (!planned.ok) return planned;
  const { tasks } = planned.value.value;
  const found = tasks.flatMap(({ subtasks }) => subtasks).find(({ id }) => id === subtaskId);
  return {
    ok: true,
    value: {
      requestId: job.session.request_id,
      taskId,
      feedback: subtask.feedback,
      subtask: { id: subtaskId, name: subtask.name, description: found?.description ?? '' },
    },
  };
}

/** What an agent left is one commit on top of what is completed; null when that is nothing. */
export async function commitWip(job: SubtaskJob, room: AgentWorktree, what: string): Promise<Work> {
  const { session, at } = job;
  const committed = await commitStep(job, room, {
    onto: session.tip.commit,
    message: `${at.subtaskId}: ${what}`,
    trailers: { 'Orchestral-Request': session.request_id, 'Orchestral-Subtask': at.subtaskId },
  });
  return committed ?? session.tip;
}

const MAX_ITEMS = 40;
const MAX_TEXT = 2_000;

export interface GateMeasurement {
  readonly gate: Gate;
  readonly findings: readonly GateFinding[];
  /** Where there was something to measure. */
  readonly tree?: string;
  readonly calls?: readonly CallRecord[];
}

/** What was measured for a gate, harmless and bounded; what follows is the workflow's to say. */
export function gateMeasured(
  { id: effect, services, at }: SubtaskJob,
  { gate, findings, tree, calls = [] }: GateMeasurement,
): SessionEvent {
  const short = (text: string) => services.redact(text).slice(0, MAX_TEXT);
  const kept = findings.map((finding) => withShortLists(withTexts(finding, short)));
  const { strayed } = at.subtask;
  return {
    type: 'gate_measured',
    data: { effect, calls: [...calls], gate, findings: kept, tree: tree ?? null, strayed },
  };
}

function withShortLists<T extends object>(finding: T): T;
function withShortLists(finding: object): object {
  return Object.fromEntries(
    Object.entries(finding).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value,
    ]),
  );
}
