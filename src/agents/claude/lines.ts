import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { looseField } from '../loose-field.ts';

/**
 * The lines of `--output-format stream-json` that mean something to us, as loosely as can be: fields come and go with
 * versions, and a field of an unexpected kind must not hide the line it is in.
 */
export type ClaudeLine = z.infer<typeof line>;
export type ResultLine = Extract<ClaudeLine, { type: 'result' }>;
export type AssistantLine = Extract<ClaudeLine, { type: 'assistant' }>;
export type LimitInfo = z.infer<typeof limitInfo>;

/** Undefined for everything that is none of them. */
export function parseClaudeLine(text: string): ClaudeLine | undefined {
  return line.safeParse(parseJson(text)).data;
}

const text = looseField(z.string());
const tokens = z.catch(z.number().check(z.nonnegative()), 0);

const limitInfo = z.looseObject({ status: text, resetsAt: looseField(z.number()) });

const block = z.looseObject({
  type: z.string(),
  text,
  thinking: text,
  id: text,
  name: text,
  input: z.optional(z.unknown()),
  tool_use_id: text,
  is_error: looseField(z.boolean()),
  content: z.optional(z.unknown()),
});

const message = z.looseObject({ content: z.catch(z.array(block), []) });

const modelUsage = z.looseObject({
  inputTokens: tokens,
  outputTokens: tokens,
  cacheReadInputTokens: tokens,
  cacheCreationInputTokens: tokens,
});

const line = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('system'),
    subtype: z.string(),
    session_id: text,
    model: text,
    tool_name: text,
    tool_use_id: text,
    attempt: looseField(z.number()),
    error: text,
  }),
  z.looseObject({
    type: z.literal('assistant'),
    message,
    parent_tool_use_id: z.nullish(z.string()),
    /** These three only where the message stands for a request that failed. */
    error: text,
    api_error: text,
    api_error_params: looseField(z.looseObject({ rate_limit_info: looseField(limitInfo) })),
  }),
  z.looseObject({ type: z.literal('user'), message, parent_tool_use_id: z.nullish(z.string()) }),
  z.looseObject({ type: z.literal('rate_limit_event'), rate_limit_info: limitInfo }),
  z.looseObject({
    type: z.literal('result'),
    subtype: z.string(),
    is_error: z.boolean(),
    session_id: text,
    result: text,
    errors: looseField(z.array(z.string())),
    terminal_reason: text,
    stop_reason: text,
    api_error_status: looseField(z.number()),
    structured_output: z.optional(z.unknown()),
    total_cost_usd: looseField(z.number().check(z.nonnegative())),
    modelUsage: z.catch(z.record(z.string(), modelUsage), {}),
    permission_denials: z.catch(z.array(z.looseObject({ tool_use_id: text })), []),
  }),
]);
