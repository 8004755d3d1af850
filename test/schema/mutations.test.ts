import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Problem } from '../../src/base/document-problem.ts';
import { bundleDriver } from '../support/bundle.ts';
import { record } from '../support/scorecard.ts';
import { byTier, seed } from '../support/tier.ts';
import { mutants, type Mutant } from './mutate.ts';

const count = byTier({ usual: 250, full: 10_000 });
const batch = 250;
const driver = fileURLToPath(new URL('decode-driver.ts', import.meta.url));

interface Judged {
  readonly file: string;
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly ms: number;
  readonly rss: number;
}

it(`${count} damaged documents each validate or say where they are damaged`, async () => {
  console.log(`seed ${seed}`);
  const program = await bundleDriver(driver);
  let valid = 0;
  let slowest = 0;
  let rss = 0;
  for (let start = 0; start < count; start += batch) {
    const damaged = fc.sample(mutants, { numRuns: batch, seed: seed + start });
    for (const { judged, mutant } of judgeInChild(program, damaged)) {
      const about = `${judged.file}: ${mutant.how}, seed ${seed}`;
      expect(judged.ms, about).toBeLessThan(2000);
      expect(judged.rss, about).toBeLessThan(300 * 1024);
      if (!judged.ok) expect(judged.problems.length, about).toBeGreaterThan(0);
      for (const problem of judged.problems) expectPlace(problem, about);
      valid += judged.ok ? 1 : 0;
      slowest = Math.max(slowest, judged.ms);
      rss = Math.max(rss, judged.rss);
    }
  }
  // Damage that leaves nearly everything valid, or nothing, would test nothing.
  expect(valid / count).toBeGreaterThan(0.01);
  expect(valid / count).toBeLessThan(0.5);
  record({
    promise: 'Damaged documents are one line with file and place',
    asked: '10,000: no crash, no signal, none over 2 s, RSS under 300 MB',
    measured: `${count}: 0 crashes, slowest ${Math.round(slowest)} ms, RSS ${Math.round(rss / 1024)} MB`,
  });
});

/** A problem of the whole file has the file as its place; every other names line and column, or a path. */
function expectPlace(problem: Problem, about: string): void {
  expect(problem.got.length, about).toBeLessThanOrEqual(60);
  expect(problem.got + problem.path, about).not.toMatch(/\p{Cc}/u);
  if (problem.expected.kind === 'too_large') return;
  expect(problem.line, `${about}: ${JSON.stringify(problem)}`).toBeGreaterThan(0);
  expect(problem.column, about).toBeGreaterThan(0);
}

function judgeInChild(program: string, batch: readonly Mutant[]): { judged: Judged; mutant: Mutant }[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
  const files = batch.map((mutant, i) => ({ mutant, file: `${String(i).padStart(5, '0')}.${mutant.name}` }));
  for (const { mutant, file } of files) fs.writeFileSync(path.join(folder, file), mutant.bytes);
  const child = spawnSync(process.execPath, [program, folder], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: 600_000,
  });
  const lines = child.stdout.split('\n').filter((line) => line !== '');
  const next = files[lines.length];
  const ending = `after ${lines.length} of ${batch.length}, at ${next?.mutant.how}, seed ${seed}: ${child.stderr.slice(0, 2000)}`;
  expect({ status: child.status, signal: child.signal }, ending).toEqual({ status: 0, signal: null });
  for (const { mutant, file } of files)
    expect(fs.readFileSync(path.join(folder, file)).equals(mutant.bytes)).toBe(true);
  fs.rmSync(folder, { recursive: true });
  return files.map(({ mutant }, i) => ({ mutant, judged: JSON.parse(lines[i] ?? '') as Judged }));
}
