import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readCobertura } from '../../../src/evidence/coverage/cobertura.ts';
import { readGoProfile } from '../../../src/evidence/coverage/go-profile.ts';
import { readJsonSummary } from '../../../src/evidence/coverage/json-summary.ts';
import { readLcov } from '../../../src/evidence/coverage/lcov.ts';
import { readCoverage } from '../../../src/evidence/coverage/read-coverage.ts';
import type { TestOutput } from '../../../src/evidence/reports/test-report.ts';
import { anyCommand } from '../../../src/languages/runners/any-command.ts';
import { sample, shop } from '../sample.ts';

it('lcov of node:test, relative to the project', () => {
  const coverage = readLcov(sample('node-20.lcov'), shop);
  expect([...(coverage?.lines?.get('src/add.js') ?? [])]).toEqual([
    [1, true],
    [2, true],
    [3, false],
    [4, false],
    [5, true],
    [6, true],
  ]);
});

it('lcov with absolute paths, a file twice, and files of elsewhere', () => {
  const record = (file: string, ...lines: string[]): string => [`SF:${file}`, ...lines, 'end_of_record', ''].join('\n');
  const text =
    record(`${shop}/src/a.js`, 'DA:1,0', 'DA:2,3') +
    record('src/a.js', 'DA:1,1', 'DA:3,0') +
    record('/etc/b.js', 'DA:1,0');
  const coverage = readLcov(text, shop);
  expect([...(coverage?.lines?.keys() ?? [])]).toEqual(['src/a.js']);
  expect(coverage?.total).toBeCloseTo((2 / 3) * 100);
  expect(readLcov(text.slice(0, -8), shop)).toBeUndefined();
});

it('lcov whose paths start from a folder below the project', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
  fs.mkdirSync(path.join(folder, 'packages/cart/src'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'packages/cart/src/a.js'), '');
  const coverage = readLcov('SF:src/a.js\nDA:1,1\nend_of_record\n', folder, ['packages/cart']);
  expect([...(coverage?.lines?.keys() ?? [])]).toEqual(['packages/cart/src/a.js']);
});

it('paths of a folder that is reached through a link', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
  fs.mkdirSync(path.join(folder, 'real'));
  fs.symlinkSync('real', path.join(folder, 'linked'));
  const coverage = readLcov(
    `SF:${fs.realpathSync(folder)}/real/a.js\nDA:1,1\nend_of_record\n`,
    path.join(folder, 'linked'),
  );
  expect([...(coverage?.lines?.keys() ?? [])]).toEqual(['a.js']);
});

it('Cobertura of coverage.py, below its source', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
  fs.mkdirSync(path.join(folder, 'src/shop'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'src/shop/cart.py'), '');
  const coverage = readCobertura(sample('sample-coverage-py-7.cobertura.xml').replaceAll(shop, folder), folder);
  expect(coverage).toMatchObject({ source: 'cobertura', total: 75 });
  expect([...(coverage?.lines ?? [])].map(([file, lines]) => [file, ...lines.keys()])).toEqual([
    ['src/shop/cart.py', 1, 2, 5, 6],
  ]);
});

it('sums of Istanbul', () => {
  const coverage = readJsonSummary(sample('sample-istanbul-3.summary.json'));
  expect(coverage).toEqual({ source: 'json-summary', total: 87.5, lines: undefined });
  expect(readJsonSummary('{"total":{"lines":{"total":5,"covered":6}}}')).toBeUndefined();
  expect(readJsonSummary('{"total":{"lines":{"total":0,"covered":0}}}')).toBeUndefined();
});

it("Go's blocks as lines; one that any run reached is covered", () => {
  const coverage = readGoProfile(sample('sample-go-cover.out'), shop, 'example.com/shop');
  expect([...(coverage?.lines?.get('cart/cart.go') ?? [])]).toEqual([
    [3, true],
    [4, true],
    [5, true],
    [7, true],
    [8, true],
    [9, false],
    [10, false],
  ]);
});

it('what a command leaves in the project counts only when this run wrote it', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
  const report = path.join(folder, 'coverage/lcov.info');
  fs.mkdirSync(path.dirname(report));
  fs.writeFileSync(report, 'SF:a.js\nDA:1,1\nend_of_record\n');
  const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'reports-'));
  const ran: TestOutput = { folder, reports, exitCode: 0, stdout: '', stderr: '' };
  fs.utimesSync(report, new Date(0), new Date(0));
  expect(readCoverage(anyCommand, ran)).toBeUndefined();
  // Folders are dated more exactly than a Date can be: the same millisecond may be before.
  const later = new Date(Date.now() + 1000);
  fs.utimesSync(report, later, later);
  expect(readCoverage(anyCommand, ran)?.total).toBe(100);
});
