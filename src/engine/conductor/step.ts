import path from 'node:path';
import type { ProviderGate } from '../../agents/provider-gate.ts';
import type { Clock } from '../../base/clock.ts';
import type { ProofStore } from '../../evidence/proof-store.ts';
import type { Proof } from '../../evidence/proof.ts';
import type { Disk } from '../../files/disk.ts';
import type { Dispatcher } from '../../fleet/dispatcher.ts';
import type { Git, Repository } from '../../git/git.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import type { Spawner } from '../../process/command.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { ConfigAgents } from '../../schema/config/agents.ts';
import type { ProofRun } from '../../schema/change-proof.ts';
import type { OnNotice } from '../../schema/notice.ts';
import type { Accounts } from '../../workflows/policy/calls.ts';
import type { Budget } from '../call-agent/budget.ts';
import type { Project } from '../project.ts';
import type { RepositoryConfig } from '../repository-config.ts';
import type { RunSettings } from '../run-settings.ts';
import type { EffectContext } from './effects.ts';
import type { OnEnginePoint } from './effects.ts';

/** Agents work in the first; who works beside them, in the second. Orchestral checks in the third, which no agent writes to. */
export const worktreeKinds = ['build', 'plan', 'check'] as const;

export type WorktreeKind = (typeof worktreeKinds)[number];

/** A run of the tests began: which one, of which effect. */
export interface CheckProgress {
  readonly kind: 'check';
  readonly effect: string;
  /** `hunk`: without one part of the change; `condition`: what a task says must succeed. */
  readonly run: ProofRun['kind'] | 'hunk' | 'condition';
  /** Of a condition. */
  readonly command?: string;
}

/** An agent takes longer than its role is meant to. */
export interface OvertimeProgress {
  readonly kind: 'overtime';
  readonly effect: string;
  readonly role: string;
  readonly afterMs: number;
}

/** What the performers of every workflow work with. */
export interface StepServices {
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
  readonly options: { readonly agent?: string | undefined; readonly model?: string | undefined };
  /** Everything of Orchestral's that is nobody else's business, and this project's part of it. */
  readonly privateFolder: string;
  readonly own: string;
  readonly proofs: ProofStore;
  /** Which proof is asked for with which commit and configuration: only a worktree at that commit can tell. */
  readonly proven: Map<string, Pick<Proof, 'tree' | 'key'>>;
  /** By tree: the trees of the parts that its tests were run in. */
  readonly parts: Map<string, readonly string[]>;
  /** How long the tests of the baseline took: others are given so much, and some. */
  readonly baselineRun: { durationMs?: number };
  readonly gate: ProviderGate;
  readonly budget: Budget;
  readonly sandbox: (mode: ConfigAgents['sandbox']) => Promise<Sandbox | undefined>;
  /** Fails unless the person lets set-up and tests of this repository run without a sandbox. */
  readonly requireRepositoryTrust: (config: RepositoryConfig) => void;
  readonly redact: (text: string) => string;
  /** For the documents that people read. */
  readonly words: Catalogue;
  /** A file of the checkout that we write ourselves. */
  readonly ownFile?: string | null;
  readonly onNotice: OnNotice;
  readonly onPoint: OnEnginePoint;
  /** For whoever looks on. What was run before is not run, and so not told. */
  readonly onCheck?: (check: CheckProgress) => void;
  /** Whose workers call the agents; undefined: they are called here. */
  readonly fleet?: StepFleet | undefined;
}

/** The fleet that the agents of some work are called in. */
export interface StepFleet {
  /** Fails where it cannot be reached. */
  readonly open: (options?: { readonly isShared: boolean }) => Promise<Dispatcher>;
  /** How many agents workers can have at once; undefined before it was opened. */
  readonly capacity: () => number | undefined;
  /** Where commits are exchanged: an address, or undefined for the repository's own remote. */
  readonly remote: string | undefined;
  /** Commits that workers can get, or soon can. */
  readonly pushed: Map<string, Promise<void>>;
  /** What is done before it is closed. */
  tidy?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The same for one workflow. */
export interface WorkflowServices<Progress> extends StepServices {
  /** The configuration as it is now. */
  readonly settings: () => Promise<RunSettings>;
  readonly onProgress: (progress: Progress) => void;
}

/** One effect that is being performed, whichever workflow it is of. */
export interface Step extends EffectContext {
  readonly services: StepServices;
  /** Of the effect. */
  readonly id: string;
  /** As it was read when the step began. */
  readonly config: RepositoryConfig;
  /** Whose worktrees, and which branch: `run-…` and `orchestral/run-…`. */
  readonly owner: string;
  readonly branch: string;
  /** Where a room lies, and so whose it is, when not at `{owner}/{room}`. */
  readonly places?: Partial<Readonly<Record<WorktreeKind, string>>>;
  /** What was spent before. */
  readonly accounts: Accounts;
  /** How many calls share what is left of the money. */
  readonly sharers: () => number;
}

/** Where a step's prompt, stream and answer are kept: outside the project, so that agents may write there. */
export function stepFolder({ services, id }: Pick<Step, 'services' | 'id'>): string {
  return stepFolderOf(services.own, id);
}

export function stepFolderOf(own: string, effect: string): string {
  return path.join(own, 'steps', effect.replace('#', '-'));
}

/** Of a project's package managers, while they are confined. */
export function cacheFolder(own: string): string {
  return path.join(own, 'caches');
}

/** Where the agents of a run, a session or a graph find what is their vendors': `auto/T1` belongs to `auto`. */
export function vendorRootOf(own: string, owner: string): string {
  const [all = owner] = owner.split('/');
  return path.join(own, 'vendors', all);
}
