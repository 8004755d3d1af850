import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFencedAnswer } from '../../src/agents/fenced-answer.ts';
import { seed } from '../support/tier.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

function fence(content: string, language = '', marks = '```'): string {
  return `${marks}${language}\n${content}\n${marks}`;
}

function valueOf(text: string): unknown {
  const answer = parseFencedAnswer(text);
  return answer.ok ? answer.value : answer.error[0]?.expected;
}

describe('finds the answer', () => {
  const found: [what: string, text: string][] = [
    ['in a block of JSON', `Here:\n${fence('{"a": 1}', 'json')}\n`],
    ['in a block of YAML', fence('a: 1', 'yaml')],
    ['marked yml, in capitals, with more behind it', fence('a: 1', 'YML title=answer')],
    ['in the last of several', `${fence('a: 2', 'yaml')}\n${fence('a: 1', 'yaml')}`],
    ['before a block of something else', `${fence('a: 1', 'yaml')}\n${fence('rm -rf .', 'sh')}`],
    ['in a block without a language, if there is no better', fence('a: 1')],
    ['not in a block without a language, if there is', `${fence('a: 1', 'yaml')}\n${fence('a: 2')}`],
    ['between tildes', fence('a: 1', 'yaml', '~~~')],
    ['between longer fences', fence('a: 1', 'yaml', '`````')],
    ['in a list, indented', `- so:\n\n    ${fence('a: 1', 'yaml').replaceAll('\n', '\n    ')}`],
    ['with the line ends of another system', fence('a: 1', 'yaml').replaceAll('\n', '\r\n')],
    ['when all of the text is JSON', '\n{"a": 1}\n'],
    ['with words around it', 'Here it is:\n\n{"a": 1}\n\nI hope that helps {really}.'],
    ['over several lines, with words around it', 'So:\n  {\n    "a": 1\n  }\nDone.'],
    ['the last of several', '{"a": 2}\n\nNo, wait:\n{"a": 1}\n'],
    ['with a comma too many', fence('{"a": 1,\n}', 'json')],
    ['with a comma too many and words around it', 'Well:\n{"a": 1, }\nDone.'],
  ];
  test.each(found)('%s', (_, text) => expect(valueOf(text)).toEqual({ a: 1 }));

  test('with commas and brackets in its strings as they are', () => {
    expect(valueOf('Look:\n{"a": "x,]", "b": [",}", 2,],}\n')).toEqual({ a: 'x,]', b: [',}', 2] });
  });

  test('with fences inside it, further to the right', () => {
    const text = fence('a: |\n  ```js\n  f();\n  ```\nb: 2', 'yaml');
    expect(valueOf(text)).toEqual({ a: '```js\nf();\n```\n', b: 2 });
  });
});

describe('says why there is none', () => {
  const refused: [what: string, text: string, why: object][] = [
    ['no block at all', 'I am done.', { kind: 'missing' }],
    ['another language', fence('print(1)', 'python'), { kind: 'missing' }],
    ['cut off in the middle', '```yaml\na: 1\nb', { kind: 'syntax', reason: 'unexpected-end' }],
    ['cut off after an older one', `${fence('a: 1', 'yaml')}\n\`\`\`yaml\na: 2`, { kind: 'syntax' }],
    ['broken JSON', fence('{"a": 1', 'json'), { kind: 'syntax', reason: 'unexpected-end' }],
    ['a YAML alias', fence('a: &x 1\nb: *x', 'yaml'), { kind: 'syntax', reason: 'anchor' }],
    ['a key that is none', fence('{"__proto__": 1}', 'json'), { kind: 'syntax', reason: 'forbidden-key' }],
    ['nested without end', fence('['.repeat(5000), 'yaml'), { kind: 'too_deep' }],
    ['too large', fence(`a: ${'x'.repeat(1024 * 1024)}`, 'yaml'), { kind: 'too_large' }],
  ];
  test.each(refused)('%s', (_, text, why) => expect(valueOf(text)).toMatchObject(why));
});

test('no text makes it throw', () => {
  const pieces = fc.constantFrom(
    '```',
    '~~~',
    '```yaml\n',
    '```json\n',
    '\n',
    ' ',
    '\t',
    '`',
    '{',
    '}',
    '[',
    'a: 1',
    '"',
    '- ',
  );
  const texts = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 60 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => typeof parseFencedAnswer(text).ok === 'boolean'),
    { seed, numRuns: 1000 },
  );
});

test('a hostile text takes time in proportion to its length', () => {
  const line = (piece: string) => piece.repeat(1_000_000);
  for (const text of [line(' '), line('`'), `\`\`\`${line(' ')}\``, line('```\n'), line('\t`'), line('~~~ ')]) {
    expect(cpuMsOf(() => parseFencedAnswer(text))).toBeLessThan(10_000);
  }
});
