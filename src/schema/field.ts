import * as z from 'zod/mini';
import { patterns, type PatternName } from '../base/patterns.ts';

/*
 * The words that document schemas are written in. Each takes what the field means, in one line: JSON Schema and
 * docs/reference/files.md show it.
 */

export function meaning<S extends z.ZodMiniType>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

export function text(description: string) {
  return meaning(z.string(), description);
}

export function matching(name: PatternName, description: string) {
  return meaning(z.string().check(z.regex(patterns[name].regex)), description);
}

export function choice<const V extends readonly string[]>(values: V, description: string) {
  return meaning(z.enum(values), description);
}

export function exactly<const V extends string | number>(value: V, description: string) {
  return meaning(z.literal(value), description);
}

export function flag(description: string) {
  return meaning(z.boolean(), description);
}

/** A whole number of at least `min`. */
export function whole(description: string, { min = 0, max }: { min?: number; max?: number } = {}) {
  const checks = max === undefined ? [z.gte(min)] : [z.gte(min), z.lte(max)];
  return meaning(z.int().check(...checks), description);
}

export function amount(description: string, { max }: { max?: number } = {}) {
  const checks = max === undefined ? [z.gte(0)] : [z.gte(0), z.lte(max)];
  return meaning(z.number().check(...checks), description);
}

export function record<S extends z.ZodMiniType>(key: PatternName | 'any', value: S, description: string) {
  const keys = key === 'any' ? z.string() : z.string().check(z.regex(patterns[key].regex));
  return meaning(z.record(keys, value), description);
}

export function list<S extends z.ZodMiniType>(element: S, description: string) {
  return meaning(z.array(element), description);
}

export function texts(description: string) {
  return list(z.string(), description);
}

export function group<S extends z.core.$ZodLooseShape>(shape: S, description: string) {
  return meaning(z.strictObject(shape), description);
}

/** The field may be absent; when present it has a value. */
export const maybe = z.exactOptional;

/** The field is always present and may be null. The description of `schema` is kept. */
export function orNull<S extends z.ZodMiniType>(schema: S) {
  return meaning(z.nullable(schema), z.globalRegistry.get(schema)?.description ?? '');
}

export function time(description: string) {
  return matching('time', description);
}

/** The same with every field optional, at every depth: for files that a default completes. */
export function partial(schema: z.ZodMiniObject): z.ZodMiniObject<Record<string, z.core.$ZodType>, z.core.$strict> {
  const fields: Record<string, z.core.$ZodType> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    const inner = field instanceof z.ZodMiniExactOptional ? field.def.innerType : field;
    fields[name] = maybe(inner instanceof z.ZodMiniObject ? partial(inner) : inner);
  }
  return meaning(z.strictObject(fields), z.globalRegistry.get(schema)?.description ?? '');
}
