/** The words of JSON Schema that `jsonSchemaOf` uses; any other is an error, so that none is passed over silently. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

const known = new Set(
  (
    '$schema $id title description type const enum pattern minimum maximum minItems ' +
    'items properties required additionalProperties propertyNames anyOf'
  ).split(' '),
);

export function fits(schema: JsonSchema, value: unknown): boolean {
  for (const word of Object.keys(schema)) if (!known.has(word)) throw new Error(`JSON Schema uses ${word}`);
  if (schema.type !== undefined && ![schema.type].flat().some((type) => isOfType(type, value))) return false;
  if ('const' in schema && value !== schema.const) return false;
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false;
  if (schema.anyOf !== undefined && !schema.anyOf.some((branch) => fits(branch, value))) return false;
  if (typeof value === 'string') return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value);
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0 } = schema;
    return value.length >= minItems && value.every((item) => fits(items, item));
  }
  return typeof value !== 'object' || value === null || fitsObject(schema, value);
}

function fitsObject(schema: JsonSchema, value: object): boolean {
  if (schema.required?.some((field) => !Object.hasOwn(value, field))) return false;
  return Object.entries(value).every(([field, inner]) => {
    if (schema.propertyNames !== undefined && !fits(schema.propertyNames, field)) return false;
    const own = schema.properties?.[field] ?? schema.additionalProperties ?? {};
    return own !== false && fits(own, inner);
  });
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
