import * as z from 'zod/mini';
import { isRecord } from '../base/json.ts';
import { type Finding, type Segments, valueAt } from './finding.ts';
import { nearestOf } from './nearest.ts';
import { patternNamed, patterns } from '../base/patterns.ts';
import { type Expectation, maxProblems, type TypeName } from '../base/document-problem.ts';

type Schema = z.core.$ZodType;

/**
 * Whether a value has the shape of a schema. What is wrong is put into `findings`, and the search ends with the last
 * that may be shown: zod's own parse goes on to the end, holds every issue it met, and throws beyond some 100,000.
 * Zod judges the values that hold no others.
 */
export function conforms<T>(schema: z.ZodMiniType<T>, value: unknown, findings: Finding[]): value is T {
  walk(schema, value, { at: [], findings });
  return findings.length === 0;
}

interface Place {
  readonly at: Segments;
  readonly findings: Finding[];
  readonly nullable?: boolean;
}

function walk(schema: Schema, value: unknown, place: Place): void {
  if (schema instanceof z.ZodMiniExactOptional) walk(schema.def.innerType, value, place);
  else if (schema instanceof z.ZodMiniNullable) walkNullable(schema.def.innerType, value, place);
  else if (schema instanceof z.ZodMiniObject) walkObject(schema, value, place);
  else if (schema instanceof z.ZodMiniArray) walkList(schema, value, place);
  else if (schema instanceof z.ZodMiniRecord) walkRecord(schema, value, place);
  else if (schema instanceof z.ZodMiniDiscriminatedUnion) walkKinds(schema, value, place);
  else if (schema instanceof z.ZodMiniUnion) walkUnion(schema, value, place);
  else judge(schema, value, place);
}

function walkNullable(schema: Schema, value: unknown, place: Place): void {
  if (value !== null) walk(schema, value, { ...place, nullable: true });
}

function walkObject(schema: z.ZodMiniObject, value: unknown, place: Place): void {
  if (!isRecord(value)) return judge(schema, value, place);
  const { at, findings } = place;
  const { shape } = schema;
  for (const field in value) {
    if (isFull(findings)) return;
    if (!Object.hasOwn(shape, field)) findings.push(unknownField([...at, field], Object.keys(shape), value));
  }
  for (const [field, inner] of Object.entries(shape)) {
    if (isFull(findings)) return;
    if (Object.hasOwn(value, field)) walk(inner, value[field], { at: [...at, field], findings });
    else if (!(inner instanceof z.ZodMiniExactOptional)) {
      findings.push({ at: [...at, field], expected: { kind: 'missing' } });
    }
  }
}

function walkList(schema: z.ZodMiniArray, value: unknown, place: Place): void {
  if (!Array.isArray(value)) return judge(schema, value, place);
  const { at, findings } = place;
  const before = findings.length;
  for (let i = 0; i < value.length; i++) {
    if (isFull(findings)) return;
    walk(schema.def.element, value[i], { at: [...at, i], findings });
  }
  const hasLength = (schema.def.checks ?? []).length > 0;
  if (hasLength && findings.length === before) judge(schema, value, place);
}

function walkRecord(schema: z.ZodMiniRecord, value: unknown, place: Place): void {
  if (!isRecord(value)) return judge(schema, value, place);
  const { at, findings } = place;
  const { keyType, valueType } = schema.def;
  for (const key in value) {
    if (isFull(findings)) return;
    judge(keyType, key, { at: [...at, key], findings });
    walk(valueType, value[key], { at: [...at, key], findings });
  }
}

/** What it calls itself says which branch is meant; without that none is tried. */
function walkKinds(schema: z.ZodMiniDiscriminatedUnion, value: unknown, place: Place): void {
  if (!isRecord(value)) {
    place.findings.push({ at: place.at, expected: { kind: 'type', types: ['object'] }, got: value });
    return;
  }
  const { def } = schema;
  const name = 'discriminator' in def && typeof def.discriminator === 'string' ? def.discriminator : '';
  const kind = value[name];
  const known = def.options.map((option) => literalsOf(option, name));
  const meant = def.options[known.findIndex((names) => names.some((one) => one === kind))];
  if (meant !== undefined) return walk(meant, value, place);
  const at = [...place.at, name];
  if (kind === undefined) place.findings.push({ at, expected: { kind: 'missing' } });
  else place.findings.push({ at, expected: { kind: 'one_of', values: known.flat().map(plain) }, got: kind });
}

function literalsOf(option: Schema, field: string): readonly z.core.util.Literal[] {
  const inner = option instanceof z.ZodMiniObject ? option.shape[field] : undefined;
  return inner instanceof z.ZodMiniLiteral ? inner.def.values : [];
}

/** Of the branches that do not fit, the one that came furthest was meant; where none got inside, each type is offered. */
function walkUnion(schema: z.ZodMiniUnion, value: unknown, place: Place): void {
  const branches = schema.def.options.map((option) => {
    const findings: Finding[] = [];
    walk(option, value, { at: place.at, findings });
    return findings;
  });
  if (branches.some((findings) => findings.length === 0)) return;
  const meant = branches.find(([first]) => first !== undefined && first.at.length > place.at.length);
  if (meant !== undefined) {
    place.findings.push(...meant);
    return;
  }
  const types = branches.flatMap(([first]) => (first?.expected.kind === 'type' ? first.expected.types : []));
  place.findings.push({ at: place.at, expected: { kind: 'type', types }, got: value });
}

function judge(schema: Schema, value: unknown, { at, findings, nullable = false }: Place): void {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return;
  for (const issue of parsed.error.issues) {
    const inner = issue.path.map((segment) => (typeof segment === 'number' ? segment : String(segment)));
    findings.push({ at: [...at, ...inner], expected: expectationOf(issue, nullable), got: valueAt(value, inner) });
  }
}

function unknownField(at: Segments, allowed: readonly string[], value: object): Finding {
  const field = String(at.at(-1));
  const absent = allowed.filter((name) => !Object.hasOwn(value, name));
  const nearest = nearestOf(field, absent) ?? nearestOf(field, allowed);
  return {
    at,
    expected: { kind: 'unknown_field', allowed, ...(nearest === undefined ? {} : { nearest }) },
    got: field,
  };
}

function isFull(findings: readonly Finding[]): boolean {
  return findings.length >= maxProblems;
}

/** What zod expected of a value, in our words; its own sentences are never shown. */
function expectationOf(issue: z.core.$ZodIssue, nullable: boolean): Expectation {
  if (issue.code === 'invalid_type') {
    return { kind: 'type', types: nullable ? [typeName(issue.expected), 'null'] : [typeName(issue.expected)] };
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(plain);
    return { kind: 'one_of', values: nullable ? [...values, null] : values };
  }
  if (issue.code === 'invalid_format') return patternOf(issue.pattern);
  if (issue.code === 'too_small') {
    return { kind: issue.origin === 'array' ? 'length' : 'range', min: Number(issue.minimum) };
  }
  if (issue.code === 'too_big') {
    return { kind: issue.origin === 'array' ? 'length' : 'range', max: Number(issue.maximum) };
  }
  if (issue.code === 'custom' && isExpectation(issue.params?.['expected'])) return issue.params['expected'];
  throw new Error(`a schema made an issue that has no words here: ${issue.code}`);
}

function isExpectation(value: unknown): value is Expectation {
  return typeof value === 'object' && value !== null && 'kind' in value;
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
