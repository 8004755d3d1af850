import * as z from 'zod/mini';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Codex asks for `strict` answers, and the provider refuses every schema outside a small part of JSON Schema: each
 * property required, none beyond those named. What may be absent is therefore asked for as "or null". Undefined where the
 * schema cannot be said so. Only the shape counts: what is left out here is checked by us.
 */
export function strictSchema(schema: JsonSchema): JsonSchema | undefined {
  return schema['type'] === 'object' ? strict(schema) : undefined;
}

/** An answer as the schema itself wants it: without the nulls that stand for what is absent. */
export function removeNullFillers(answer: unknown, schema: JsonSchema): unknown {
  return strip(answer, schema, schema);
}

const KEPT_KEYWORDS = ['type', 'enum', 'const', 'description', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'];

const UNSUPPORTED_KEYWORDS = [
  'allOf',
  'not',
  'if',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'dependentSchemas',
];

function strict(node: unknown): JsonSchema | undefined {
  const schema = asSchema(node);
  if (schema === undefined || UNSUPPORTED_KEYWORDS.some((word) => word in schema)) return undefined;
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const said: Record<string, unknown> = {};
  for (const word of KEPT_KEYWORDS) if (word in schema) said[word] = schema[word];
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) said['anyOf'] = choices.map(strict);
  if ('items' in schema) said['items'] = strict(schema['items']);
  if ('$defs' in schema) said['$defs'] = mapSchemas(schema['$defs'], strict);
  if (schema['type'] === 'object') Object.assign(said, strictObject(schema));
  return isExpressible(said) ? said : undefined;
}

function strictObject(schema: JsonSchema): JsonSchema {
  const required = requiredNames(schema);
  const properties = mapSchemas(schema['properties'], (property, name) => {
    const said = strict(property);
    return said === undefined || required.includes(name) ? said : { anyOf: [said, { type: 'null' }] };
  });
  return {
    properties,
    required: Object.keys(properties ?? {}),
    additionalProperties: schema['additionalProperties'] === false ? false : undefined,
  };
}

/** Anything undefined in it is something that could not be said. */
function isExpressible(said: Record<string, unknown>): boolean {
  const hasMeaning = ['type', 'enum', 'const', 'anyOf'].some((word) => word in said);
  if (!hasMeaning || (said['type'] === 'array' && !('items' in said))) return false;
  return Object.values(said).every((value) => {
    if (Array.isArray(value)) return !value.includes(undefined);
    return value !== undefined;
  });
}

/** Undefined when any of them is. */
function mapSchemas(
  schemas: unknown,
  map: (schema: unknown, name: string) => JsonSchema | undefined,
): Record<string, JsonSchema> | undefined {
  const all: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(asSchema(schemas) ?? {})) {
    const said = map(schema, name);
    if (said === undefined) return undefined;
    all[name] = said;
  }
  return all;
}

function strip(value: unknown, node: unknown, root: JsonSchema): unknown {
  const schema = resolveRef(node, root);
  if (schema === undefined) return value;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return choices.reduce<unknown>((left, choice) => strip(left, choice, root), value);
  if (Array.isArray(value)) return value.map((element: unknown) => strip(element, schema['items'], root));
  const properties = asSchema(schema['properties']);
  const fields = asSchema(value);
  if (properties === undefined || fields === undefined) return value;
  const required = requiredNames(schema);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const property = properties[name];
      if (field !== null) return [[name, strip(field, property, root)]];
      const isFiller = property !== undefined && !required.includes(name) && !allowsNull(property, root);
      return isFiller ? [] : [[name, null]];
    }),
  );
}

function allowsNull(node: unknown, root: JsonSchema): boolean {
  const schema = resolveRef(node, root);
  const type = schema?.['type'];
  const choices = schema?.['anyOf'] ?? schema?.['oneOf'];
  if (Array.isArray(choices)) return choices.some((choice) => allowsNull(choice, root));
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

function resolveRef(node: unknown, root: JsonSchema): JsonSchema | undefined {
  const schema = asSchema(node);
  const reference = schema?.['$ref'];
  if (typeof reference !== 'string') return schema;
  if (reference === '#') return root;
  return asSchema(asSchema(root['$defs'])?.[reference.replace('#/$defs/', '')]);
}

function requiredNames(schema: JsonSchema): readonly unknown[] {
  return Array.isArray(schema['required']) ? schema['required'] : [];
}

const anySchema = z.record(z.string(), z.unknown());

function asSchema(value: unknown): JsonSchema | undefined {
  return anySchema.safeParse(value).data;
}
