import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Proof } from '../../src/evidence/proof.ts';
import { openProofs } from '../../src/evidence/proof-store.ts';
import { realDisk } from '../../src/files/disk.ts';
import { must } from '../git/scene.ts';
import { temporaryFolder } from '../support/auto-store.ts';
import { makeProof } from '../support/make-proof.ts';

test('a proof is found by its tree and key, and by nothing else', () => {
  const proofs = openProofs({ folder: path.join(temporaryFolder(), 'proofs'), scope: 'run-1', disk: realDisk });
  const kept: Proof = {
    ...makeProof({ a: 'passed', b: 'failed' }),
    coverage: { source: 'lcov', total: 50, lines: { '가.ts': { run: [1], missed: [2] } } },
  };
  expect(proofs.find(kept.tree, kept.key)).toBeUndefined();
  must(proofs.keep(kept));
  expect(proofs.find(kept.tree, kept.key)).toEqual({ ...kept, reused: true });
  expect(proofs.find('f'.repeat(40), kept.key)).toBeUndefined();
  expect(proofs.find(kept.tree, 'f'.repeat(64))).toBeUndefined();
  expect(() => proofs.find('../../etc', kept.key)).toThrow('not a proof');
});

test('a damaged proof, or one under a wrong name, is none', () => {
  const folder = temporaryFolder();
  const proofs = openProofs({ folder, scope: 'run-1', disk: realDisk });
  const kept = makeProof({ a: 'passed' });
  must(proofs.keep(kept));
  const file = path.join(folder, fs.readdirSync(folder)[0] ?? '');
  const text = fs.readFileSync(file, 'utf8');
  for (const bad of [
    '',
    text.slice(0, 100),
    text.replace('"version":1', '"version":2'),
    text.replace('"passed":1', '"passed":"1"'),
    text.replace('aaaaaaaa', 'aaaaaaab'),
    text.replace('"tree"', '"extra":1,"tree"'),
  ]) {
    fs.writeFileSync(file, bad);
    expect(proofs.find(kept.tree, kept.key)).toBeUndefined();
  }
  must(proofs.keep(kept));
  expect(proofs.find(kept.tree, kept.key)).toEqual({ ...kept, reused: true });
});

test('of too many the oldest go', () => {
  const folder = temporaryFolder();
  const proofs = openProofs({ folder, scope: 'run-1', disk: realDisk, atMost: 3 });
  const trees = [1, 2, 3, 4, 5].map((n) => `${n}`.repeat(40));
  for (const [n, tree] of trees.entries()) {
    const kept = { ...makeProof({}), tree };
    must(proofs.keep(kept));
    const file = fs.readdirSync(folder).find((name) => name.startsWith(tree)) ?? '';
    fs.utimesSync(path.join(folder, file), n, n);
  }
  expect(fs.readdirSync(folder).map((name) => name[0])).toEqual(['3', '4', '5']);
});

test('what was proved in another run is not known in this one', () => {
  const folder = temporaryFolder();
  const kept = makeProof({ a: 'passed' });
  must(openProofs({ folder, scope: 'run-1', disk: realDisk }).keep(kept));
  expect(openProofs({ folder, scope: 'run-2', disk: realDisk }).find(kept.tree, kept.key)).toBeUndefined();
});

test.each<[string, Partial<Proof>]>([
  ['hung', { ending: 'timed_out', exit_code: null, limit: 'wall' }],
  ['was ended', { ending: 'signalled', exit_code: null, signal: 'SIGKILL' }],
  ['ended in the middle', { streamed: { planned: 3, done: 1, ended: false, foreign: 0 } }],
  ['executed fewer tests than there are', { disagreement: ['fewer_executed'] }],
  ['lacked its runner', { exit_code: 127, cannot_run: { code: 'runner_not_installed', detail: 'vitest' } }],
])('a run that %s is done again', (_, more) => {
  const proofs = openProofs({ folder: temporaryFolder(), scope: 'run-1', disk: realDisk });
  const kept = { ...makeProof({ a: 'passed' }), ...more };
  must(proofs.keep(kept));
  expect(proofs.find(kept.tree, kept.key)).toBeUndefined();
});
