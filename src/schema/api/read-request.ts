import type * as z from 'zod/mini';
import { err, ok, type Result } from '../../base/result.ts';
import { conforms } from '../conform.ts';
import { type Finding, toProblems } from '../finding.ts';
import type { Problem } from '../../base/document-problem.ts';

/** A part of a request, if it is as the route wants it. */
export function readPart<T>(schema: z.ZodMiniType<T>, value: unknown): Result<T, Problem[]> {
  const findings: Finding[] = [];
  if (conforms(schema, value, findings)) return ok(value);
  return err(toProblems(findings, { text: '', locate: (paths) => paths.map(() => undefined) }));
}
