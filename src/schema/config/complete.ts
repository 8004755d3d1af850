import type * as z from 'zod/mini';
import { isRecord } from '../../base/json.ts';
import { conforms } from '../conform.ts';
import type { Finding } from '../finding.ts';

/** One value out of several, the weakest first: each field is the last one's that has it. Lists are taken whole. */
export function complete<T>(schema: z.ZodMiniType<T>, layers: readonly unknown[]): T {
  const value = layers.reduce(merge, {});
  const findings: Finding[] = [];
  if (!conforms(schema, value, findings))
    throw new Error(`layers that do not make a whole: ${JSON.stringify(findings)}`);
  return value;
}

function merge(under: unknown, over: unknown): unknown {
  if (over === undefined) return under;
  if (!isRecord(under) || !isRecord(over)) return over;
  const both: Record<string, unknown> = { ...under };
  for (const [field, value] of Object.entries(over)) both[field] = merge(under[field], value);
  return both;
}
