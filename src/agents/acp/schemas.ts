import type { AnyMessage } from '@agentclientprotocol/sdk';
import * as z from 'zod/mini';
import { looseField } from '../loose-field.ts';

/*
 * What agents send, as loosely as can be: fields come and go with agents and versions, and one of an unexpected kind must
 * not hide the rest.
 */

const text = looseField(z.string());
const tokens = looseField(z.number().check(z.nonnegative()));

/** Any line that the protocol knows: a request has `id` and `method`, a notification `method`, a response `id`. */
export const jsonRpcMessage = z.custom<AnyMessage>((value) => envelope.safeParse(value).success);

const envelope = z.union([
  z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
  z.looseObject({ jsonrpc: z.literal('2.0'), id: z.union([z.string(), z.number(), z.null()]) }),
]);

const contentBlock = looseField(z.looseObject({ type: text, text }));

const toolContent = z.catch(z.array(z.looseObject({ type: text, content: contentBlock, path: text })), []);

export const toolCall = z.looseObject({
  toolCallId: z.string(),
  name: text,
  title: text,
  kind: text,
  status: text,
  rawInput: z.optional(z.unknown()),
  rawOutput: z.optional(z.unknown()),
  content: toolContent,
  locations: z.catch(z.array(z.looseObject({ path: z.string() })), []),
});
export type ToolCall = z.infer<typeof toolCall>;

export const updateParams = z.looseObject({
  sessionId: z.string(),
  update: z.looseObject({ sessionUpdate: z.string() }),
});

export const messageChunk = z.looseObject({ content: z.looseObject({ type: text, text: z.string() }) });

export const usageUpdate = z.looseObject({
  cost: z.looseObject({ amount: z.number().check(z.nonnegative()), currency: z.literal('USD') }),
});

/** Codex's adapter ends a turn whose model failed like any other; this alone tells. */
export const threadStatus = z.looseObject({
  _meta: z.looseObject({ codex: z.looseObject({ threadStatus: z.looseObject({ type: z.string() }) }) }),
});

export const initializeResponse = z.looseObject({
  protocolVersion: z.number(),
  agentCapabilities: z.catch(
    z.looseObject({
      loadSession: looseField(z.boolean()),
      sessionCapabilities: z.catch(
        z.looseObject({ resume: z.nullish(z.unknown()), additionalDirectories: z.nullish(z.unknown()) }),
        {},
      ),
    }),
    { sessionCapabilities: {} },
  ),
});
export type InitializeResponse = z.infer<typeof initializeResponse>;

const choice = z.looseObject({ value: text, options: z.catch(z.array(z.looseObject({ value: text })), []) });

export const sessionResponse = z.looseObject({
  sessionId: text,
  configOptions: z.catch(
    z.array(
      z.looseObject({
        id: z.string(),
        category: text,
        currentValue: z.optional(z.unknown()),
        options: z.catch(z.array(choice), []),
      }),
    ),
    [],
  ),
  models: looseField(
    z.looseObject({
      currentModelId: text,
      availableModels: z.catch(z.array(z.looseObject({ modelId: z.string() })), []),
    }),
  ),
});
export type AcpSession = z.infer<typeof sessionResponse>;

export const promptResponse = z.looseObject({
  stopReason: z.string(),
  usage: z.catch(
    z.nullish(
      z.looseObject({
        inputTokens: tokens,
        cachedReadTokens: tokens,
        cachedWriteTokens: tokens,
        outputTokens: tokens,
      }),
    ),
    undefined,
  ),
  /** Where Gemini CLI counts. */
  _meta: looseField(
    z.looseObject({
      quota: looseField(
        z.looseObject({ token_count: looseField(z.looseObject({ input_tokens: tokens, output_tokens: tokens })) }),
      ),
    }),
  ),
});
export type PromptResponse = z.infer<typeof promptResponse>;

export const errorData = z.looseObject({
  errorKind: text,
  errorName: text,
  statusCode: looseField(z.number()),
  status: looseField(z.number()),
  message: text,
  details: text,
});
