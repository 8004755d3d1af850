import type { AgentEvent } from '../../../agents/port.ts';
import type { RunEffect } from '../../../workflows/run/due.ts';
import type { RunEvent } from '../../../workflows/run/events.ts';
import type { ActiveStep, HunkStep, RunRole } from '../../../workflows/run/run-state.ts';
import type { CheckProgress, WorkflowServices } from '../../conductor/step.ts';
import type { RunSettings } from '../../run-settings.ts';
import type { AgentJob } from '../agent-step.ts';

/** What the performers of a run work with. */
export interface RunServices extends WorkflowServices<RunProgress> {
  /** The run's folder in the project. */
  readonly folder: string;
}

/** What happens during a step and is in no log: for whoever looks on. */
export type RunProgress =
  | { readonly kind: 'agent'; readonly role: RunRole; readonly event: AgentEvent }
  | { readonly kind: 'overtime'; readonly role: RunRole; readonly afterMs: number }
  | CheckProgress;

/** One step, with the settings it began with. */
export interface Job extends RunEffect, AgentJob<RunEvent> {
  readonly services: RunServices;
  readonly settings: RunSettings;
}

type AnyStep = ActiveStep | HunkStep;

export type JobAt<At extends AnyStep['at']> = Job & { readonly step: Extract<AnyStep, { at: At }> };
