import * as z from 'zod/mini';
import { type AgentEvent, nothingSpent, type Spent } from '../port.ts';
import type { Conclusion, End, Reader } from '../program.ts';
import { failureOf, resumeAt } from './failure.ts';

/**
 * Reads `--output-format stream-json`. A turn was completed when a `result` says so, the process exited with 0, and
 * nothing said otherwise: a loop it stopped in, and a prompt too long to be sent, end in `success` as well.
 */
export function readGemini(): Reader {
  const tools = new Map<string, string>();
  const complaints: string[] = [];
  let text = '';
  let didAnything = false;
  let conversation: string | undefined;
  let result: { readonly isSuccess: boolean; readonly at: string } | undefined;
  let spent = nothingSpent;

  const read = (line: string): readonly AgentEvent[] => {
    const parsed = parse(line);
    switch (parsed?.type) {
      case 'init':
        conversation = parsed.session_id;
        return [{ type: 'started', conversation: parsed.session_id, model: parsed.model }];
      case 'message':
        // The other role is ours: the prompt, repeated.
        if (parsed.role !== 'assistant') return [];
        didAnything = true;
        text += parsed.content;
        return [{ type: 'text', text: parsed.content }];
      case 'tool_use':
        didAnything = true;
        // The answer is what is said after the last tool.
        text = '';
        tools.set(parsed.tool_id, parsed.tool_name);
        return [{ type: 'tool_use', tool: parsed.tool_name, input: JSON.stringify(parsed.parameters ?? null) }];
      case 'tool_result': {
        const ok = parsed.status === 'success';
        const output = parsed.output ?? parsed.error?.message ?? '';
        const ended: AgentEvent = { type: 'tool_result', ok, output };
        if (parsed.error?.type !== 'policy_violation') return [ended];
        return [{ type: 'permission_denied', tool: tools.get(parsed.tool_id) ?? parsed.tool_id }, ended];
      }
      case 'error':
        if (parsed.severity !== 'warning' || parsed.message.startsWith('Loop detected'))
          complaints.push(parsed.message);
        return [{ type: 'other', raw: line }];
      case 'result': {
        if (parsed.error !== undefined) complaints.push(parsed.error.message);
        const isSuccess = parsed.status === 'success' && result?.isSuccess !== false;
        result = { isSuccess, at: parsed.timestamp };
        spent = spentOf(parsed.stats);
        return [{ type: 'usage', spent }];
      }
      case undefined:
        return line === '' ? [] : [{ type: 'other', raw: line }];
      default:
        return parsed satisfies never;
    }
  };

  const conclude = ({ exit, stderr }: End): Conclusion => {
    const facts = {
      spent,
      ...(conversation !== undefined && { conversation: { id: conversation, reported: nothingSpent } }),
    };
    if (exit === 0 && result?.isSuccess === true && complaints.length === 0) {
      if (didAnything) return { ...facts, verdict: { status: 'answered', text } };
      complaints.push(NOTHING_SENT);
    }
    const failure = failureOf({ exit, complaint: complaints.join('\n'), stderr });
    const resume_at = failure.kind === 'rate_limit' ? resumeAt(failure.message, result?.at) : undefined;
    return { ...facts, verdict: { status: 'failed', ...failure, ...(resume_at !== undefined && { resume_at }) } };
  };

  return { read, conclude };
}

const NOTHING_SENT = 'nothing was sent to the model: the prompt does not fit into its context window';

function spentOf(stats: z.infer<typeof statsShape> | undefined): Spent {
  if (stats === undefined) return nothingSpent;
  const { input_tokens, output_tokens, total_tokens = 0 } = stats;
  // Thinking is counted in the total alone.
  return { input_tokens, output_tokens: Math.max(output_tokens, total_tokens - input_tokens), cost_usd: null };
}

function parse(line: string): z.infer<typeof eventShape> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return eventShape.safeParse(value).data;
}

const tokens = z.number().check(z.nonnegative());

const statsShape = z.looseObject({
  input_tokens: tokens,
  output_tokens: tokens,
  total_tokens: z.optional(tokens),
});

const errorShape = z.looseObject({ type: z.optional(z.string()), message: z.catch(z.string(), '') });

const eventShape = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('init'), session_id: z.string(), model: z.string() }),
  z.looseObject({ type: z.literal('message'), role: z.string(), content: z.string() }),
  z.looseObject({
    type: z.literal('tool_use'),
    tool_name: z.string(),
    tool_id: z.string(),
    parameters: z.optional(z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_id: z.string(),
    status: z.string(),
    output: z.optional(z.string()),
    error: z.optional(errorShape),
  }),
  z.looseObject({ type: z.literal('error'), severity: z.optional(z.string()), message: z.string() }),
  z.looseObject({
    type: z.literal('result'),
    status: z.string(),
    timestamp: z.catch(z.string(), ''),
    // Whatever stands here, it is no success.
    error: z.catch(z.optional(errorShape), { message: '' }),
    stats: z.catch(z.optional(statsShape), undefined),
  }),
]);
