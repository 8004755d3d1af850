import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { looseField } from '../loose-field.ts';

/**
 * The lines of `exec --json` that mean something to us, as loosely as can be: a field of an unexpected kind must not hide
 * the line it is in.
 */
export type CodexLine = z.infer<typeof line>;
export type CodexItem = z.infer<typeof item>;

/** Undefined for everything that is none of them. */
export function parseCodexLine(text: string): CodexLine | undefined {
  return line.safeParse(parseJson(text)).data;
}

const text = z.catch(z.string(), '');
const tokens = z.number().check(z.nonnegative());
const message = looseField(z.looseObject({ message: text }));

const item = z.looseObject({
  id: text,
  type: text,
  /** What an agent says or thinks. */
  text,
  status: text,
  /** Of a command. */
  command: text,
  aggregated_output: text,
  exit_code: looseField(z.number()),
  /** Of a tool of an MCP server. */
  server: text,
  tool: text,
  arguments: z.optional(z.unknown()),
  result: z.optional(z.unknown()),
  error: message,
  /** Of an edit. */
  changes: z.catch(z.array(z.looseObject({ path: text, kind: text })), []),
  /** Of a search. */
  query: text,
});

const line = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.looseObject({ type: z.literal('turn.started') }),
  z.looseObject({ type: z.literal('item.started'), item }),
  z.looseObject({ type: z.literal('item.completed'), item }),
  z.looseObject({
    type: z.literal('turn.completed'),
    usage: looseField(z.looseObject({ input_tokens: tokens, output_tokens: tokens })),
  }),
  z.looseObject({ type: z.literal('turn.failed'), error: message }),
  z.looseObject({ type: z.literal('error'), message: text }),
]);
