import { unwrap } from '../../base/failure.ts';
import { ok } from '../../base/result.ts';
import { openRepository } from '../../git/repository.ts';
import { placeOf } from '../../schema/places.ts';
import { type AutoEffect, type Capacity, due } from '../../workflows/auto/due.ts';
import type { AutoEvent } from '../../workflows/auto/events.ts';
import type { AutoState } from '../../workflows/auto/graph-state.ts';
import { canSync } from '../../workflows/auto/published.ts';
import { secondsToNextLook } from '../../workflows/delivery/proposal.ts';
import { memoryCapacity } from '../../workflows/policy/limits.ts';
import { effectEvents, type EffectLedger } from '../conductor/effects.ts';
import { KeyedMutex } from '../conductor/keyed-mutex.ts';
import { conductWorkflow, requireOutsideAgent } from '../conductor/open-workflow.ts';
import type { AutoPlan, AutoServices } from '../performers/auto/job.ts';
import { extraMs } from '../../workflows/policy/extensions.ts';
import { createMergeAhead } from '../performers/auto/merge-ahead.ts';
import { performAuto } from '../performers/auto/perform.ts';
import { planPath } from '../performers/auto/tick-plan.ts';
import { crossProcessLock } from '../task-locks.ts';
import { readTrustedSettings } from '../trust-gate.ts';
import { type OpenAuto, systemMemory } from './auto.ts';

export interface AutoConducting {
  readonly signal: AbortSignal;
  readonly plan: AutoPlan;
  /** `--phase`: no other is entered. */
  readonly phase?: number | undefined;
  /** `--max-iterations`: how many attempts are begun at most. */
  readonly iterations?: number | undefined;
  /** Of the tasks that are not begun yet, only this one. */
  readonly task?: string | undefined;
  /** Other processes carry out tasks at the same time. */
  readonly shares?: boolean;
  /** Only these effects, by id; the others are somebody else's. */
  readonly isMine?: (effect: string) => boolean;
  /** Nothing is left to wait for, when nothing is due. */
  readonly isOver?: (state: AutoState) => boolean;
}

/** Memory may have become free, or scarce. */
const LOOK_EVERY_MS = 2_000;
/** An agent has what it needs by then. */
const YOUNG_MS = 30_000;

/** Takes a graph as far as it goes. Whoever conducts all of it owns the store. */
export async function conductAuto(open: OpenAuto, conducted: AutoConducting): Promise<void> {
  const { context, paths } = open;
  const { signal, phase, task, iterations, isMine = () => true, isOver } = conducted;
  requireOutsideAgent(context.env);
  const services = await servicesFor(open, conducted);
  const begun = new Map<string, number>();
  const young = (): number => {
    const now = performance.now();
    return [...begun.values()].filter((at) => now - at < YOUNG_MS).length;
  };
  const dueNow = (state: AutoState): readonly AutoEffect[] => {
    const left = iterations === undefined ? {} : { begin: iterations - begun.size };
    const room: Capacity = { tasks: taskCapacity(open, state, young()), phase, task, ...left };
    return due(state, room).filter(({ id }) => isMine(id));
  };
  const ledger: EffectLedger<AutoState, AutoEvent, AutoEffect> = {
    ...effectEvents,
    due: dueNow,
    extraMs: (state, one) => (state.kind === 'graph' ? extraMs(state, one) : 0),
    inFlight: (state) => (state.kind === 'graph' ? Object.keys(state.in_flight).filter(isMine) : []),
    isInFlight: (state, one) => state.kind === 'graph' && state.in_flight[one] !== undefined,
    started: ({ id, slot }) => ({ type: 'effect_started', data: { effect: id, slot } }),
  };
  return conductWorkflow(open, {
    services,
    isShared: conducted.shares ?? false,
    ledger,
    perform: (one, performing) => {
      if (one.what.at === 'work') begun.set(one.id, performance.now());
      return performAuto(services, one, performing);
    },
    log: paths.log,
    signal,
    onCapacityChange: (look) => {
      const timer = setInterval(look, LOOK_EVERY_MS);
      const stopLooking = lookAfterPublished(open);
      return () => {
        clearInterval(timer);
        stopLooking();
      };
    },
    ...(isOver !== undefined && { isOver }),
  });
}

/** While it is conducted, what became of published phases is looked up now and then: less often where a host is in trouble. */
function lookAfterPublished({ store, context }: OpenAuto): () => void {
  const { secondsToLook = secondsToNextLook } = context;
  let timer: NodeJS.Timeout;
  let troubles = 0;
  const wait = (): void => {
    const trouble = store.state.kind === 'graph' ? (store.state.proposal?.trouble ?? null) : null;
    troubles = trouble === null ? 0 : troubles + 1;
    timer = setTimeout(() => void look(), secondsToLook(troubles, trouble?.seconds ?? null) * 1000);
  };
  const look = async (): Promise<void> => {
    const isOpen = store.state.kind === 'graph' && store.state.stage.at !== 'done' && canSync(store.state);
    // What cannot be recorded now is tried again with the next look.
    if (isOpen) await store.commit(() => ok([{ type: 'sync_requested', data: {} }]));
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

/** How many tasks may be worked on at once. */
export function taskCapacity(
  { context, limits, shared }: Pick<OpenAuto, 'context' | 'limits' | 'shared'>,
  state: AutoState,
  young = 0,
): number {
  if (state.kind === 'unplanned') return 0;
  if (state.mode === 'ralph') return 1;
  const running = Object.values(state.in_flight).filter(({ slot }) => slot !== null).length;
  const wanted = limits().max_parallel;
  const elsewhere = shared.services.fleet?.capacity();
  if (elsewhere !== undefined) return Math.min(wanted === 0 ? Infinity : wanted, Math.max(elsewhere, 1));
  return Math.min(wanted === 0 ? Infinity : wanted, memoryCapacity({ running, young }, context.memory ?? systemMemory));
}

async function servicesFor(open: OpenAuto, { plan, shares = false }: AutoConducting): Promise<AutoServices> {
  const { context, shared, limits, onProgress } = open;
  const { project } = context;
  const repository = unwrap(await openRepository(shared.services.git, project.root));
  return {
    ...shared.services,
    repository,
    hasGit: true,
    options: context.options,
    plan,
    ownFile: planPath({ plan, repository }),
    knowledge: placeOf('knowledge').replace('{hash}', project.hash),
    limits,
    settings: () => readTrustedSettings(context),
    mutex: new KeyedMutex(shares ? crossProcessLock(open) : undefined),
    mergeAhead: createMergeAhead(),
    onProgress,
    onCheck: onProgress,
  };
}
