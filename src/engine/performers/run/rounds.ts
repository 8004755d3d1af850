import fs from 'node:fs';
import path from 'node:path';
import { unwrap } from '../../../base/failure.ts';
import { copyFiles } from '../../../files/copy-files.ts';
import { changedFiles } from '../../../git/diff.ts';
import type { Run } from '../../../workflows/run/run-state.ts';
import { entriesIn } from '../../on-disk.ts';
import type { SummaryFacts } from '../../run-documents/summary.ts';
import type { Job, RunServices } from './job.ts';

const roles = ['builder', 'verifier', 'gatekeeper'] as const;

/**
 * Keeps what the roles of a round said and measured, before the next one writes over it. Not the copies of code and
 * tests: those are on the branch, and test runners would find them here.
 */
export async function keepRound({ folder }: Pick<RunServices, 'folder'>, round: number): Promise<void> {
  const kept = roundFolder(folder, round);
  if (fs.existsSync(kept)) return;
  for (const role of roles) {
    const from = path.join(folder, role);
    const paths = entriesIn(from).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
    if (paths.length > 0) unwrap(await copyFiles({ from, paths, into: path.join(kept, role) }));
  }
}

/** Why work was sent back, and what was done about it since: what the Builder says of it, and what changed. */
export async function readRejections(
  { services, run }: Pick<Job, 'run'> & { readonly services: Pick<Job['services'], 'git' | 'repository' | 'folder'> },
  now: string,
) {
  const rejections: SummaryFacts['rejections'][number][] = [];
  for (const [index, { iteration, reason, commit }] of (run.rejections ?? []).entries()) {
    const before = commit ?? rejectedCommit(run, index);
    const changed =
      before === undefined ? [] : await changedFiles(services.git, services.repository, { from: before, to: now });
    const answer = builderLog(services.folder, { round: iteration + 1, isLast: iteration + 1 === run.iteration });
    rejections.push({ round: iteration, reason, answer, changed: changed.map((file) => file.path) });
  }
  return rejections;
}

/** Of logs that do not name it. */
function rejectedCommit({ rejected = [], earlier_rounds = [] }: Run, index: number): string | undefined {
  return earlier_rounds.find(({ tree }) => tree === rejected[index])?.commit;
}

function builderLog(folder: string, { round, isLast }: { readonly round: number; readonly isLast: boolean }): string {
  const file = path.join(isLast ? folder : roundFolder(folder, round), 'builder/log.md');
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

function roundFolder(folder: string, round: number): string {
  return path.join(folder, 'history', `round-${round}`);
}
