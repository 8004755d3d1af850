import { describe, expect, it } from 'vitest';
import { decodeAny, encodeAny } from '../../src/schema/codec-any.ts';
import { documentNames } from '../../src/schema/documents.ts';
import { fixtures } from './fixtures.ts';

describe('the samples of the specification', () => {
  it('has one for every document', () => {
    const covered = new Set(fixtures.map((fixture) => fixture.name));
    expect(documentNames.filter((name) => !covered.has(name))).toEqual([]);
  });

  it.each(fixtures)('$file validates unchanged', ({ name, text, value }) => {
    const decoded = decodeAny(name, text);
    expect(decoded).toEqual({ ok: true, value });
  });

  it.each(fixtures)('$file comes back the same after it was written', ({ name, text }) => {
    const decoded = decodeAny(name, text);
    if (!decoded.ok) throw new Error('did not validate');
    const written = encodeAny(name, decoded.value);
    expect(decodeAny(name, written)).toEqual(decoded);
    expect(written.endsWith('\n')).toBe(true);
  });
});
