import type { Workflow } from '../../schema/workflow.ts';
import { absorb } from './absorb.ts';
import { adopt } from './adopt.ts';
import { apply, relocate } from './apply.ts';
import { type AutoEvent, autoEvent } from './events.ts';
import { type AutoState, autoState } from './graph-state.ts';
import { type AutoDocuments, show } from './show.ts';

/** A task graph: what is ready, what runs, what is done. */
export const auto: Workflow<AutoState, AutoEvent, AutoDocuments> = {
  begin: () => ({ kind: 'unplanned' }),
  readEvent: (type, data) => autoEvent.safeParse({ type, data }).data,
  readState: (value) => autoState.safeParse(value).data,
  apply,
  show,
  absorb,
  adopt,
  relocate,
};
