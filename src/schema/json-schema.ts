import * as z from 'zod/mini';
import { schemaOf, type DocumentName } from './documents.ts';
import { handwritten } from './graph-fields.ts';

/*
 * JSON Schema (draft 2020-12): shapes. Rules between fields have no place in it. Only the command that prints it and
 * calls of agents need this file.
 */

export function jsonSchemaOf(name: DocumentName): Record<string, unknown> {
  const { $schema, ...shape } = jsonSchemaOfShape(schemaOf(name));
  return { $schema, $id: `urn:orchestral:schema:${name}`, title: name, ...shape };
}

export function jsonSchemaOfShape(schema: z.ZodMiniType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, handwritten.get(zodSchema));
      // Zod states the bounds of safe integers on every whole number; they are in no document's definition.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}
