import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import { looseField } from '../loose-field.ts';

/** The lines of `--format json`, as loosely as can be: a field of an unexpected kind must not hide the line it is in. */
export type OpencodeLine = z.infer<typeof line>;
export type ErrorLine = Extract<OpencodeLine, { type: 'error' }>;

/** Undefined for everything that is none of them. */
export function parseOpencodeLine(raw: string): OpencodeLine | undefined {
  return line.safeParse(parseJson(raw)).data;
}

const text = looseField(z.string());
const count = z.catch(z.number().check(z.nonnegative()), 0);

const tokens = z.catch(
  z.looseObject({
    input: count,
    output: count,
    reasoning: count,
    cache: z.catch(z.looseObject({ read: count, write: count }), { read: 0, write: 0 }),
  }),
  { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
);

const common = { sessionID: z.string() };

const line = z.discriminatedUnion('type', [
  z.looseObject({ ...common, type: z.literal('step_start'), part: z.looseObject({ messageID: text }) }),
  z.looseObject({ ...common, type: z.literal('text'), part: z.looseObject({ text: z.string() }) }),
  z.looseObject({ ...common, type: z.literal('reasoning'), part: z.looseObject({ text: z.string() }) }),
  z.looseObject({
    ...common,
    type: z.literal('tool_use'),
    part: z.looseObject({
      tool: z.string(),
      state: z.looseObject({
        status: z.string(),
        input: z.optional(z.unknown()),
        output: text,
        error: text,
      }),
    }),
  }),
  z.looseObject({
    ...common,
    type: z.literal('step_finish'),
    part: z.looseObject({ reason: z.string(), tokens, cost: looseField(z.number().check(z.nonnegative())) }),
  }),
  z.looseObject({
    type: z.literal('error'),
    sessionID: text,
    timestamp: looseField(z.number()),
    // Whatever stands here, it is no success.
    error: z.catch(
      z.looseObject({
        name: text,
        data: z.catch(
          z.looseObject({
            message: text,
            statusCode: looseField(z.number()),
            responseHeaders: z.catch(z.record(z.string(), z.string()), {}),
          }),
          { responseHeaders: {} },
        ),
      }),
      { data: { responseHeaders: {} } },
    ),
  }),
]);
