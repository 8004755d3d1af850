import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCargoLines } from '../../../src/evidence/reports/cargo-lines.ts';
import { readGoJson } from '../../../src/evidence/reports/go-json.ts';
import { readJunit } from '../../../src/evidence/reports/junit.ts';
import { readMochaJson } from '../../../src/evidence/reports/mocha-json.ts';
import { readTap } from '../../../src/evidence/reports/tap.ts';
import { readTrx } from '../../../src/evidence/reports/trx.ts';
import { readVitestJson } from '../../../src/evidence/reports/vitest-json.ts';
import type { TestReport } from '../../../src/evidence/reports/test-report.ts';
import { temporaryFolder } from '../../support/auto-store.ts';
import { sample, shop } from '../sample.ts';

/** A line for each test: status, id. */
function told(report: TestReport | undefined): readonly string[] {
  return (report?.tests ?? []).map((test) => `${test.status} ${test.id}`);
}

function reasonOf(report: TestReport | undefined, id: string): string | undefined {
  return report?.tests.find((test) => test.id === id)?.reason;
}

const ofVitest = [
  'failed test/broken.test.ts',
  'passed test/cart.test.ts > adds',
  'failed test/cart.test.ts > fails <&> "한글"',
  'skipped test/cart.test.ts > skipped',
  'skipped test/cart.test.ts > later',
  'passed test/cart.test.ts > group > inner',
  'passed test/cart.test.ts > group > deeper > inner',
  'passed test/cart.test.ts > row 1',
  'passed test/cart.test.ts > row 2',
  'skipped test/hook.test.ts > hooked > never',
];

describe('JUnit', () => {
  it('of Vitest: files, names in suites, a file that cannot be run, a hook that failed', () => {
    const report = readJunit([sample('vitest-4.junit.xml')], shop);
    expect(told(report)).toEqual([...ofVitest, 'failed test/hook.test.ts > hooked']);
    expect(report?.counts).toEqual({ total: 11, passed: 5, failed: 3, skipped: 3 });
    expect(reasonOf(report, 'test/cart.test.ts > fails <&> "한글"')).toContain('expected 3 to be 4');
  });

  it('of node:test: nested suites, an expected failure, a file that cannot be run', () => {
    expect(told(readJunit([sample('node-20.junit.xml')], shop))).toEqual([
      'passed adds',
      'failed fails <&> &quot;한글&quot;',
      'skipped skipped',
      'skipped todo',
      'passed group > inner',
      'passed group > deeper > inner',
      'passed parent > child',
      'passed parent > child #2',
      'failed hooked > never',
      'failed test/sub/broken.test.js',
    ]);
  });

  it('of pytest: files instead of modules, classes, errors beside failures', () => {
    const report = readJunit([sample('pytest-9.junit.xml')], shop);
    expect(told(report)).toEqual([
      'failed tests/test_broken.py',
      'passed tests/test_shop.py > test_adds',
      'failed tests/test_shop.py > test_fails',
      'skipped tests/test_shop.py > test_skipped',
      'skipped tests/test_shop.py > test_expected',
      'passed tests/test_shop.py > test_rows[1]',
      'passed tests/test_shop.py > test_rows[2]',
      'passed tests/test_shop.py > test_rows[a > b]',
      'passed tests/test_shop.py > TestCart > test_adds',
      'failed tests/test_shop.py > TestCart > test_errors',
      'failed tests/test_shop.py > test_torn',
      'failed tests/test_shop.py > test_colour',
    ]);
    expect(report?.tests[1]?.file).toBe('tests/test_shop.py');
  });

  it('of Surefire, in several files, as many as Maven counted', () => {
    const files = ['surefire-3-CartTest.junit.xml', 'surefire-3-CartTest-Inner.junit.xml'];
    const report = readJunit(files.map(sample), shop);
    expect(report?.counts).toEqual({ total: 5, passed: 2, failed: 2, skipped: 1 });
    expect([...told(report)].sort()).toEqual([
      'failed shop.CartTest > errors',
      'failed shop.CartTest > fails',
      'passed shop.CartTest > adds',
      'passed shop.CartTest$Inner > adds',
      'skipped shop.CartTest > skipped',
    ]);
  });

  it('of Gradle: what a test printed is not a test', () => {
    expect(told(readJunit([sample('sample-gradle-8.junit.xml')], shop))).toEqual([
      'passed shop.CartTest > adds()',
      'failed shop.CartTest > fails()',
      'skipped shop.CartTest > later()',
    ]);
  });

  it('takes a test that was not run for skipped', () => {
    const xml = '<testsuite name="s"><testcase name="a" status="notrun"/><testcase name="b" status="run"/></testsuite>';
    expect(told(readJunit([xml], shop))).toEqual(['skipped s > a', 'passed s > b']);
  });

  it('holds control characters that no XML may hold', () => {
    const xml = '<testsuite><testcase name="a\u001b"><failure message="&#27;[31mred&#x1B;[0m"/></testcase></testsuite>';
    expect(readJunit([xml], shop)?.tests).toEqual([{ id: 'a', status: 'failed', reason: '[31mred[0m' }]);
  });

  it('refuses entities, documents cut off, and XML of other kinds', () => {
    const bomb = '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite><testcase name="&b;"/></testsuite>';
    expect(readJunit([bomb], shop)).toBeUndefined();
    expect(readJunit([sample('vitest-4.junit.xml').slice(0, -20)], shop)).toBeUndefined();
    expect(readJunit(['<coverage/>'], shop)).toBeUndefined();
    expect(readJunit([sample('vitest-4.junit.xml'), '<testsuite>'], shop)).toBeUndefined();
    expect(readJunit([`${'<testsuite>'.repeat(1000)}${'</testsuite>'.repeat(1000)}`], shop)).toBeUndefined();
  });
});

