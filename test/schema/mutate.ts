import fc from 'fast-check';
import { stringify } from 'yaml';
import type { DocumentName } from '../../src/schema/documents.ts';
import { fixtures, type Fixture } from './fixtures.ts';

export interface Mutant {
  readonly name: DocumentName;
  readonly how: string;
  readonly bytes: Uint8Array;
}

/** Samples with one to three things done to them. */
export const mutants: fc.Arbitrary<Mutant> = fc.constantFrom(...fixtures).chain((fixture) => {
  const done = fc.array(
    fc.constantFrom(...mutations).chain((mutation) => fc.tuple(fc.constant(mutation), dice)),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  return fc.tuple(done, wrongTypeIn(fixture)).map(([steps, wrong]) => ({
    name: fixture.name,
    how: steps.map(([mutation]) => mutation.name).join(' + '),
    bytes: steps.reduce<Uint8Array>(
      (bytes, [mutation, numbers]) => mutation(bytes, { roll: roller(numbers), fixture, wrong }),
      new TextEncoder().encode(fixture.text),
    ),
  }));
});

interface Means {
  /** A number below the given one. */
  readonly roll: (below: number) => number;
  readonly fixture: Fixture;
  /** The sample with a value of a wrong type at some path. */
  readonly wrong: string;
}

type Mutation = (bytes: Uint8Array, means: Means) => Uint8Array;

const dice = fc.array(fc.nat(), { minLength: 16, maxLength: 16 });

function roller(numbers: readonly number[]): (below: number) => number {
  let next = 0;
  return (below) => (numbers[next++ % numbers.length] ?? 0) % Math.max(1, below);
}

function flipBits(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const flipped = bytes.slice();
  for (let times = roll(8) + 1; times > 0; times--) {
    const at = roll(flipped.length);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << roll(8));
  }
  return flipped;
}

function cut(bytes: Uint8Array, { roll }: Means): Uint8Array {
  return bytes.slice(0, roll(bytes.length + 1));
}

function cutOut(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const at = roll(bytes.length);
  return splice(bytes, at, at + roll(64), '');
}

function repeatPart(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const at = roll(bytes.length);
  return splice(bytes, at, at, new TextDecoder().decode(bytes.slice(at, at + roll(200))));
}

function repeatLine(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split('\n');
  const at = roll(lines.length);
  return new TextEncoder().encode(lines.toSpliced(at, 0, lines[at] ?? '').join('\n'));
}

function nul(bytes: Uint8Array, { roll }: Means): Uint8Array {
  return splice(bytes, roll(bytes.length), 0, '\0'.repeat(roll(4) + 1));
}

function byteOrderMark(bytes: Uint8Array, { roll }: Means): Uint8Array {
  return splice(bytes, roll(2) === 0 ? 0 : roll(bytes.length), 0, '\uFEFF');
}

function lineEnds(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const end = ['\r\n', '\r', '\n\n', '\u2028', ' \n'][roll(5)] ?? '\n';
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\n', end));
}

function deepNesting(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const depth = [63, 64, 65, 100, 833, 5_000, 50_000][roll(7)] ?? 65;
  const opener = ['[', '{"a":', '{a: ', '- ', '? ', ': ', '[[],'][roll(7)] ?? '[';
  const indented = Array.from({ length: Math.min(depth, 700) }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
  const text = roll(6) === 0 ? `\n${indented}` : opener.repeat(depth);
  return splice(bytes, roll(3) === 0 ? 0 : roll(bytes.length), 0, text);
}

function aliasBomb(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const levels = Array.from({ length: roll(20) + 2 }, (_, i) => {
    return `b${i}: &b${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'x' : `*b${i - 1}`)).join(',')}]\n`;
  });
  return splice(bytes, 0, 0, levels.join(''));
}

function manyKeys(bytes: Uint8Array, { roll, fixture }: Means): Uint8Array {
  const count = [1_000, 10_000, 100_000][roll(3)] ?? 1_000;
  const keys = Array.from({ length: count }, (_, i) => `"k${i}":${fixture.file.endsWith('.yaml') ? ' ' : ''}1`);
  if (roll(2) === 0) return splice(bytes, bytes.indexOf(123) + 1, 0, `${keys.join(',')},`);
  return splice(bytes, bytes.length, 0, `${keys.join('\n')}\n`);
}

function hugeNumber(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const huge = [
    '9'.repeat(400),
    '-90071992547409930',
    '1e400',
    '1e-400',
    '0x1fffffffffffffffff',
    '.inf',
    '1'.repeat(5000),
  ];
  return replaceSome(bytes, /(?<=: )(\d+|"[^"\n]*")/g, roll, huge[roll(huge.length)] ?? '');
}

function badKey(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const keys = ['__proto__', 'constructor', 'prototype', 'toString', '\\u005f_proto__', '<<', ''];
  return replaceSome(bytes, /(?<=["\s])\w+(?="?:)/g, roll, keys[roll(keys.length)] ?? '');
}

function nastyText(bytes: Uint8Array, { roll }: Means): Uint8Array {
  const texts = [
    '&a ', '*a', '!!js/function ', '!', '%YAML 1.1\n', '\n---\n', '\n...\n', '\n<<: {}\n', '\u2028', '\u0085', '"\\ud800"',
    '|9\n', '>-\n', '\t', '# ', "'", '"', '\\', '`', '@', '{', '}', '[', ']', ',', ':', ': ', '- ', '\n', '\u001b[2J', '\u202e',
  ]; // prettier-ignore
  return splice(bytes, roll(bytes.length), 0, (texts[roll(texts.length)] ?? '').repeat(roll(3) + 1));
}

function wrongType(_: Uint8Array, { wrong }: Means): Uint8Array {
  return new TextEncoder().encode(wrong);
}

const mutations: readonly Mutation[] = [
  flipBits,
  cut,
  cutOut,
  repeatPart,
  repeatLine,
  nul,
  byteOrderMark,
  lineEnds,
  deepNesting,
  aliasBomb,
  manyKeys,
  hugeNumber,
  badKey,
  nastyText,
  wrongType,
];

function wrongTypeIn(fixture: Fixture): fc.Arbitrary<string> {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(-1, 1.5, '', 'x'.repeat(10_000), [], {}, null, true));
  return fc.tuple(fc.nat(), value).map(([at, wrong]) => {
    const copy: { root: unknown } = { root: structuredClone(fixture.value) };
    const places = [...settersIn(copy)];
    places[at % places.length]?.(wrong);
    return fixture.file.endsWith('.json') ? JSON.stringify(copy.root, null, 2) : stringify(copy.root);
  });
}

/** One function for each place in a value, which puts something else there. */
function* settersIn(container: object): Iterable<(value: unknown) => void> {
  for (const [key, inner] of Object.entries(container)) {
    yield (value) => Object.assign(container, { [key]: value });
    if (typeof inner === 'object' && inner !== null) yield* settersIn(inner);
  }
}

function replaceSome(bytes: Uint8Array, what: RegExp, roll: Means['roll'], by: string): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const matches = [...text.matchAll(what)];
  const match = matches[roll(matches.length)];
  if (match === undefined) return bytes;
  return new TextEncoder().encode(text.slice(0, match.index) + by + text.slice(match.index + match[0].length));
}

function splice(bytes: Uint8Array, from: number, to: number, text: string): Uint8Array {
  return Buffer.concat([bytes.slice(0, from), new TextEncoder().encode(text), bytes.slice(Math.max(from, to))]);
}
