import * as z from 'zod/mini';
import { parseJson } from '../base/json.ts';

/** The file in a step's folder that keeps what its agent did. */
export const AGENT_LOG = 'events.jsonl';

const text = z.string();

const spent = z.object({ input_tokens: z.number(), output_tokens: z.number(), cost_usd: z.nullable(z.number()) });

/** What a line of a step's `events.jsonl` may be: an event of the agent's and when it came, or where lines are missing. */
export const agentLogLine = z.discriminatedUnion('type', [
  z.object({
    at: text,
    type: z.literal('started'),
    conversation: z.exactOptional(text),
    model: z.exactOptional(text),
  }),
  z.object({ at: text, type: z.literal('text'), text }),
  z.object({ at: text, type: z.literal('thought'), text }),
  z.object({ at: text, type: z.literal('tool_use'), tool: text, input: text }),
  z.object({ at: text, type: z.literal('tool_result'), ok: z.boolean(), output: text }),
  z.object({ at: text, type: z.literal('usage'), spent }),
  z.object({ at: text, type: z.literal('retry'), attempt: z.number(), reason: text }),
  z.object({ at: text, type: z.literal('permission_denied'), tool: text }),
  z.object({
    at: text,
    type: z.literal('limit'),
    resume_at: z.exactOptional(text),
    backend: z.exactOptional(text),
    why: z.exactOptional(z.enum(['limited', 'overloaded', 'unreachable'])),
    handed_to: z.exactOptional(text),
  }),
  z.object({ at: text, type: z.literal('other'), raw: text }),
  z.object({ type: z.literal('orchestral.cut') }),
]);

export type AgentLogLine = z.output<typeof agentLogLine>;

/** Undefined for anything else: the file lies where the agent may write. */
export function agentLogLineIn(line: string): AgentLogLine | undefined {
  return agentLogLine.safeParse(parseJson(line)).data;
}