describe('TAP', () => {
  it('of node:test: subtests, the own fault of a test with subtests, what is skipped and expected to fail', () => {
    const report = readTap(sample('node-20.tap'), shop);
    expect(told(report)).toEqual([
      'passed adds',
      'failed fails <&> "한글"',
      'skipped skipped',
      'skipped todo',
      'passed group > inner',
      'passed group > deeper > inner',
      'passed parent > child',
      'passed parent > child #2',
      'failed parent',
      'failed hooked > never',
      'failed test/sub/broken.test.js',
    ]);
    expect(reasonOf(report, 'parent')).toContain("error: 'own fault'");
  });

  it('of Vitest: subtests in braces', () => {
    const report = readTap(sample('vitest-4.tap'), shop);
    expect(told(report)).toEqual([...ofVitest, 'failed test/hook.test.ts > hooked']);
  });

  it('counts planned tests that did not come, and a bail-out, as one failure', () => {
    expect(told(readTap('TAP version 13\nok 1 - a\n1..3\n', shop))).toEqual(['passed a', 'failed 1..3']);
    const bailed = readTap('1..3\nok 1 - a\nBail out! no database\n', shop);
    expect(told(bailed)).toEqual(['passed a', 'failed Bail out!']);
    expect(reasonOf(bailed, 'Bail out!')).toBe('no database');
  });

  it('needs a plan, and reads names with and without a number, a dash and escapes', () => {
    expect(readTap('ok 1 - a\nok 2 - b\n', shop)).toBeUndefined();
    expect(readTap('everything is ok\n', shop)).toBeUndefined();
    const plain = '1..5\nok\nok 2\nok - c \\# d\nnot ok 4 e # todo later\nok 5 - f # SKIP no network\n';
    expect(told(readTap(plain, shop))).toEqual(['passed ', 'passed  #2', 'passed c # d', 'skipped e', 'skipped f']);
    expect(readTap('1..0 # SKIP nothing to do\n', shop)?.counts.total).toBe(0);
  });

  it('does not lose results behind a diagnosis that nothing ends', () => {
    expect(told(readTap('1..2\nnot ok 1 - a\n  ---\n  error: x\nok 2 - b\n', shop))).toEqual(['failed a', 'passed b']);
  });
});

