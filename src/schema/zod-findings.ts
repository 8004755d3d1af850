import * as z from 'zod/mini';
import { valueAt, type Finding, type Segments } from './finding.ts';
import { nearestOf } from './nearest.ts';
import { patternNamed, patterns } from './patterns.ts';
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
  if (issue.code === 'invalid_key') {
    const expected = expectationOf(issue.issues[0], []);
    yield { at, expected, got: at.at(-1) };
    return;
  }
  if (got === undefined && at.length > 0) {
    yield { at, expected: { kind: 'missing' } };
    return;
  }
  if (issue.code === 'invalid_union') {
    yield* unionFindings(issue, { schema, value, at });
    return;
  }
  yield { at, expected: expectationOf(issue, isNullable(schemaAt(schema, at)) ? ['null'] : []), got };
}

function expectationOf(issue: Issue | undefined, orTypes: readonly TypeName[]): Expectation {
  if (issue?.code === 'invalid_type') return { kind: 'type', types: [typeName(issue.expected), ...orTypes] };
  if (issue?.code === 'invalid_value') {
    const values = issue.values.map(plain);
    return { kind: 'one_of', values: orTypes.includes('null') ? [...values, null] : values };
  }
  if (issue?.code === 'invalid_format') return patternOf(issue.pattern);
  if (issue?.code === 'too_small') {
    return { kind: issue.origin === 'array' ? 'length' : 'range', min: Number(issue.minimum) };
  }
  if (issue?.code === 'too_big') {
    return { kind: issue.origin === 'array' ? 'length' : 'range', max: Number(issue.maximum) };
  }
  if (issue?.code === 'custom' && isExpectation(issue.params?.['expected'])) return issue.params['expected'];
  throw new Error(`a schema made an issue that has no words here: ${issue?.code}`);
}

function isExpectation(value: unknown): value is Expectation {
  return typeof value === 'object' && value !== null && 'kind' in value;
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
  const object = unwrap(schemaAt(schema, parent));
  const allowed = object instanceof z.ZodMiniObject ? Object.keys(object.shape) : [];
  const present = valueAt(value, parent);
  const absent = allowed.filter((field) => !(typeof present === 'object' && present !== null && field in present));
  const nearest = nearestOf(String(at.at(-1)), absent) ?? nearestOf(String(at.at(-1)), allowed);
  const expected = { kind: 'unknown_field', allowed, ...(nearest === undefined ? {} : { nearest }) } as const;
  return { at, expected, got: at.at(-1) };
}

function patternOf(regex: string | undefined): Expectation {
  const name = patternNamed(regex ?? '');
  if (name === undefined) throw new Error(`a schema uses a pattern that has no name: ${regex}`);
  return { kind: 'pattern', name, example: patterns[name].example };
}

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

function schemaAt(schema: Schema, at: Segments): Schema | undefined {
  let current: Schema | undefined = schema;
  for (const segment of at) {
    const inner = unwrap(current);
    if (inner instanceof z.ZodMiniObject) current = inner.shape[segment];
    else if (inner instanceof z.ZodMiniArray) current = inner.def.element;
    else if (inner instanceof z.ZodMiniRecord) current = inner.def.valueType;
    else return undefined;
  }
  return current;
}

function unwrap(schema: Schema | undefined): Schema | undefined {
  if (isOptional(schema) || schema instanceof z.ZodMiniNullable) return unwrap(schema.def.innerType);
  return schema;
}

function isNullable(schema: Schema | undefined): boolean {
  return isOptional(schema) ? isNullable(schema.def.innerType) : schema instanceof z.ZodMiniNullable;
}

function isOptional(schema: Schema | undefined): schema is z.ZodMiniExactOptional {
  return schema instanceof z.ZodMiniExactOptional;
}
