import { expect, test } from 'vitest';
import { strictSchema, removeNullFillers } from '../../../src/agents/codex/strict-schema.ts';

const text = { type: 'string', minLength: 1, description: 'A word.' };
const optional = {
  type: 'object',
  properties: {
    status: { enum: ['ready', 'stuck'] },
    note: text,
    parts: { type: 'array', items: { $ref: '#/$defs/part' } },
    empty: { type: ['string', 'null'] },
  },
  required: ['status', 'parts'],
  additionalProperties: false,
  $defs: {
    part: {
      type: 'object',
      properties: { name: text, size: { type: 'integer' } },
      required: ['name'],
      additionalProperties: false,
    },
  },
};

test('what may be absent is asked for as null, and what a provider does not know is left out', () => {
  const word = { type: 'string', description: 'A word.' };
  expect(strictSchema(optional)).toEqual({
    type: 'object',
    properties: {
      status: { enum: ['ready', 'stuck'] },
      note: { anyOf: [word, { type: 'null' }] },
      parts: { type: 'array', items: { $ref: '#/$defs/part' } },
      empty: { anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] },
    },
    required: ['status', 'note', 'parts', 'empty'],
    additionalProperties: false,
    $defs: {
      part: {
        type: 'object',
        properties: { name: word, size: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
        required: ['name', 'size'],
        additionalProperties: false,
      },
    },
  });
});

test('the nulls that stand for what is absent are taken out again, and no others', () => {
  const answer = { status: 'ready', note: null, parts: [{ name: 'a', size: null }], empty: null, unknown: null };
  expect(removeNullFillers(answer, optional)).toEqual({
    status: 'ready',
    parts: [{ name: 'a' }],
    empty: null,
    unknown: null,
  });
  expect(removeNullFillers({ status: null, parts: 'wrong' }, optional)).toEqual({ status: null, parts: 'wrong' });
});

test('of choices, too', () => {
  const shape = (kind: string) => ({
    type: 'object',
    properties: { kind: { const: kind }, why: { type: 'string' } },
    required: ['kind'],
    additionalProperties: false,
  });
  const schema = { ...optional, properties: { one: { oneOf: [shape('a'), shape('b')] } }, required: ['one'] };
  expect(strictSchema(schema)).toHaveProperty('properties.one.anyOf.length', 2);
  expect(removeNullFillers({ one: { kind: 'b', why: null } }, schema)).toEqual({ one: { kind: 'b' } });
});

const closed = (property: unknown) => ({
  type: 'object',
  properties: { property },
  required: ['property'],
  additionalProperties: false,
});

test.each([
  ['an object that may hold anything more', { type: 'object', properties: {} }],
  ['a map', closed({ type: 'object', additionalProperties: { type: 'string' } })],
  ['anything', closed({})],
  ['a list of anything', closed({ type: 'array' })],
  ['all of several', closed({ allOf: [{ type: 'string' }] })],
  ['a choice with anything in it', closed({ anyOf: [{ type: 'string' }, {}] })],
  ['no object', { type: 'array', items: { type: 'string' } }],
])('cannot be said: %s', (_, schema) => {
  expect(strictSchema(schema)).toBeUndefined();
});
