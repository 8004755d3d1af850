import { fail, type Failure, type Holder, throwFailure } from '../../base/failure.ts';
import { ok, type Result } from '../../base/result.ts';
import { recordDecision, thenClose } from '../conductor/open-workflow.ts';
import type { DoorContext } from './context.ts';
import {
  agentsAtWork,
  type ConductedWork,
  conductedWork,
  type ExtendedAgent,
  extraIn,
  inFlight,
} from './extensions.ts';
import type { AnyState, ProjectLog } from './logs.ts';

export interface ExtendRequest {
  /** `run-…`, `R1`, `T1.3`, `T1-S1`, `auto`, or an effect; without it, what runs now. */
  readonly named?: string | undefined;
  readonly byMs: number;
}

export interface Extended {
  readonly agents: readonly ExtendedAgent[];
  /** Who conducts them. */
  readonly conductor: Holder;
}

/** Gives agents that are at work more time. Whoever conducts them hears of it through the log. @internal */
export async function extendAgents(context: DoorContext, { named, byMs }: ExtendRequest): Promise<Extended> {
  const works = conductedWork(context.project).flatMap((work) => {
    const effects = agentsAtWork(work.state).filter((effect) => named === undefined || isMeant(work, effect, named));
    return effects.length === 0 ? [] : [{ ...work, effects }];
  });
  const [work, another] = works;
  if (work === undefined) return throwFailure('extend.nothing', { named: named ?? null });
  if (another !== undefined) return throwFailure('extend.which', { running: works.flatMap(({ effects }) => effects) });
  const { log, effects, conductor } = work;
  const state = await record(context, log, { effects, byMs });
  return { agents: effects.map((effect) => ({ effect, extra_ms: extraIn(state, effect) })), conductor };
}

function isMeant({ log }: ConductedWork, effect: string, named: string): boolean {
  const parts = effect.split('/');
  return effect === named || log.workflow === named || parts.includes(named) || parts.includes(`run-${named}`);
}

/** Those that ended a moment before have no use for it. */
async function record(
  { operation, project }: DoorContext,
  { workflow, id }: ProjectLog,
  { effects, byMs }: { readonly effects: readonly string[]; readonly byMs: number },
): Promise<AnyState> {
  const events = (state: AnyState): Result<{ type: 'extended'; data: { of: string; by_ms: number } }[], Failure> => {
    const present = effects.filter((effect) => inFlight(state).includes(effect));
    if (present.length === 0) return fail('extend.nothing', { named: effects[0] ?? null });
    return ok(present.map((of) => ({ type: 'extended' as const, data: { of, by_ms: byMs } })));
  };
  if (workflow === 'run') {
    const { openRun } = await import('../descriptors/run.ts');
    return thenClose(await openRun(id, await operation()), async ({ store, services: { env } }) => {
      await recordDecision({ store, env }, events);
      return store.state;
    });
  }
  if (workflow === 'session') {
    const { openSession } = await import('../descriptors/session.ts');
    const context = { ...(await operation({ ...project, hash: id })), references: [] };
    return thenClose(await openSession(context), async ({ store, services: { env } }) => {
      await recordDecision({ store, env }, events);
      return store.state;
    });
  }
  const { openAuto } = await import('../descriptors/auto.ts');
  const context = await operation();
  return thenClose(await openAuto(context), async ({ store }) => {
    await recordDecision({ store, env: context.env }, events);
    return store.state;
  });
}
