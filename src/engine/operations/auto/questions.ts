import path from 'node:path';
import { catchFailure, fail, type Holder } from '../../../base/failure.ts';
import { ok } from '../../../base/result.ts';
import type { ProofFinding } from '../../../schema/proof-finding.ts';
import { type AutoState, findTask, heldRepair, isHeldTask } from '../../../workflows/auto/graph-state.ts';
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
  if (graph === undefined) return [];
  const held = graph.order.filter((id) => isHeldTask(graph.tasks[id] ?? NOBODY));
  const repair = heldRepair(graph);
  if (held.length === 0 && repair === null) return [];
  const plan = await catchFailure(async () => readAutoPlan(tools.project, { before: graph.plan }));
  const conductor = conductorOf(tools);
  const ofTasks = held.map((id): OpenQuestion => {
    const { title = '', findings = [] } = graph.tasks[id] ?? {};
    const task = plan.ok ? plan.value.tasks.find((one) => one.id === id) : undefined;
    const words = task === undefined ? '' : [task.text, ...task.acceptance].join('\n');
    const quotes = permissionsIn(words, findings);
    return { workflow: 'auto', id, title, findings, items: questionItems(findings), quotes, conductor };
  });
  if (repair === null) return ofTasks;
  return [...ofTasks, { workflow: 'auto', ...repair, items: questionItems(repair.findings), quotes: [], conductor }];
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
    const findings = openIn(state, id);
    if (findings === undefined) return fail('question.unknown', { id });
    const items = questionItems(findings);
    const wrong = decision.allow === 'all' ? undefined : decision.allow.find((n) => n < 1 || n > items.length);
    if (wrong !== undefined) return fail('question.no_item', { id, item: String(wrong), most: items.length });
    const answers = answersTo(items, decision);
    const isTask = state.kind === 'graph' && findTask(state, id) !== undefined;
    return ok([
      isTask ? { type: 'task_answered', data: { id, answers } } : { type: 'repair_answered', data: { answers } },
    ]);
  });
  return { open: questionItems(openIn(store.state, id) ?? []).length, conductor: conductorOf(context) };
}

/** What is asked about a task or a repair; undefined where it waits for nobody. */
function openIn(state: AutoState, id: string): readonly ProofFinding[] | undefined {
  if (state.kind !== 'graph') return undefined;
  const task = findTask(state, id);
  if (task !== undefined) return isHeldTask(task) ? (task.findings ?? []) : undefined;
  const repair = heldRepair(state);
  return repair?.id === id ? repair.findings : undefined;
}

function conductorOf({ project }: Pick<AutoContext, 'project'>): Holder | null {
  const log = autoLog(project);
  return findConductor(path.dirname(log), path.basename(log));
}
