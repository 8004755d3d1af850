import type { Workflow } from '../../schema/workflow.ts';
import { absorb } from './absorb.ts';
import { apply, relocate } from './apply.ts';
import { type RunEvent, runEvent } from './events.ts';
import { type RunState, runState } from './run-state.ts';
import { type RunDocuments, show } from './show.ts';

/** Refine, build, verify, gate: each step an effect, each outcome an event. */
export const run: Workflow<RunState, RunEvent, RunDocuments> = {
  begin: () => ({ kind: 'unstarted' }),
  readEvent: (type, data) => runEvent.safeParse({ type, data }).data,
  readState: (value) => runState.safeParse(value).data,
  apply,
  show,
  absorb,
  // The document does not name the commits that a run works on: without its log a run cannot go on.
  adopt: () => undefined,
  relocate,
};
