import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import type { ProofFinding } from '../../../src/schema/proof-finding.ts';
import { notInstalled } from '../../support/needs.ts';
import { proveCase, zooScene } from '../../zoo/measure-case.ts';
import { cargo, node } from '../../zoo/projects.ts';
import type { Files, Honest, ZooProject } from '../../zoo/zoo-case.ts';
import { oneIn } from '../../support/one-in.ts';

const test = oneIn(2);

function changing(project: ZooProject, { before, change }: { before: Files; change: Files }): Honest {
  return { name: 'a change', project, before, change, expected: {} };
}

function supersededIn(findings: readonly ProofFinding[]) {
  return findings.flatMap((one) => (one.code === 'superseded' ? one.items : []));
}

test('an old test that the compiler refuses does not lose the tests beside it', async (context) => {
  // The tool chain lies in the home of npm test.
  const env = { ...process.env, HOME: process.env['ORCHESTRAL_TEST_HOME'] };
  if (spawnSync('cargo', ['--version'], { env }).status !== 0) notInstalled(context, 'cargo', 'has no tool chain');
  const both = `${cargo.code()}\npub fn twice(a: i32) -> i32 {\n    a + a\n}\n`;
  const own = (name: string, body: string): string =>
    `use calc::${name};\n#[test]\nfn ${name}_works() {\n    ${body}\n}\n`;
  const zoo = changing(cargo, {
    before: {
      [cargo.product]: both,
      'tests/twice.rs': own('twice', 'assert_eq!(twice(2), 4);'),
      'tests/add.rs': own('add', 'assert_eq!(add(2, 2), 4);'),
    },
    change: {
      [cargo.product]: cargo.code(),
      'tests/twice.rs': own('add', 'assert_eq!(add(2, 2), 4);'),
      'tests/add.rs': own('add', 'assert_eq!(add(2, 3), 5);'),
    },
  });
  const { findings } = await proveCase(await zooScene(context, zoo), zoo);
  expect(supersededIn(findings).map(({ key }) => key)).toEqual(['twice_works']);
});

test('tests that only need other names say so', async (context) => {
  const tests = (name: string): string =>
    `import test from 'node:test';\nimport assert from 'node:assert';\nimport { ${name} } from '../src/joining.js';
test('joins two', () => assert.equal(${name}('a', 'b'), 'ab'));
test('joins nothing', () => assert.equal(${name}('', ''), ''));\n`;
  const code = (name: string): string => `export const ${name} = (a, b) => a + b;\n`;
  const zoo = changing(node, {
    before: { 'src/joining.js': code('glue'), 'test/joining.test.js': tests('glue') },
    change: { 'src/joining.js': code('concatenate'), 'test/joining.test.js': tests('concatenate') },
  });
  const { findings } = await proveCase(await zooScene(context, zoo), zoo);
  const superseded = supersededIn(findings);
  expect(superseded).toHaveLength(2);
  expect(superseded.every(({ only_names }) => only_names === true)).toBe(true);
});
