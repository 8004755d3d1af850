import type * as z from 'zod/mini';
import type { Problem } from '../../base/document-problem.ts';
import type { Result } from '../../base/result.ts';
import { readPart } from '../api/read-request.ts';
import { jsonSchemaOfShape } from '../json-schema.ts';

/** What goes into a tool or comes out of it: read strictly, and told to clients as JSON Schema. */
export interface Shape<T> {
  read(value: unknown): Result<T, Problem[]>;
  json(): Record<string, unknown>;
}

export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

export function shape<T>(schema: z.ZodMiniType<T>): Shape<T> {
  return { read: (value) => readPart(schema, value), json: () => jsonSchemaOfShape(schema) };
}
