import path from 'node:path';
import { type Failure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { RunRole } from '../../workflows/run/run-state.ts';
import { isSetupArtifact } from '../../evidence/setup-artifacts.ts';
import { readGitStatus } from '../../git/status.ts';
import { partOfRepository } from '../../prompts/answer.ts';
import { callAgentForStep, type StepCall, type StepCallOutcome } from '../call-agent/call-agent.ts';
import type { Role } from '../call-agent/choose-agent.ts';
import type { Step } from '../conductor/step.ts';
import type { Project } from '../project.ts';
import { readRegularFile } from '../read-file.ts';
import { type AgentWorktree, type AgentWorktreeRequest, prepareAgentWorktree } from '../work/checks.ts';

/** A step that calls an agent: who works where, told what, asked for what, and what is made of the answer. */
export interface AgentStep<Answer, Event> extends Pick<StepCall<Answer>, 'role' | 'answer'> {
  readonly template: TemplateName;
  /** That the plan names for this one. */
  readonly model?: string | null;
  /** Where its worktree begins. */
  readonly worktree: AgentWorktreeRequest;
  /** `template`: the project's own text for the role, if it has one. */
  readonly prompt: (
    worktree: AgentWorktree,
    template: string | undefined,
  ) => Result<string, Failure> | Promise<Result<string, Failure>>;
  /** Files of the worktree that it may not touch: a hook of the agent's program can say so before it tries. */
  readonly frozen?: readonly string[];
  readonly save: (done: AgentStepDone<Answer>) => Event | Promise<Event>;
}

export type AgentStepDone<Answer> = Extract<StepCallOutcome<Answer>, { status: 'answered' }> & {
  readonly worktree: AgentWorktree;
  /** That the call took. */
  readonly seconds: number;
};

export type AgentStepFailed = Extract<StepCallOutcome<never>, { status: 'failed' }> &
  Pick<AgentStepDone<never>, 'seconds'>;

/** What every call of one workflow has in common. */
export interface AgentCalls<Event> extends Pick<
  StepCall<never>,
  'task' | 'timeoutMs' | 'endAfterMs' | 'besidesPeople' | 'onEvent'
> {
  /** What the step comes to when its agent fails. */
  readonly failed: (ended: AgentStepFailed) => Event;
  /** Begins when the agent is called; what it gives back is called when the agent has ended. */
  readonly watch?: () => () => void;
}

/** Calls `warn` once, if that takes longer than this and what was added meanwhile; what it gives back ends the wait. */
export function warnAfter(afterMs: number, warn: () => void, extraMs: () => number = () => 0): () => void {
  const began = performance.now();
  let timer: NodeJS.Timeout;
  const watch = (): void => {
    const leftMs = afterMs + extraMs() - (performance.now() - began);
    if (leftMs <= 0) warn();
    else timer = setTimeout(watch, Math.min(Math.ceil(leftMs), 2 ** 31 - 1));
  };
  watch();
  return () => clearTimeout(timer);
}

/** A step that may call agents. */
export interface AgentJob<Event> extends Step {
  readonly agentCalls: (role: Role) => AgentCalls<Event>;
}

/** Runs below the conductor's `catchFailure`, as everything that it calls. */
export async function performAgentStep<Answer, Event>(
  job: AgentJob<Event>,
  { role, template, model, worktree: at, prompt, answer, frozen = [], save }: AgentStep<Answer, Event>,
): Promise<Event> {
  const { failed, watch, ...calls } = job.agentCalls(role);
  const own = readTemplate(job.services.project, template);
  const worktree = await prepareAgentWorktree(job, at);
  const text = unwrap(await prompt(worktree, own));
  const { folder } = worktree.worktree;
  const below = worktree.commands.folder;
  const began = performance.now();
  const stopWatching = watch?.();
  const done = await callAgentForStep<Answer>(job, {
    ...calls,
    role,
    prompt: below === undefined ? text : `${text.trimEnd()}\n\n${partOfRepository(below)}\n`,
    ...(below === undefined ? { folder } : { folder: path.join(folder, below), worktree: folder }),
    ...(model !== null && model !== undefined && { taskModel: model }),
    ...(answer !== undefined && { answer }),
    frozen: frozen.map((file) => path.join(folder, file)),
    checkout: { worktree: worktree.worktree, commit: at.commit, isBroken: at.isBroken ?? false },
  }).finally(stopWatching);
  const seconds = Math.round(performance.now() - began) / 1000;
  if (done.status !== 'failed') return save({ ...done, seconds, worktree });
  const { call, message } = done;
  // It was refused a tool: where it did something without, the tests say what that is worth.
  const isOptional = answer === undefined || answer.looksLikeAnswer !== undefined;
  if (done.kind === 'denied' && isOptional && (await hasWorked(job, { ...worktree, ...at })))
    return save({ status: 'answered', text: message, answer: undefined, call, seconds, worktree });
  return failed({ ...done, seconds });
}

/** Whether something is in its folder that was not there when it began; what set-up made is no work. */
async function hasWorked(
  { services }: Step,
  { worktree, artifacts, commit }: AgentWorktree & AgentWorktreeRequest,
): Promise<boolean> {
  const { head, staged, unstaged, untracked } = await readGitStatus(services.git, worktree);
  const isArtifact = isSetupArtifact(worktree.folder, artifacts);
  const changed = [...[...staged, ...unstaged].map((change) => change.path), ...untracked];
  return head !== commit || changed.some((one) => !isArtifact(one));
}

/** The answer that a call insisted on. */
export function requireAnswer<Answer>({ answer }: Pick<AgentStepDone<Answer>, 'answer'>): Answer {
  if (answer === undefined) throw new Error('answered without an answer');
  return answer;
}

type SessionTemplate =
  | 'code-explore'
  | 'planner'
  | 'architect'
  | 'qa-test-first'
  | 'implementer'
  | 'qa-verification'
  | 'qa-invariants';

/** `analyse` and `debug` end a task's prompt, or a repair's, when it failed before. */
type AutoTemplate = 'task' | 'conflict' | 'repair' | 'analyse' | 'debug' | 'reviewer' | 'probes';

type TemplateName = 'rebase' | 'amend' | `run/${RunRole}` | `session/${SessionTemplate}` | `auto/${AutoTemplate}`;

const LIMIT = 256 * 1024;

/** The project's own words for a role, `.orchestral/prompts/<name>.md`; undefined where it has none. */
export function readTemplate({ root }: Project, name: TemplateName): string | undefined {
  const file = path.join(root, '.orchestral/prompts', `${name}.md`);
  const read = readRegularFile(file, { limit: LIMIT, followLinks: false });
  if (!read.ok && read.error.code === 'file.missing') return undefined;
  return Buffer.from(unwrap(read)).toString('utf8');
}
