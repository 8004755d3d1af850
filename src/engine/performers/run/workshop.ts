import path from 'node:path';
import type { AgentEvent } from '../../../agents/port.ts';
import type { ProviderGate } from '../../../agents/provider-gate.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Failure } from '../../../base/failure.ts';
import type { Result } from '../../../base/result.ts';
import type { Proof } from '../../../evidence/proof.ts';
import type { ProofStore } from '../../../evidence/proof-store.ts';
import type { Disk } from '../../../files/disk.ts';
import type { Git, Repository } from '../../../git/git.ts';
import type { Catalogue } from '../../../i18n/catalogue.ts';
import type { Spawner } from '../../../process/command.ts';
import type { Confine } from '../../../sandbox/bubblewrap.ts';
import type { ConfigAgents } from '../../../schema/config/agents.ts';
import type { OnNotice } from '../../../schema/notice.ts';
import type { RunEffect } from '../../../workflows/run/due.ts';
import type { ActiveStep, RunRole } from '../../../workflows/run/run-state.ts';
import type { OnEnginePoint } from '../../points.ts';
import type { Project } from '../../project.ts';
import type { RunSettings } from '../../run-settings.ts';

/** What the performers of a run work with. */
export interface RunWorkshop {
  readonly project: Project;
  /** The user's, or the private one that a folder without git was copied into. */
  readonly repository: Repository;
  readonly hasGit: boolean;
  readonly git: Git;
  readonly spawner: Spawner;
  readonly disk: Disk;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the person is: what they name is named from here. */
  readonly cwd: string;
  readonly wishes: { readonly agent?: string | undefined; readonly model?: string | undefined };
  /** Everything of Orchestral's that is nobody else's business, and this project's part of it. */
  readonly privateFolder: string;
  readonly own: string;
  /** The run's folder in the project. */
  readonly folder: string;
  readonly proofs: ProofStore;
  /** Which proof is asked for with which commit and configuration: only a worktree at that commit can tell. */
  readonly proven: Map<string, Pick<Proof, 'tree' | 'key'>>;
  readonly gate: ProviderGate;
  readonly settings: () => Promise<Result<RunSettings, Failure>>;
  readonly sandbox: (mode: ConfigAgents['sandbox']) => Promise<Result<Confine | undefined, Failure>>;
  readonly redact: (text: string) => string;
  /** For the documents that people read. */
  readonly words: Catalogue;
  readonly onProgress: (progress: RunProgress) => void;
  readonly onNotice: OnNotice;
  readonly onPoint: OnEnginePoint;
}

/** What happens during a step and is in no log: for whoever looks on. */
export type RunProgress =
  | { readonly kind: 'agent'; readonly role: RunRole; readonly event: AgentEvent }
  | { readonly kind: 'overtime'; readonly role: RunRole; readonly afterMs: number };

/** One step, with the settings it began with. */
export interface Job extends RunEffect {
  readonly workshop: RunWorkshop;
  readonly settings: RunSettings;
  readonly signal: AbortSignal;
}

export type JobAt<At extends ActiveStep['at']> = Job & { readonly step: Extract<ActiveStep, { at: At }> };

/** Where a step's prompt, stream and answer are kept: outside the project, so that agents may write there. */
export function stepFolder({ workshop, id }: Job): string {
  return stepFolderOf(workshop.own, id);
}

export function stepFolderOf(own: string, effect: string): string {
  return path.join(own, 'steps', effect.replace('#', '-'));
}

export function branchOf(runId: string): string {
  return `orchestral/${runId}`;
}
