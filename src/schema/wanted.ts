import type * as z from 'zod/mini';
import { err, ok, type Result } from '../base/result.ts';
import { conforms } from './conform.ts';
import { type Finding, firstFindings, toProblems } from './finding.ts';
import { jsonSchemaOfShape } from './json-schema.ts';
import type { Problem } from '../base/document-problem.ts';

/** The shape an answer must have, and what is wrong with one. */
export interface Wanted<T> {
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  check(value: unknown): Result<T, readonly Problem[]>;
}

export function wanted<T>(schema: z.ZodMiniType<T>, rules: (answer: T) => Iterable<Finding>): Wanted<T> {
  // Vendors' validators know older drafts too, and refuse a schema that names a draft they do not have.
  const { $schema: _, ...jsonSchema } = jsonSchemaOfShape(schema);
  return {
    jsonSchema,
    check(value) {
      const findings: Finding[] = [];
      if (!conforms(schema, value, findings)) return err(problemsOf(findings));
      findings.push(...firstFindings(rules(value)));
      return findings.length > 0 ? err(problemsOf(findings)) : ok(value);
    },
  };
}

/** An answer is a value, not a text: there are no lines to point at. */
function problemsOf(findings: readonly Finding[]): Problem[] {
  return toProblems(findings, { text: '', locate: (paths) => paths.map(() => undefined) });
}
