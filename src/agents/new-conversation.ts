import {
  addUsage,
  type AgentCall,
  type AgentEvent,
  type Backend,
  type CallOutcome,
  NO_USAGE,
  type OnAgentEvent,
} from './port.ts';
import { limitsLeft, timeLeftMs } from './limits-left.ts';

/** What an agent said and did, latest last. */
export interface WorkSoFar {
  readonly said: readonly string[];
  readonly did: readonly { readonly tool: string; readonly input: string }[];
}

/** How many conversations one call may fill. */
const MOST_CONVERSATIONS = 3;
const MOST_SAID = 3;
const MOST_DID = 30;

/**
 * A backend that begins anew when a conversation became too long for the model: with the first prompt and what was done
 * until then. Where nothing was done the prompt itself is too long, and another try would end the same way.
 */
export function withNewConversations(backend: Backend, begin: (prompt: string, work: WorkSoFar) => string): Backend {
  let first: string | undefined;
  const work = { said: [] as string[], did: [] as { tool: string; input: string }[] };
  return {
    ...backend,
    async run(call: AgentCall, on: OnAgentEvent): Promise<CallOutcome> {
      if (call.resume === undefined || first === undefined) first = call.prompt;
      const { resume: _old, ...fresh } = call;
      let next = call;
      let spent = NO_USAGE;
      let duration_ms = 0;
      for (let conversations = 1; ; conversations++) {
        let didSomething = false;
        const outcome = await backend.run(next, (event) => {
          didSomething = note(event, work) || didSomething;
          on(event);
        });
        spent = addUsage(spent, outcome.spent);
        duration_ms += outcome.duration_ms;
        const isFull = outcome.status === 'failed' && outcome.kind === 'context_too_long';
        const limits = limitsLeft(call.limits, { elapsedMs: duration_ms, costUsd: spent.cost_usd });
        const isSpent = timeLeftMs(limits) <= 0 || (limits.maxCostUsd ?? 1) <= 0;
        const isOver = isSpent || call.signal.aborted || conversations === MOST_CONVERSATIONS;
        if (!isFull || isOver || !(didSomething || next.resume !== undefined))
          return { ...outcome, spent, duration_ms };
        next = { ...fresh, limits, prompt: begin(first, work) };
      }
    },
  };
}

/** Whether it is something that the agent did. */
function note(event: AgentEvent, { said, did }: { said: string[]; did: { tool: string; input: string }[] }): boolean {
  if (event.type === 'text') said.push(event.text);
  else if (event.type === 'tool_use') did.push({ tool: event.tool, input: event.input });
  else return false;
  said.splice(0, said.length - MOST_SAID);
  did.splice(0, did.length - MOST_DID);
  return event.type === 'tool_use';
}
