import * as z from 'zod/mini';

export type Schema = Readonly<Record<string, unknown>>;

/**
 * Codex asks for `strict` answers, and the provider refuses every schema outside a small part of JSON Schema: each
 * property required, none beyond those named. What may be absent is therefore asked for as "or null". Undefined where the
 * schema cannot be said so. Only the shape counts: what is left out here is checked by us.
 */
export function strictSchema(schema: Schema): Schema | undefined {
  return schema['type'] === 'object' ? strict(schema) : undefined;
}

/** An answer as the schema itself wants it: without the nulls that stand for what is absent. */
export function withoutFillers(answer: unknown, schema: Schema): unknown {
  return strip(answer, schema, schema);
}

const SAID_ALIKE = ['type', 'enum', 'const', 'description', 'pattern', 'minimum', 'maximum', 'minItems', 'maxItems'];

const CANNOT_BE_SAID = ['allOf', 'not', 'if', 'patternProperties', 'prefixItems', 'propertyNames', 'dependentSchemas'];

function strict(node: unknown): Schema | undefined {
  const schema = schemaOf(node);
  if (schema === undefined || CANNOT_BE_SAID.some((word) => word in schema)) return undefined;
  if (typeof schema['$ref'] === 'string') return { $ref: schema['$ref'] };
  const said: Record<string, unknown> = {};
  for (const word of SAID_ALIKE) if (word in schema) said[word] = schema[word];
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) said['anyOf'] = choices.map(strict);
  if ('items' in schema) said['items'] = strict(schema['items']);
  if ('$defs' in schema) said['$defs'] = mapped(schema['$defs'], strict);
  if (schema['type'] === 'object') Object.assign(said, strictObject(schema));
  return isSaid(said) ? said : undefined;
}

function strictObject(schema: Schema): Schema {
  const required = requiredIn(schema);
  const properties = mapped(schema['properties'], (property, name) => {
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
function isSaid(said: Record<string, unknown>): boolean {
  const hasMeaning = ['type', 'enum', 'const', 'anyOf'].some((word) => word in said);
  if (!hasMeaning || (said['type'] === 'array' && !('items' in said))) return false;
  return Object.values(said).every((value) => {
    if (Array.isArray(value)) return !value.includes(undefined);
    return value !== undefined;
  });
}

/** Undefined when any of them is. */
function mapped(
  schemas: unknown,
  map: (schema: unknown, name: string) => Schema | undefined,
): Record<string, Schema> | undefined {
  const all: Record<string, Schema> = {};
  for (const [name, schema] of Object.entries(schemaOf(schemas) ?? {})) {
    const said = map(schema, name);
    if (said === undefined) return undefined;
    all[name] = said;
  }
  return all;
}

function strip(value: unknown, node: unknown, root: Schema): unknown {
  const schema = resolved(node, root);
  if (schema === undefined) return value;
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return choices.reduce<unknown>((left, choice) => strip(left, choice, root), value);
  if (Array.isArray(value)) return value.map((element: unknown) => strip(element, schema['items'], root));
  const properties = schemaOf(schema['properties']);
  const fields = schemaOf(value);
  if (properties === undefined || fields === undefined) return value;
  const required = requiredIn(schema);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const property = properties[name];
      if (field !== null) return [[name, strip(field, property, root)]];
      const isFiller = property !== undefined && !required.includes(name) && !allowsNull(property, root);
      return isFiller ? [] : [[name, null]];
    }),
  );
}

function allowsNull(node: unknown, root: Schema): boolean {
  const schema = resolved(node, root);
  const type = schema?.['type'];
  const choices = schema?.['anyOf'] ?? schema?.['oneOf'];
  if (Array.isArray(choices)) return choices.some((choice) => allowsNull(choice, root));
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

function resolved(node: unknown, root: Schema): Schema | undefined {
  const schema = schemaOf(node);
  const reference = schema?.['$ref'];
  if (typeof reference !== 'string') return schema;
  if (reference === '#') return root;
  return schemaOf(schemaOf(root['$defs'])?.[reference.replace('#/$defs/', '')]);
}

function requiredIn(schema: Schema): readonly unknown[] {
  return Array.isArray(schema['required']) ? schema['required'] : [];
}

const anySchema = z.record(z.string(), z.unknown());

function schemaOf(value: unknown): Schema | undefined {
  const parsed = anySchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
