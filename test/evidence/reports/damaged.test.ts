import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCobertura } from '../../../src/evidence/coverage/cobertura.ts';
import type { Coverage } from '../../../src/evidence/coverage/coverage.ts';
import { readGoProfile } from '../../../src/evidence/coverage/go-profile.ts';
import { readJsonSummary } from '../../../src/evidence/coverage/json-summary.ts';
import { readLcov } from '../../../src/evidence/coverage/lcov.ts';
import { readCargoLines } from '../../../src/evidence/reports/cargo-lines.ts';
import { readSummaries } from '../../../src/evidence/reports/summaries.ts';
import { readGoJson } from '../../../src/evidence/reports/go-json.ts';
import { readJunit } from '../../../src/evidence/reports/junit.ts';
import { readMochaJson } from '../../../src/evidence/reports/mocha-json.ts';
import { readNodeEvents } from '../../../src/evidence/reports/node-events.ts';
import { readTap } from '../../../src/evidence/reports/tap.ts';
import { readTrx } from '../../../src/evidence/reports/trx.ts';
import { readVitestJson } from '../../../src/evidence/reports/vitest-json.ts';
import type { TestReport } from '../../../src/evidence/reports/test-report.ts';
import { byTier, seed } from '../../support/tier.ts';
import { sample, shop } from '../sample.ts';

const numRuns = byTier({ usual: 150, full: 5_000 });

const outside = /^\/|(?:^|\/)\.\.(?:\/|$)/;

const nodeEvents = [
  '{"nodeTest":"pass","name":"inner","nesting":1,"file":"/home/ada/shop/test/a.js","skip":false,"todo":false,"suite":false}',
  '{"nodeTest":"fail","name":"group","nesting":0,"file":"/home/ada/shop/test/a.js","skip":false,"todo":false,"suite":true,"reason":"x"}',
  '',
].join('\n');

const reports: readonly [string, string, (text: string) => TestReport | undefined][] = [
  ['JUnit', sample('vitest-4.junit.xml'), (text) => readJunit([text], shop)],
  ['JUnit of pytest', sample('pytest-9.junit.xml'), (text) => readJunit([text], shop)],
  ['TAP', sample('node-20.tap'), (text) => readTap(text, shop)],
  ['TAP with braces', sample('vitest-4.tap'), (text) => readTap(text, shop)],
  ['JSON of Vitest', sample('vitest-4.json'), (text) => readVitestJson(text, shop)],
  ['JSON of mocha', sample('sample-mocha-10.json'), (text) => readMochaJson(text, shop)],
  ['JSON of Go', sample('sample-go-1.24.jsonl'), (text) => readGoJson(text, shop)],
  ['events of node:test', nodeEvents, (text) => readNodeEvents(text, shop)],
  ['TRX', sample('sample-dotnet-8.trx'), (text) => readTrx([text])],
  ['closing lines', sample('pytest-9.txt'), (text) => readSummaries(text, text)],
  ["cargo's lines", sample('cargo.txt'), readCargoLines],
];

const coverages: readonly [string, string, (text: string) => Coverage | undefined][] = [
  ['lcov', sample('node-20.lcov'), (text) => readLcov(text, shop)],
  ['Cobertura', sample('sample-coverage-py-7.cobertura.xml'), (text) => readCobertura(text, shop)],
  ['JSON summary', sample('sample-istanbul-3.summary.json'), readJsonSummary],
  ['profile of Go', sample('sample-go-cover.out'), (text) => readGoProfile(text, shop, 'example.com/shop')],
];

/** A sample with a few things done to it: cut, doubled, dropped, or something hostile put in. */
function damaged(text: string): fc.Arbitrary<string> {
  const place = fc.nat({ max: text.length });
  const change = fc.oneof(
    place.map((at) => (was: string) => was.slice(0, at)),
    place.map((at) => (was: string) => was.slice(at)),
    fc.tuple(place, fc.nat({ max: 200 })).map(
      ([at, length]) =>
        (was: string) =>
          was.slice(0, at) + was.slice(at + length),
    ),
    fc.tuple(place, fc.nat({ max: 400 })).map(
      ([at, length]) =>
        (was: string) =>
          was.slice(0, at + length) + was.slice(at),
    ),
    fc.tuple(place, hostile).map(
      ([at, put]) =>
        (was: string) =>
          was.slice(0, at) + put + was.slice(at),
    ),
    fc.tuple(fc.nat({ max: 9 }), hostile).map(
      ([digit, put]) =>
        (was: string) =>
          was.replaceAll(String(digit), put),
    ),
  );
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((was, one) => one(was), text));
}

const hostile = fc.oneof(
  fc.constantFrom('-1', '1e999', '99999999999999999999', 'null', '\0', '\ud800', '__proto__', '../../etc/passwd'),
  fc.constantFrom('<testsuite>'.repeat(300), '['.repeat(5_000), '    '.repeat(500), '{"a":'.repeat(500), '&x;', ']]>'),
  fc.constantFrom('\nok 1 - x\n', '\n1..99\n', '\n---\n', '\nTests  5 passed (5)\n', '# skip '.repeat(500)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

it.each(reports)('%s: damaged in any way, it has counts that add up, or is not read', (_, text, read) => {
  expect(read(text)?.counts.total).toBeGreaterThan(0);
  fc.assert(
    fc.property(damaged(text), (bad) => {
      const report = read(bad);
      if (report === undefined) return;
      const { total, passed, failed, skipped } = report.counts;
      for (const count of [total, passed, failed, skipped])
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      expect(passed + failed + skipped).toBe(total);
      if (report.tests.length > 0) expect(report.tests.length).toBe(total);
      expect(new Set(report.tests.map((test) => test.id)).size).toBe(report.tests.length);
      for (const test of report.tests) {
        expect(test.id.length).toBeLessThan(600);
        expect(test.file ?? '').not.toMatch(outside);
        expect(test.reason?.length ?? 0).toBeLessThanOrEqual(4_000);
      }
    }),
    { numRuns, seed },
  );
});

it.each(coverages)('%s: damaged in any way, it covers 0 to 100 per cent, or is not read', (_, text, read) => {
  expect(read(text)?.total).toBeGreaterThan(0);
  fc.assert(
    fc.property(damaged(text), (bad) => {
      const coverage = read(bad);
      if (coverage === undefined) return;
      expect(coverage.total).toBeGreaterThanOrEqual(0);
      expect(coverage.total).toBeLessThanOrEqual(100);
      for (const [file, lines] of coverage.lines ?? []) {
        expect(file).not.toMatch(outside);
        for (const line of lines.keys()) expect(Number.isSafeInteger(line) && line > 0).toBe(true);
      }
    }),
    { numRuns, seed },
  );
});
