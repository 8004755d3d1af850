import type * as z from 'zod/mini';
import type { Finding, Segments } from './finding.ts';
import { nearestOf } from './nearest.ts';
import { patterns, type PatternName } from './patterns.ts';
import type { Expectation, TypeName } from './problem.ts';

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;

/** What zod found, in our words; its own sentences are never shown. */
export function* zodFindings(issues: readonly Issue[], schema: Schema, value: unknown): Iterable<Finding> {
  for (const issue of issues) yield* findingsOf(issue, { schema, value, at: segmentsOf(issue) });
}

interface Context {
  readonly schema: Schema;
  readonly value: unknown;
  readonly at: Segments;
}

function* findingsOf(issue: Issue, { schema, value, at }: Context): Iterable<Finding> {
  const got = valueAt(value, at);
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) yield unknownField([...at, key], schema, value);
    return;
  }
  if (issue.code === 'invalid_union') {
    yield* unionFindings(issue, { schema, value, at });
    return;
  }
  if (issue.code === 'invalid_key') {
    const expected = expectationOf(issue.issues[0], []);
    yield { at, expected, got: at.at(-1) };
    return;
  }
  if (got === undefined && at.length > 0) {
    yield { at, expected: { kind: 'missing' } };
    return;
  }
  yield { at, expected: expectationOf(issue, isNullable(schemaAt(schema, at)) ? ['null'] : []), got };
}

function expectationOf(issue: Issue | undefined, orTypes: readonly TypeName[]): Expectation {
  switch (issue?.code) {
    case 'invalid_type':
      return { kind: 'type', types: [typeName(issue.expected), ...orTypes] };
    case 'invalid_value':
      return { kind: 'one_of', values: [...issue.values.map(plain), ...(orTypes.includes('null') ? [null] : [])] };
    case 'invalid_format':
      return patternOf(issue.pattern);
    case 'too_small':
      return { kind: issue.origin === 'array' ? 'length' : 'range', min: Number(issue.minimum) };
    case 'too_big':
      return { kind: issue.origin === 'array' ? 'length' : 'range', max: Number(issue.maximum) };
    case 'custom':
      return issue.params?.['expected'] as Expectation;
    default:
      throw new Error(`a schema made an issue that has no words here: ${issue?.code}`);
  }
}

/** The branch that came furthest is the one that was meant; where none got inside, all types are offered. */
function* unionFindings(issue: z.core.$ZodIssueInvalidUnion, { schema, value, at }: Context): Iterable<Finding> {
  const branches = issue.errors.filter((branch) => branch.some((inner) => inner.path.length > 0));
  const [meant] = branches.sort((a, b) => a.length - b.length);
  if (meant !== undefined) {
    for (const inner of meant) yield* findingsOf(inner, { schema, value, at: [...at, ...segmentsOf(inner)] });
    return;
  }
  const types = issue.errors.flatMap(([inner]) => (inner?.code === 'invalid_type' ? [typeName(inner.expected)] : []));
  yield { at, expected: { kind: 'type', types }, got: valueAt(value, at) };
}

function unknownField(at: Segments, schema: Schema, value: unknown): Finding {
  const parent = at.slice(0, -1);
  const definition = unwrap(schemaAt(schema, parent))?._zod.def;
  const allowed = definition?.type === 'object' ? Object.keys(definition.shape) : [];
  const present = valueAt(value, parent);
  const absent = allowed.filter((field) => !(typeof present === 'object' && present !== null && field in present));
  const nearest = nearestOf(String(at.at(-1)), absent) ?? nearestOf(String(at.at(-1)), allowed);
  const expected = { kind: 'unknown_field', allowed, ...(nearest === undefined ? {} : { nearest }) } as const;
  return { at, expected, got: at.at(-1) };
}

function patternOf(source: string | undefined): Expectation {
  const name = patternNames.get(source ?? '');
  if (name === undefined) throw new Error(`a schema uses a pattern that has no name: ${source}`);
  return { kind: 'pattern', name, example: patterns[name].example };
}

const patternNames = new Map(
  Object.entries(patterns).map(([name, { regex }]) => [regex.toString(), name as PatternName] as const),
);

const typeNames: Record<string, TypeName> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  object: 'object',
  record: 'object',
  array: 'array',
};

function typeName(expected: string): TypeName {
  const name = typeNames[expected];
  if (name === undefined) throw new Error(`a schema expects a type that has no name: ${expected}`);
  return name;
}

function plain(value: z.core.util.Primitive): string | number | boolean | null {
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : String(value);
}

function segmentsOf(issue: Issue): Segments {
  return issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
}

function valueAt(value: unknown, at: Segments): unknown {
  let current = value;
  for (const segment of at) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = (current as Record<string | number, unknown>)[segment];
  }
  return current;
}

function schemaAt(schema: Schema, at: Segments): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const segment of at) {
    const definition: z.core.$ZodTypes['_zod']['def'] | undefined = unwrap(current)?._zod.def;
    if (definition?.type === 'object') current = definition.shape[segment];
    else if (definition?.type === 'array') current = definition.element;
    else if (definition?.type === 'record') current = definition.valueType;
    else return undefined;
  }
  return current;
}

function unwrap(schema: Schema | undefined): z.core.$ZodTypes | undefined {
  const known = schema as z.core.$ZodTypes | undefined;
  const definition = known?._zod.def;
  return definition?.type === 'optional' || definition?.type === 'nullable' ? unwrap(definition.innerType) : known;
}

function isNullable(schema: Schema | undefined): boolean {
  const definition = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  if (definition?.type === 'optional') return isNullable(definition.innerType);
  return definition?.type === 'nullable';
}
