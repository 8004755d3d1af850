import { withTexts } from '../../../base/redact.ts';
import type { SubtaskBrief } from '../../../prompts/session/parts.ts';
import type { CallRecord } from '../../../workflows/policy/calls.ts';
import type { ChangeToJudge } from '../../../workflows/session/change-verdict.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { GateFinding } from '../../../workflows/session/gate-findings.ts';
import type { Gate, Work } from '../../../workflows/session/session-state.ts';
import type { DesignBrief } from '../../../schema/contracts/design.ts';
import { projectPathsOf } from '../../project-paths.ts';
import type { AgentWorktree } from '../../work/checks.ts';
import { commitStep } from '../../work/commit-step.ts';
import { type Contract, readContract, requireContract } from './contracts.ts';
import type { SubtaskJob } from './job.ts';

/** It may be lost by now. */
export function hasDesign(job: SubtaskJob): boolean {
  const { taskId: task } = job.at;
  return readContract(job, 'design-brief', { task }).ok && readContract(job, 'design-contract', { task }).ok;
}

/** The brief and the design of the task as they are written, and both as gates take them: with paths of the repository. */
export function requireDesign(job: SubtaskJob) {
  const { taskId: task } = job.at;
  const brief = requireContract(job, 'design-brief', { task });
  const design = requireContract(job, 'design-contract', { task });
  const { toRepository } = projectPathsOf(job.services.project);
  const inRepository = <T extends Pick<DesignBrief, 'file_refs'>>(value: T): T => ({
    ...value,
    file_refs: value.file_refs.map((ref) => ({ ...ref, path: toRepository(ref.path) })),
  });
  const scope = (lines: readonly string[]): string[] =>
    lines.map((line) => (PATH.test(line) ? toRepository(line) : line));
  const { scope_in, scope_out } = brief.value;
  const asDesign = {
    brief: { ...inRepository(brief.value), scope_in: scope(scope_in), scope_out: scope(scope_out) },
    contract: inRepository(design.value),
  };
  return { brief, design, asDesign };
}

/** A scope that is said by a path, rather than in prose. */
const PATH = /^[\w.@*-]+\/[\w.@*/-]*$/;

/** Its value has the path of the test file in the repository; its text is as it is written. */
export function requireTests(job: SubtaskJob): Contract<'test-contract'> {
  const ids = { task: job.at.taskId, subtask: job.at.subtaskId };
  const { value, text } = requireContract(job, 'test-contract', ids);
  const { toRepository } = projectPathsOf(job.services.project);
  return { value: { ...value, test_file_path: toRepository(value.test_file_path) }, text };
}

/** What prompts say of the subtask; its description is the plan's. */
export function subtaskBrief(job: SubtaskJob): SubtaskBrief {
  const { taskId, subtaskId, subtask } = job.at;
  const { tasks } = requireContract(job, 'task-breakdown').value;
  const found = tasks.flatMap(({ subtasks }) => subtasks).find(({ id }) => id === subtaskId);
  return {
    requestId: job.session.request_id,
    taskId,
    feedback: subtask.feedback && withTexts(subtask.feedback, projectPathsOf(job.services.project).inText),
    subtask: { id: subtaskId, name: subtask.name, description: found?.description ?? '' },
  };
}

/** What a brief says of the tests of the project. */
export function testsOf({ tests }: AgentWorktree['commands']): Pick<SubtaskBrief, 'testCommand'> {
  return { testCommand: tests?.detected.line };
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
  readonly change?: ChangeToJudge;
}

/** What was measured for a gate, harmless and bounded; what follows is the workflow's to say. */
export function gateMeasured(
  { id: effect, services, at }: SubtaskJob,
  { gate, findings, tree, calls = [], change }: GateMeasurement,
): SessionEvent {
  const short = (text: string) => services.redact(text).slice(0, MAX_TEXT);
  const kept = findings.map((finding) => withShortLists(withTexts(finding, short)));
  const { strayed } = at.subtask;
  return {
    type: 'gate_measured',
    data: {
      effect,
      calls: [...calls],
      gate,
      findings: kept,
      tree: tree ?? null,
      strayed,
      ...(change !== undefined && { change }),
    },
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
