import { fail, type Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { nearestOf } from '../../../schema/nearest.ts';
import type { AutoEvent } from '../../../workflows/auto/events.ts';
import type { Graph, TaskStatus } from '../../../workflows/auto/graph-state.ts';
import type { OpenAuto } from '../../descriptors/auto.ts';

/** Whoever conducts hears it, lets go of its agents and ends. */
export function stopAuto(open: OpenAuto): Promise<Result<void, Failure>> {
  return decide(open, (graph) => ok(graph.stopped ? [] : [{ type: 'stop_requested', data: {} }]));
}

/** The person wants what is finished in their checkout as that is. */
export function deliverAuto(open: OpenAuto): Promise<Result<void, Failure>> {
  return decide(open, (graph) =>
    graph.left_alone === null ? fail('auto.nothing_to_apply', {}) : ok([{ type: 'delivery_requested', data: {} }]),
  );
}

export function allowPhase(open: OpenAuto, phase: number): Promise<Result<void, Failure>> {
  return decide(open, () => ok([{ type: 'phase_allowed', data: { phase } }]));
}

export type Verdict = 'retry' | 'complete' | 'skip';

/** What a person says of tasks: all of them, or none when one of them cannot be. */
export function judgeTasks(open: OpenAuto, verdict: Verdict, ids: readonly string[]): Promise<Result<void, Failure>> {
  return decide(open, (graph) => {
    const events: AutoEvent[] = [];
    for (const id of new Set(ids)) {
      const status = graph.tasks[id]?.status;
      if (status === undefined)
        return fail('auto.unknown_task', { task: id, suggestion: nearestOf(id, graph.order) ?? null });
      const event = eventFor(verdict, id, status);
      if (event === undefined) return fail('auto.task_not_now', { task: id, status, wanted: verdict });
      events.push(event);
    }
    return ok(events);
  });
}

function eventFor(verdict: Verdict, id: string, status: TaskStatus): AutoEvent | undefined {
  switch (verdict) {
    case 'retry':
      return status === 'failed' || status === 'completed' ? { type: 'task_reopened', data: { id } } : undefined;
    case 'complete':
      return status === 'completed' ? undefined : { type: 'task_completed', data: { id } };
    case 'skip':
      return status === 'completed' ? undefined : { type: 'task_skipped', data: { id } };
    default:
      return verdict satisfies never;
  }
}

async function decide(
  { store, context }: OpenAuto,
  judge: (graph: Graph) => Result<readonly AutoEvent[], Failure>,
): Promise<Result<void, Failure>> {
  const effect = context.env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return fail('run.inside_agent', { effect });
  const recorded = await store.commit((state) =>
    state.kind === 'graph' ? judge(state) : fail('auto.none', { project: context.project.root }),
  );
  return recorded.ok ? ok() : recorded;
}
