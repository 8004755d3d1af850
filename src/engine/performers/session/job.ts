import type { AgentEvent } from '../../../agents/port.ts';
import type { ClaudeMem } from '../../../knowledge/claude-mem.ts';
import type { SessionEffect, SessionWork } from '../../../workflows/session/due.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import type { Subtask, Task } from '../../../workflows/session/session-state.ts';
import type { Role } from '../../call-agent/choose-agent.ts';
import type { CheckProgress, OvertimeProgress, WorkflowServices } from '../../conductor/step.ts';
import type { RunSettings } from '../../run-settings.ts';
import type { AgentJob } from '../agent-step.ts';

/** What the performers of a session work with. */
export interface SessionServices extends WorkflowServices<SessionProgress> {
  /** The session's folder in the project: `.claude/orchestrator/sessions/{hash}`. */
  readonly folder: string;
  readonly knowledge: string;
  /** The project's. */
  readonly name: string;
  /** `--reference`, for Code Explore alone. */
  readonly references: readonly string[];
  readonly memory: ClaudeMem;
}

export type SessionProgress = SessionAgentProgress | CheckProgress | OvertimeProgress;

interface SessionAgentProgress {
  readonly kind: 'agent';
  readonly effect: string;
  readonly role: Role;
  readonly event: AgentEvent;
}

/** One effect, with the settings it began with. */
export interface SessionJob extends SessionEffect, AgentJob<SessionEvent> {
  readonly services: SessionServices;
  readonly settings: RunSettings;
}

export type JobFor<At extends SessionWork['at']> = SessionJob & { readonly what: Extract<SessionWork, { at: At }> };

/** A job for a subtask, with what it is about. */
export interface SubtaskJob extends SessionJob {
  readonly at: { readonly taskId: string; readonly subtaskId: string; readonly task: Task; readonly subtask: Subtask };
}
