import * as z from 'zod/mini';
import { parseJson } from '../../base/json.ts';
import type { Coverage } from './coverage.ts';

/** Istanbul's `coverage-summary.json`: sums only. */
export function readJsonSummary(text: string): Coverage | undefined {
  const read = shape.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const { total, covered } = read.data.total.lines;
  if (total === 0 || covered > total) return undefined;
  return { source: 'json-summary', total: (covered / total) * 100, lines: undefined };
}

const count = z.int().check(z.minimum(0));

const shape = z.object({ total: z.object({ lines: z.object({ total: count, covered: count }) }) });
