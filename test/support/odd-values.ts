import type * as z from 'zod/mini';
import { jsonSchemaOfShape } from '../../src/schema/json-schema.ts';
import { patterns } from '../../src/base/patterns.ts';
import { takesNothing } from '../../src/schema/api/route.ts';

/** Texts that are often forgotten. */
const TEXTS = [
  '',
  ' ',
  '\0',
  '..',
  '../../etc/passwd',
  '-x',
  '--',
  'HEAD',
  '한국어 \u2028 😀',
  '\ud800',
  '\u001b[2J',
  'x'.repeat(70_000),
  '__proto__',
  '{}',
  '0',
];
const NUMBERS = [0, 1, -1, 9_007_199_254_740_991, 64, 65_536];

interface Shape {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: Shape | undefined;
}

/** Something that hardly anybody means, often what a schema lets in; undefined where it lets nothing in. */
export function oddValue(schema: z.ZodMiniType, random: () => number): unknown {
  return takesNothing(schema) ? undefined : oddJson(jsonSchemaOfShape(schema), random);
}

export function oddJson(schema: object, random: () => number): unknown {
  return valueOf(schema, random);
}

/** One part in thirty is of another kind. */
const OTHER = 1 / 30;

function valueOf(shape: Shape, random: () => number): unknown {
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  if (random() < OTHER) return one<unknown>([...TEXTS, ...NUMBERS, 0.5, null, true, [], {}, [[]]]);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return one(shape.enum);
  const branches = shape.anyOf ?? shape.oneOf;
  if (branches !== undefined) return valueOf(one(branches), random);
  switch (shape.type ?? '') {
    case 'string':
      return shape.pattern === undefined ? one(TEXTS) : exampleOf(shape.pattern);
    case 'integer':
    case 'number':
      return one(NUMBERS.filter((each) => each >= (shape.minimum ?? -1) && each <= (shape.maximum ?? Infinity)));
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Math.floor(random() * 3) }, () => valueOf(shape.items ?? {}, random));
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([key]) => shape.required?.includes(key) === true || random() < 0.7)
          .map(([key, each]) => [key, valueOf(each, random)]),
      );
    default:
      return one(TEXTS);
  }
}

function exampleOf(pattern: string): string {
  const found = Object.values(patterns).find(({ regex }) => regex.source === pattern);
  return found?.example ?? '';
}
