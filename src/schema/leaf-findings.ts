import type * as z from 'zod/mini';
import { patternNamed, patterns } from './patterns.ts';
import type { Expectation, TypeName } from './problem.ts';

/** What zod expected of a value, in our words; its own sentences are never shown. */
export function expectationOf(issue: z.core.$ZodIssue, nullable: boolean): Expectation {
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
