import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { looseField } from '../loose-field.ts';

/**
 * The lines of `--output-format stream-json`, as loosely as can be: a field of an unexpected kind must not hide the line
 * it is in.
 */
export type GeminiLine = z.infer<typeof line>;
export type GeminiStats = z.infer<typeof stats>;

/** Undefined for everything that is none of them. */
export function parseGeminiLine(text: string): GeminiLine | undefined {
  return line.safeParse(parseJson(text)).data;
}

const text = z.catch(z.string(), '');
const tokens = z.catch(z.number().check(z.nonnegative()), 0);
const error = z.looseObject({ type: text, message: text });
const stats = z.looseObject({ input_tokens: tokens, output_tokens: tokens, total_tokens: tokens });

const line = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('init'), session_id: z.string(), model: text }),
  z.looseObject({ type: z.literal('message'), role: text, content: text }),
  z.looseObject({ type: z.literal('tool_use'), tool_name: text, tool_id: text, parameters: z.optional(z.unknown()) }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_id: text,
    status: text,
    output: text,
    error: looseField(error),
  }),
  z.looseObject({ type: z.literal('error'), severity: text, message: text }),
  z.looseObject({
    type: z.literal('result'),
    status: text,
    // Whatever stands here, it is no success.
    error: z.catch(z.optional(error), { type: '', message: '' }),
    stats: looseField(stats),
  }),
]);
