import type { Clock } from '../../base/clock.ts';
import type { Spawner } from '../../process/command.ts';
import type { Rehearsal, RehearsalStep } from '../../schema/rehearsal.ts';
import {
  type Backend,
  type AgentCall,
  type Conversation,
  NO_USAGE,
  type OnAgentEvent,
  type CallOutcome,
  type AgentUsage,
} from '../port.ts';
import { addUsage } from '../port.ts';
import { playStep } from './play.ts';

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

/** An agent that plays a script. It keeps no state between calls: an interrupted call plays its step again. */
export function createRehearsal({ script, finished, spawner, clock }: RehearsalOptions): Backend {
  const run = async (call: AgentCall, on: OnAgentEvent): Promise<CallOutcome> => {
    const began = performance.now();
    const emit: OnAgentEvent = (event) => {
      call.onRaw?.(JSON.stringify(event));
      on(event);
    };
    const facts = (spent: AgentUsage) => ({ spent, duration_ms: Math.ceil(performance.now() - began), exit: null });
    const part = findPart(script, call);
    if (part === undefined) {
      const message = `the script has no step for ${call.task ?? call.role}`;
      return { status: 'failed', kind: 'crash', message, ...facts(NO_USAGE) };
    }
    const index = Math.max(finished(part.list), indexAfter(part.list, call.resume));
    const id = `${part.list}#${index}`;
    emit({ type: 'started', conversation: id, model: 'rehearsal' });
    const step = part.steps[Math.min(index, part.steps.length - 1)] ?? {};
    const { spent, result } = await playStep(step, { call, on: emit, spawner, clock });
    const reported = addUsage(call.resume?.reported ?? NO_USAGE, spent);
    return { ...result, ...facts(spent), conversation: { id, reported } };
  };
  // The answers are in the script, so the prompt need not ask for them.
  return { name: 'rehearsal', takesSchema: true, run };
}

interface Part {
  readonly list: string;
  readonly steps: readonly RehearsalStep[];
}

function findPart({ roles, tasks }: Rehearsal, { role, task }: AgentCall): Part | undefined {
  return named(tasks, 'tasks', task) ?? named(roles, 'roles', role);
}

function named(lists: Rehearsal['roles'] = {}, kind: string, name = ''): Part | undefined {
  const steps = Object.hasOwn(lists, name) ? lists[name] : undefined;
  return steps && { list: `${kind}.${name}`, steps };
}

/** A resumed conversation takes the step after its own, even before that outcome is in the log. */
function indexAfter(list: string, resume: Conversation | undefined): number {
  const [, index] = resume?.id.startsWith(`${list}#`) === true ? resume.id.split('#') : [];
  return index !== undefined && /^\d{1,9}$/.test(index) ? Number(index) + 1 : 0;
}
