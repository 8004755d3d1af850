import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pieceRedactor, redactor, secretsIn } from '../../src/base/redact.ts';
import { seed } from '../support/tier.ts';

test('masks a secret as it is, in a URL, in JSON', () => {
  const secret = 'p@ss/"wörd"\\+1';
  const redact = redactor([secret]);
  const texts = [`key=${secret};`, `https://x/?k=${encodeURIComponent(secret)}`, JSON.stringify({ k: secret })];
  expect(texts.map(redact)).toEqual(['key=***;', 'https://x/?k=***', '{"k":"***"}']);
  expect(redact(JSON.stringify(secret).replaceAll('/', '\\/'))).toBe('"***"');
});

test('of two that begin alike the longer goes whole', () => {
  expect(redactor(['abcdef', 'abcdefgh'])('abcdefgh abcdef')).toBe('*** ***');
});

test('short values are no secrets, and without secrets nothing changes', () => {
  expect(redactor(['', 'abc', '12345'])('abc 12345')).toBe('abc 12345');
});

test('variables are secret by their names', () => {
  const environment = {
    OPENAI_API_KEY: 'k1',
    GITHUB_TOKEN: 'k2',
    CLIENT_SECRET: 'k3',
    PGPASSWORD: 'k4',
    DB_PASSWORD_FILE: 'k5',
    npm_token: 'k6',
    ORCHESTRAL_SLACK_WEBHOOK_URL: 'k7',
    KEYBOARD: 'us',
    TOKENS: '5',
    PATH: '/bin',
    EMPTY_KEY: undefined,
  };
  expect(secretsIn(environment)).toEqual(['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']);
});

test('whatever the secrets are made of, none is left', () => {
  const secrets = fc.array(fc.string({ unit: 'binary', minLength: 6 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(secrets, fc.string(), (kept, filler) => {
      const text = redactor(kept)(kept.join(filler));
      return kept.every((secret) => !text.includes(secret) || '***'.repeat(5).includes(secret));
    }),
    { seed, numRuns: 100 },
  );
});

test('a secret of several lines is masked line by line, but for what every key has', () => {
  const key = [
    '-----BEGIN PRIVATE KEY-----',
    'MIIEvQIBADANBgkqhkiG9w0',
    'BAQEFAASCBKcwggSjAgEAAoIBAQ',
    '-----END PRIVATE KEY-----',
  ];
  const mask = redactor([`${key.join('\n')}\n`]);
  expect(key.map(mask)).toEqual([key[0], '***', '***', key[3]]);
  expect(mask(`{"key":${JSON.stringify(`${key.join('\n')}\n`)}}`)).toBe('{"key":"***"}');
});

describe('a text in pieces', () => {
  const whole = (pieces: readonly string[], secrets: readonly string[]): string => {
    const mask = pieceRedactor(secrets);
    return [...pieces.map((piece) => mask.add(piece)), mask.end()].join('');
  };

  test('has no secret in it that was cut in two', () => {
    expect(whole(['my key is sk-a', 'nt-12', '3, yes'], ['sk-ant-123'])).toBe('my key is ***, yes');
    expect(whole(['abcabc', 'abc'], ['abcabc'])).toBe('***abc');
    expect(whole(['abcdef', 'ghi'], ['abcdef', 'abcdefghi'])).toBe('***');
    expect(whole(['no sk', 'ill'], ['sk-ant-123'])).toBe('no skill');
  });

  test('is shown as soon as nothing of it can be a secret', () => {
    const mask = pieceRedactor(['sk-ant-123']);
    expect([mask.add('as'), mask.add('k '), mask.add('for s'), mask.end(), mask.end()]).toEqual([
      'a',
      'sk ',
      'for ',
      's',
      '',
    ]);
    const none = pieceRedactor([]);
    expect([none.add('anything s'), none.end()]).toEqual(['anything s', '']);
  });

  test('is masked as if it were whole, wherever it is cut', () => {
    const secrets = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '/'), minLength: 6, maxLength: 9 }), {
      minLength: 1,
      maxLength: 3,
    });
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '/') }), { maxLength: 8 });
    fc.assert(
      fc.property(secrets, texts, (kept, pieces) => {
        const shown = whole(pieces, kept);
        return kept.every((secret) => !shown.includes(secret));
      }),
      { seed, numRuns: 300 },
    );
  });
});
