import { throwFailure, unwrap } from '../../../base/failure.ts';
import { testsOfSnapshot } from '../../../evidence/mixed-trees/select-tests.ts';
import { draftFrom } from '../../../evidence/mixed-trees/tree-draft.ts';
import { openTree } from '../../../evidence/mixed-trees/tree-reader.ts';
import { commitTree } from '../../../git/commit.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { NO_NAMES } from '../../../workflows/session/session-state.ts';
import { filesAfterCommand, proverAt } from '../../work/checks.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { clipText } from '../../work/read-change.ts';
import type { SubtaskJob } from './job.ts';

/** Writes the snapshots that QA named anew, with the runner's own option, and nothing else. */
export async function writeSnapshots(job: SubtaskJob): Promise<SessionEvent> {
  const { services, session, at, id: effect } = job;
  const { git, repository } = services;
  const work = at.subtask.work ?? session.tip;
  const { snapshots } = at.subtask.named ?? NO_NAMES;
  const { toProject } = projectPathsOf(services.project);
  const { commands } = await proverAt(job, { commit: work.commit });
  const place = { git, checkout: repository };
  const tree = unwrap(await openTree(place, work.tree, new Map()));
  const tests = [...new Set(snapshots.flatMap(testsOfSnapshot))].filter((path) => tree.files.has(path));
  const line = commands.tests?.runner.updateSnapshots?.(commands.tests.detected.line, tests.map(toProject));
  if (line === undefined || tests.length === 0) return { type: 'snapshots_written', data: { effect, work, files: [] } };
  unwrap(await tree.load(snapshots));
  const now = await filesAfterCommand(job, { commit: work.commit, line, paths: snapshots });
  const changed = [...now].filter(([path, text]) => text !== null && text !== tree.text(path));
  const draft = draftFrom(place, tree);
  for (const [path, text] of changed) if (text !== null) draft.write(path, text);
  const written = unwrap(await draft.finish());
  const message = `${at.subtaskId}: snapshots`;
  const commit = await commitTree(git, repository, { tree: written, parents: [session.tip.commit], message });
  if (job.signal.aborted) throwFailure('work.cancelled', {});
  const files = changed.map(([path, text]) => ({
    path,
    was: clipText(tree.text(path)) ?? null,
    now: clipText(services.redact(text ?? '')) ?? null,
  }));
  return { type: 'snapshots_written', data: { effect, work: { commit, tree: written }, files } };
}
