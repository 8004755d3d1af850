import { catchFailure } from '../../src/base/failure.ts';
import { conduct } from '../../src/engine/conductor/conduct.ts';
import type { EffectLedger } from '../../src/engine/conductor/effects.ts';
import { type AutoEffect, due } from '../../src/workflows/auto/due.ts';
import type { AutoEvent } from '../../src/workflows/auto/events.ts';
import type { AutoState } from '../../src/workflows/auto/graph-state.ts';
import { autoProject, commitAll, planOf } from '../../test/support/auto-store.ts';

export interface Scale {
  readonly tasks: number;
  /** Chains side by side: each task needs the one `width` before it. */
  readonly width: number;
  readonly parallel: number;
  /** What a task is. Nothing, if not told. */
  readonly work?: (id: string) => Promise<void>;
}

/**
 * Plans a graph and takes it to its end as `orchestral auto` does: the same loop, the same log on disk, the same rules,
 * with nothing in the place of agents and git.
 */
export async function workThrough({ tasks, width, parallel, work }: Scale): Promise<void> {
  const store = await autoProject().open();
  await commitAll(store, planOf(tasks, width), begun);
  const conducted = await catchFailure(() =>
    conduct({
      store,
      ledger: conductingWith(parallel),
      perform: async (effect) => {
        const { what } = effect;
        if (what.at === 'work') await work?.(what.task);
        return outcome(effect);
      },
      settle: () => Promise.resolve(),
      signal: new AbortController().signal,
      onPoint: () => {},
    }),
  );
  if (!conducted.ok) throw new Error(JSON.stringify(conducted.error));
  const { state } = store;
  if (state.kind === 'unplanned' || state.stage.at !== 'done') throw new Error('not done');
  await store.close();
}

const nowhere = { commit: '0'.repeat(40), tree: '0'.repeat(40) };
const begun: AutoEvent = {
  type: 'started',
  data: { base: { branch: 'main', ...nowhere }, mode: 'ultra-thin', plan: 'TASKS.md' },
};

function conductingWith(parallel: number): EffectLedger<AutoState, AutoEvent, AutoEffect> {
  return {
    due: (state) => due(state, { tasks: parallel }),
    inFlight: (state) => (state.kind === 'graph' ? Object.keys(state.in_flight) : []),
    isInFlight: (state, effect) => state.kind === 'graph' && state.in_flight[effect] !== undefined,
    started: ({ id, slot }) => ({ type: 'effect_started', data: { effect: id, slot } }),
    interrupted: (effect) => ({ type: 'effect_interrupted', data: { effect } }),
    spent: (calls) => ({ type: 'spent', data: { calls } }),
  };
}

function outcome({ id: effect, what }: AutoEffect): AutoEvent {
  if (what.at === 'work') return { type: 'task_completed', data: { effect, id: what.task, seconds: 1 } };
  if (what.at === 'prepare') return { type: 'prepared', data: { effect, trunk: nowhere, red: [] } };
  if (what.at === 'phase-merge') return { type: 'phase_merged', data: { effect, trunk: nowhere } };
  if (what.at === 'deliver') return { type: 'delivered', data: { effect, trunk: nowhere } };
  if (what.at !== 'begin') throw new Error(`${effect} is not to be done here`);
  const { phase } = what;
  return { type: 'phase_entered', data: { effect, phase, worktree: null, branch: null, tip: null } };
}
