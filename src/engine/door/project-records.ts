import path from 'node:path';
import { catchFailure, type Failure, throwFailure, unwrap } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import { privateFolder } from '../../store/private-folder.ts';
import type { EditorSession } from '../../store/editor-sessions.ts';
import type { Precedent } from '../../store/precedents.ts';
import type { Problem } from '../../base/document-problem.ts';
import type { Leaving } from '../clean-run-refs.ts';
import type { CostLine } from '../operations/costs.ts';
import type { KnowledgeChange, KnownKnowledge } from '../operations/knowledge.ts';
import type { StartGround } from '../operations/preview.ts';
import type { NewSetting, Setting } from '../operations/settings.ts';
import type { Worktrees } from '../operations/worktrees.ts';
import type { SharedDecision } from '../shared-decisions.ts';
import type { Recalled } from '../../knowledge/recall.ts';
import type { DoorContext } from './context.ts';
export type { CostLine, EditorSession, Precedent };

/** What a project has besides its work: worktrees, knowledge, precedents, configuration, accounts. */
export interface ProjectRecordsApi {
  worktrees(): Promise<Result<Worktrees, Failure>>;
  /** Removes what was shown, or nothing. */
  cleanShown(wanted: { readonly seen: string; readonly runs: readonly string[] }): Promise<Result<Leaving[], Failure>>;
  knowledge(): Promise<Result<KnownKnowledge, Failure>>;
  /** What claude-mem remembers of the project besides. An agent inside a step is told nothing: its prompt has it. */
  recall(query: string, signal: AbortSignal): Promise<Recalled>;
  /** The hash of the file then. */
  changeKnowledge(change: KnowledgeChange): Promise<Result<string, Failure>>;
  precedents(): Promise<Result<readonly Precedent[], Failure>>;
  /** Of others, that came with the repository. */
  sharedDecisions(): Promise<Result<readonly SharedDecision[], Failure>>;
  revokePrecedent(named: { readonly run: string; readonly vcr: string }): Promise<Result<void, Failure>>;
  settings(): Promise<Result<readonly Setting[], Failure>>;
  /** The hash of the file then; the problems where it would not be valid. */
  saveSetting(
    setting: NewSetting,
  ): Promise<Result<string, { readonly failure: Failure; readonly problems: readonly Problem[] }>>;
  /** Days as `2026-01-31`, both included. */
  costs(days: { readonly from: string; readonly to: string }): Promise<readonly CostLine[]>;
  /** What all calls together may cost; null: no limit, or none that can be read. */
  budget(): Promise<number | null>;
  /** What a start would begin with. */
  ground(): Promise<StartGround>;
  /** Conversations in editors that work was begun in, latest change first. */
  editorSessions(): Promise<Result<readonly EditorSession[], Failure>>;
  saveEditorSession(session: EditorSession): Promise<Result<void, Failure>>;
}

/** @internal */
export function projectRecordsApi({ project, options, operation, histories }: DoorContext): ProjectRecordsApi {
  const { env } = options;
  const own = () => path.join(unwrap(privateFolder(env)), project.hash);
  return {
    worktrees: () =>
      catchFailure(async () => (await import('../operations/worktrees.ts')).readWorktrees(await operation())),
    cleanShown: (wanted) =>
      catchFailure(async () => (await import('../operations/worktrees.ts')).cleanShown(await operation(), wanted)),
    knowledge: () => catchFailure(async () => (await import('../operations/knowledge.ts')).readKnowledgeFile(project)),
    recall: async (query, signal) => {
      if (env['ORCHESTRAL_EFFECT'] !== undefined) return { memory: 'none', memories: [] };
      const { recall } = await import('../../knowledge/recall.ts');
      return recall(query, { project: path.basename(project.root), env, signal });
    },
    changeKnowledge: (change) =>
      catchFailure(async () => (await import('../operations/knowledge.ts')).changeEntry(project, change)),
    precedents: () =>
      catchFailure(async () => unwrap((await import('../../store/precedents.ts')).readPrecedents(own()))),
    sharedDecisions: () =>
      catchFailure(async () =>
        (await import('../shared-decisions.ts')).readSharedDecisions({ project, env, own: own() }),
      ),
    revokePrecedent: (named) =>
      catchFailure(async () => {
        const { realDisk } = await import('../../files/disk.ts');
        const { revokePrecedent } = await import('../../store/precedents.ts');
        const update = { disk: realDisk, command: 'revoke', onNotice: () => undefined };
        const { readSharedDecisions, unshareDecision } = await import('../shared-decisions.ts');
        const { run, vcr } = named;
        const shared = readSharedDecisions({ project, env, own: own() });
        const isShared = shared.some(({ entry }) => entry.run_id === run && entry.vcr.vcr_id === vcr);
        if (!unwrap(await revokePrecedent(own(), named, update)) && !isShared)
          throwFailure('http.unknown', { name: `${run}/${vcr}` });
        unshareDecision({ project, disk: realDisk }, named);
      }),
    settings: () => catchFailure(async () => (await import('../operations/settings.ts')).readSettings(project, env)),
    saveSetting: async (setting) => (await import('../operations/settings.ts')).saveSetting({ project, env }, setting),
    costs: async (days) => (await histories()).costs(days),
    budget: async () => {
      const { readRepositoryConfig } = await import('../repository-config.ts');
      const config = await catchFailure(() => readRepositoryConfig(project, env));
      return config.ok ? (config.value.agents.limits?.total_cost_usd ?? null) : null;
    },
    ground: async () => (await import('../operations/preview.ts')).readGround({ project, env }),
    editorSessions: () =>
      catchFailure(async () => unwrap((await import('../../store/editor-sessions.ts')).readEditorSessions(own()))),
    saveEditorSession: (session) =>
      catchFailure(async () => {
        const { realDisk } = await import('../../files/disk.ts');
        const { saveEditorSession } = await import('../../store/editor-sessions.ts');
        const update = { disk: realDisk, command: 'acp', onNotice: () => undefined };
        unwrap(await saveEditorSession(own(), session, update));
      }),
  };
}