describe('JSON', () => {
  it('of Vitest', () => {
    const report = readVitestJson(sample('vitest-4.json'), shop);
    expect(told(report)).toEqual([...ofVitest, 'failed test/hook.test.ts']);
  });

  it('of Jest, with a file that cannot be run', () => {
    const report = readVitestJson(sample('sample-jest-29.json'), shop);
    expect(told(report)).toEqual([
      'passed test/cart.test.js > cart > adds',
      'passed test/cart.test.js > cart > sum > is right',
      'failed test/cart.test.js > fails',
      'skipped test/cart.test.js > skipped',
      'skipped test/cart.test.js > later',
      'failed test/broken.test.js',
    ]);
    expect(reasonOf(report, 'test/broken.test.js')).toContain("Cannot find module './nope'");
  });

  it('of mocha, with a hook that failed', () => {
    expect(told(readMochaJson(sample('sample-mocha-10.json'), shop))).toEqual([
      'passed test/cart.js > cart > adds',
      'passed test/cart.js > cart sum > is right',
      'failed test/cart.js > cart > fails',
      'skipped test/cart.js > cart > later',
      'failed test/hook.js > hooked > "before all" hook for "never"',
    ]);
  });

  it('of Go: subtests, and a package that does not build', () => {
    const report = readGoJson(sample('sample-go-1.24.jsonl'), shop);
    expect(told(report)).toEqual([
      'passed example.com/shop/cart > TestAdd > two',
      'failed example.com/shop/cart > TestAdd > three',
      'skipped example.com/shop/cart > TestSlow',
      'passed example.com/shop/cart > TestTotal',
      'failed example.com/shop/cart > TestOwnFault',
      'passed example.com/shop/cart > TestOwnFault > inner',
      'failed example.com/shop/till',
    ]);
    expect(reasonOf(report, 'example.com/shop/till')).toContain('undefined: nope');
  });

  it('of Go: in which file a test stands, also in a module of the workspace, and not behind a link', () => {
    const folder = temporaryFolder();
    const files = {
      'go.work': 'go 1.22\n\nuse (\n\t.\n\t./till\n)\n',
      'go.mod': 'module example.com/shop\n',
      'cart/cart_test.go': 'package cart\n\nfunc TestAdd(t *testing.T) {\n}\n',
      'cart/more_test.go': 'package cart_test\n\nfunc TestSlow(t *testing.T) {}\nfunc helper() {}\n',
      'outside.txt': 'func TestTotal(t *testing.T) {}\n',
      'till/go.mod': 'module example.com/shop/till\n',
      'till/till_test.go': 'func TestTill(t *testing.T) {}\n',
    };
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    fs.symlinkSync('../outside.txt', path.join(folder, 'cart/linked_test.go'));
    const till = '{"Action":"pass","Package":"example.com/shop/till","Test":"TestTill"}\n';
    expect(told(readGoJson(sample('sample-go-1.24.jsonl') + till, folder))).toEqual([
      'passed cart/cart_test.go > TestAdd > two',
      'failed cart/cart_test.go > TestAdd > three',
      'skipped cart/more_test.go > TestSlow',
      'passed example.com/shop/cart > TestTotal',
      'failed example.com/shop/cart > TestOwnFault',
      'passed example.com/shop/cart > TestOwnFault > inner',
      'passed till/till_test.go > TestTill',
      'failed example.com/shop/till',
    ]);
  });

  it('of Go: a test that began and never ended has failed', () => {
    const cut = sample('sample-go-1.24.jsonl').split('\n').slice(0, 12).join('\n');
    expect(told(readGoJson(cut, shop))).toContain('failed example.com/shop/cart > TestTotal');
  });
});

it('TRX of dotnet: classes, rows of data, the words of a failure', () => {
  const report = readTrx([sample('sample-dotnet-8.trx')]);
  expect(told(report)).toEqual([
    'passed Shop.Tests.CartTests > Adds',
    'failed Shop.Tests.CartTests > Fails',
    'skipped Shop.Tests.CartTests > Later',
    'passed Shop.Tests.CartTests > Rows (1)',
    'failed Shop.Tests.CartTests > Rows (2)',
  ]);
  expect(reasonOf(report, 'Shop.Tests.CartTests > Fails')).toMatch(/^Assert.Equal\(\) Failure/);
});

it("cargo's lines: every binary's tests, by name where they add up to the sums", () => {
  const report = readCargoLines(sample('cargo.txt'));
  expect([...told(report)].sort()).toEqual([
    'failed tests::fails',
    'passed adds',
    'passed src/lib.rs - add (line 1)',
    'passed tests::adds',
    'passed tests::panics',
    'skipped tests::slow',
  ]);
  expect(reasonOf(report, 'tests::fails')).toMatch(/^printed/);
  const spoiled = readCargoLines(sample('cargo.txt').replace('test adds ... ok', 'test adds ... hello\nok'));
  expect(spoiled).toEqual({ source: 'closing-lines', counts: report?.counts, tests: [] });
});
