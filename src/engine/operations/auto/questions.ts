import path from 'node:path';
import { catchFailure, fail, type Holder } from '../../../base/failure.ts';
import { ok } from '../../../base/result.ts';
import { isHeldTask } from '../../../workflows/auto/graph-state.ts';
import { answersTo, type ItemDecision, questionItems } from '../../../workflows/proof/question-items.ts';
import { permissionsIn } from '../../../workflows/proof/permission.ts';
import { recordDecision } from '../../conductor/open-workflow.ts';
import { autoLog, type AutoContext, type OpenAuto } from '../../descriptors/auto.ts';
import type { OpenQuestion } from '../../../workflows/proof/question-items.ts';
import { findConductor } from '../../find-conductor.ts';
import { readAutoPlan } from './plan.ts';
import { readGraph } from './read-graph.ts';

/** What held tasks wait for. Reads only: whoever conducts is not disturbed. */
export async function heldQuestions(tools: Pick<AutoContext, 'project'>): Promise<OpenQuestion[]> {
  const graph = readGraph(tools);
  const held = graph?.order.filter((id) => isHeldTask(graph.tasks[id] ?? NOBODY)) ?? [];
  if (graph === undefined || held.length === 0) return [];
  const plan = await catchFailure(async () => readAutoPlan(tools.project, { before: graph.plan }));
  const conductor = conductorOf(tools);
  return held.map((id) => {
    const { title = '', findings = [] } = graph.tasks[id] ?? {};
    const task = plan.ok ? plan.value.tasks.find((one) => one.id === id) : undefined;
    const words = task === undefined ? '' : [task.text, ...task.acceptance].join('\n');
    return {
      workflow: 'auto' as const,
      id,
      title,
      findings,
      items: questionItems(findings),
      quotes: permissionsIn(words, findings),
      conductor,
    };
  });
}

const NOBODY = { status: 'pending', next: 'work' } as const;

/** Records it; whoever conducts goes on with the task. Gives what is still open of it. */
export async function answerHeldTask(
  { store, context }: OpenAuto,
  id: string,
  decision: ItemDecision,
): Promise<{ readonly open: number; readonly conductor: Holder | null }> {
  const { env } = context;
  await recordDecision({ store, env }, (state) => {
    const task = state.kind === 'graph' ? state.tasks[id] : undefined;
    if (task === undefined || !isHeldTask(task)) return fail('question.unknown', { id });
    const items = questionItems(task.findings ?? []);
    const wrong = decision.allow === 'all' ? undefined : decision.allow.find((n) => n < 1 || n > items.length);
    if (wrong !== undefined) return fail('question.no_item', { id, item: String(wrong), most: items.length });
    return ok([{ type: 'task_answered', data: { id, answers: answersTo(items, decision) } }]);
  });
  const { state } = store;
  const task = state.kind === 'graph' ? state.tasks[id] : undefined;
  const open = task !== undefined && isHeldTask(task) ? questionItems(task.findings ?? []).length : 0;
  return { open, conductor: conductorOf(context) };
}

function conductorOf({ project }: Pick<AutoContext, 'project'>): Holder | null {
  const log = autoLog(project);
  return findConductor(path.dirname(log), path.basename(log));
}
