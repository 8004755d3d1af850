import { unwrap } from '../../../base/failure.ts';
import { canonicalJson } from '../../../base/json.ts';
import { contractHeader, readContract, requireContract, writeContract } from './contracts.ts';
import type { SessionJob } from './job.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import { manifestOf } from '../../../languages/manifests.ts';
import type { DesignBrief } from '../../../schema/contracts/design.ts';
import type { TaskBreakdown } from '../../../schema/contracts/discovery.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import {
  type AssumptionVerdict,
  checkAssumptions,
  needsReplanning,
  type ProjectTree,
} from '../../../workflows/session/merge/assumptions.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { designBriefs, onlyWritesTests } from '../../../workflows/session/merge/design-briefs.ts';

/** Plan and exploration are put together by Orchestral itself: assumptions checked, a brief for each task. */
export async function merge(job: SessionJob): Promise<SessionEvent> {
  const { session, id } = job;
  const explored = requireContract(job, 'explored').value;
  const breakdown = requireContract(job, 'task-breakdown').value;
  const tree = await projectTree(job);
  const verdicts = checkAssumptions({
    assumptions: breakdown.assumptions,
    explored,
    tree,
  });
  const corrections = [...wrongs(verdicts), ...testOnly(breakdown)];
  const isRefused = needsReplanning(verdicts) || testOnly(breakdown).length > 0;
  // Sent back once, then taken as it is; and no more once the work has begun, which changes what was assumed.
  const isFirst = session.corrections === null && session.task_order.length === 0;
  if (isRefused && isFirst) return { type: 'plan_refused', data: { effect: id, corrections } };
  const { created_at } = contractHeader(job);
  const language = /\p{Script=Hangul}/u.test(session.original_request) ? 'ko' : 'en';
  const replacements = verdicts.flatMap((one) => (one.verdict === 'mismatched' ? one.replacements : []));
  const briefs = designBriefs({ breakdown, explored, tree, created_at, language, replacements });
  for (const value of briefs) {
    if (isKept(job, { value, planned_at: breakdown.created_at })) continue;
    writeContract(job, { name: 'design-brief', ids: { task: value.task_id }, value });
  }
  return {
    type: 'merged',
    data: {
      effect: id,
      assumptions: verdicts.map((one) => ({
        text: one.assumption,
        verdict: one.verdict,
        correction: one.verdict === 'mismatched' ? one.correction : '',
      })),
      tasks: breakdown.tasks.map(({ id: task, name, subtasks }) => ({
        id: task,
        name,
        subtasks: subtasks.map((subtask) => ({ id: subtask.id, name: subtask.name })),
      })),
      task_order: [...breakdown.task_order],
    },
  };
}

/** A brief of this very plan, whoever wrote it, is not made again. */
function isKept(
  job: SessionJob,
  { value, planned_at }: { readonly value: DesignBrief; readonly planned_at: string },
): boolean {
  const read = readContract(job, 'design-brief', { task: value.task_id });
  if (!read.ok) return false;
  const { task_name, objective, subtasks, created_at } = read.value.value;
  const isSame =
    canonicalJson({ task_name, objective, subtasks }) ===
    canonicalJson({ task_name: value.task_name, objective: value.objective, subtasks: value.subtasks });
  return isSame && Date.parse(created_at) >= Date.parse(planned_at);
}

function wrongs(verdicts: readonly AssumptionVerdict[]): string[] {
  return verdicts.flatMap((one) => (one.verdict === 'mismatched' ? [`${one.assumption} → ${one.correction}`] : []));
}

function testOnly({ tasks }: TaskBreakdown): string[] {
  return tasks
    .flatMap(({ subtasks }) => subtasks)
    .filter(({ name }) => onlyWritesTests(name))
    .map(
      ({ id, name }) => `${id} (${name}): no subtask of its own is needed for tests; each one begins with its tests`,
    );
}

async function projectTree({ session, services }: SessionJob): Promise<ProjectTree> {
  const files = unwrap(await treeFiles(services.git, services.repository, session.tip.tree));
  const paths = [...files.paths];
  const manifests = unwrap(await files.texts(paths.filter((path) => manifestOf(path)?.dependencies !== undefined)));
  return {
    paths: paths.map(projectPathsOf(services.project).toProject),
    dependencies: [...manifests].flatMap(([path, text]) => manifestOf(path)?.dependencies?.(text) ?? []),
  };
}
