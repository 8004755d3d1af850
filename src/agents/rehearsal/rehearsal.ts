import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';
import type { Rehearsal, RehearsalStep } from '../../schema/rehearsal.ts';
import {
  type Backend,
  type Call,
  type Conversation,
  nothingSpent,
  type OnAgentEvent,
  type Outcome,
  type Spent,
} from '../port.ts';
import { sumOf } from '../spent.ts';
import { play } from './play.ts';

export interface RehearsalOptions {
  readonly script: Rehearsal;
  /**
   * How many calls of a list of the script (`roles.builder`, `tasks.T1.2`) are finished. Counted by whoever keeps the log:
   * the conversation of every outcome is named after its list and step, `roles.builder#0`.
   */
  readonly finished: (list: string) => number;
  readonly spawner: Spawner;
  readonly clock: Clock;
}

/** An agent that plays a script. It keeps nothing between calls: one that was interrupted plays its step again. */
export function createRehearsal({ script, finished, spawner, clock }: RehearsalOptions): Backend {
  const run = async (call: Call, on: OnAgentEvent): Promise<Outcome> => {
    const began = performance.now();
    const tell: OnAgentEvent = (event) => {
      call.onRaw?.(JSON.stringify(event));
      on(event);
    };
    const facts = (spent: Spent) => ({ spent, duration_ms: Math.ceil(performance.now() - began), exit: null });
    const part = partOf(script, call);
    if (part === undefined) {
      const message = `the script has no step for ${call.task ?? call.role}`;
      return { status: 'failed', kind: 'crash', message, ...facts(nothingSpent) };
    }
    const index = Math.max(finished(part.list), indexAfter(part.list, call.resume));
    const id = `${part.list}#${index}`;
    tell({ type: 'started', conversation: id, model: 'rehearsal' });
    const step = part.steps[Math.min(index, part.steps.length - 1)] ?? {};
    const { spent, verdict } = await play(step, { call, on: tell, spawner, clock });
    const reported = sumOf(call.resume?.reported ?? nothingSpent, spent);
    return { ...verdict, ...facts(spent), conversation: { id, reported } };
  };
  // Its answers are in the script: the prompt need not ask for them.
  return { name: 'rehearsal', takesSchema: true, run };
}

interface Part {
  readonly list: string;
  readonly steps: readonly RehearsalStep[];
}

function partOf({ roles, tasks }: Rehearsal, { role, task }: Call): Part | undefined {
  return named(tasks, 'tasks', task) ?? named(roles, 'roles', role);
}

function named(lists: Rehearsal['roles'] = {}, kind: string, name = ''): Part | undefined {
  const steps = Object.hasOwn(lists, name) ? lists[name] : undefined;
  return steps && { list: `${kind}.${name}`, steps };
}

/** What goes on with a conversation takes the step after it, also before its outcome is in the log. */
function indexAfter(list: string, resume: Conversation | undefined): number {
  const [, index] = resume?.id.startsWith(`${list}#`) === true ? resume.id.split('#') : [];
  return index !== undefined && /^\d{1,9}$/.test(index) ? Number(index) + 1 : 0;
}
