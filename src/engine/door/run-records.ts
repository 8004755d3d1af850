import fs from 'node:fs';
import path from 'node:path';
import { catchFailure, type Failure, throwFailure } from '../../base/failure.ts';
import type { Result } from '../../base/result.ts';
import type { ProofDocument } from '../../schema/run/proof-document.ts';
import type { OpenRun } from '../descriptors/run.ts';
import type { ComparedText, ComparedTrees } from '../operations/compare-trees.ts';
import type { WantedRange } from '../operations/runs/compare.ts';
import type { RunDocument } from '../operations/runs/documents.ts';
import type { RunRound } from '../operations/runs/rounds.ts';
import type { RunStage } from '../operations/runs/stages.ts';
import { type DoorContext, within } from './context.ts';

export type { ComparedText, ComparedTrees };

/** What is recorded of a run besides its state. Reads only. */
export interface RunRecordsApi {
  /** The first line of the briefing; empty where that cannot be read. */
  title(id: string): Promise<string>;
  /** The folder that its agents work in; null where there is none. */
  worktree(id: string): Promise<string | null>;
  stages(id: string): Promise<Result<readonly RunStage[], Failure>>;
  rounds(id: string): Promise<Result<readonly RunRound[], Failure>>;
  /** What was proven of the work of its pack; null where there is none, or none that can be read. */
  proof(id: string): Promise<ProofDocument | null>;
  documents(id: string): Promise<Result<readonly RunDocument[], Failure>>;
  document(id: string, name: string): Promise<Result<{ readonly text: string; readonly is_cut: boolean }, Failure>>;
  /** What differs between two of its rounds, or a round and the base. */
  compare(id: string, wanted: WantedRange): Promise<Result<ComparedTrees, Failure>>;
  compareFile(
    id: string,
    wanted: WantedRange & { readonly path: string; readonly context: number },
  ): Promise<Result<ComparedText, Failure>>;
}

/** @internal */
export function runRecordsApi(
  { project, operation, histories }: Pick<DoorContext, 'project' | 'operation' | 'histories'>,
  open: (id: string) => Promise<OpenRun>,
): RunRecordsApi {
  const logs = () => import('./logs.ts');
  const place = async (id: string) => {
    const { logOf } = await logs();
    const log = logOf(project, { workflow: 'run', id });
    return fs.existsSync(log.path) ? log : throwFailure('run.unknown', { run: id, suggestion: null });
  };
  const history = async (id: string) => {
    await place(id);
    return (await histories()).run(id);
  };
  const documents = () => import('../operations/runs/documents.ts');
  return {
    title: async (id) => (await documents()).runTitle((await logs()).logOf(project, { workflow: 'run', id }).folder),
    worktree: async (id) => {
      const { findRunWorktree } = await import('../operations/runs/worktree.ts');
      return findRunWorktree(id, await operation());
    },
    stages: (id) => catchFailure(async () => (await history(id)).stages.map((stage) => ({ ...stage }))),
    rounds: (id) =>
      catchFailure(async () => {
        const { words } = await operation();
        const { roundIn } = await import('../operations/runs/rounds.ts');
        return (await history(id)).rounds.map((round) => roundIn(round, words));
      }),
    proof: async (id) => {
      const { readDocument } = await import('../read-document.ts');
      const { folder } = (await logs()).logOf(project, { workflow: 'run', id });
      const read = readDocument({ path: path.join(folder, 'mrp/proof.json'), name: 'proof' });
      if (!read.ok) return null;
      const known = await within(
        () => openKnown(id),
        async (opened) => opened.state().proof,
      );
      const { sayProofIn } = await import('../run-documents/proof-document.ts');
      return sayProofIn(read.value, known.ok ? known.value : undefined, (await operation()).words);
    },
    documents: (id) => catchFailure(async () => (await documents()).listDocuments((await place(id)).folder)),
    document: (id, name) =>
      catchFailure(async () => (await documents()).readRunDocument((await place(id)).folder, name)),
    compare: async (id, wanted) => {
      const { compareRun } = await import('../operations/runs/compare.ts');
      return within(
        () => openKnown(id),
        async (opened) => compareRun(opened, (await history(id)).rounds, wanted),
      );
    },
    compareFile: async (id, wanted) => {
      const { compareRunFile } = await import('../operations/runs/compare.ts');
      return within(
        () => openKnown(id),
        async (opened) => compareRunFile(opened, (await history(id)).rounds, wanted),
      );
    },
  };

  /** Opening makes what is not there: only one that was begun is opened. */
  async function openKnown(id: string): Promise<OpenRun> {
    await place(id);
    return open(id);
  }
}
