import { expect, test } from 'vitest';
import { touchedPaths, type TouchedPaths } from '../../../src/evidence/gates/touched-paths.ts';
import { must, type Scene, scene } from '../../git/scene.ts';

type Files = Record<string, string | null>;

async function touchedBy(here: Scene, change: () => void, testFiles: readonly string[] = []): Promise<TouchedPaths> {
  const from = here.user('rev-parse', 'HEAD^{tree}');
  change();
  const to = here.user('rev-parse', 'HEAD^{tree}');
  return must(await touchedPaths(here.git, here.repository, { from, to, testFiles }));
}

async function touchedAfter(before: Files, after: Files, testFiles: readonly string[] = []): Promise<TouchedPaths> {
  const here = await scene();
  here.commit(before);
  return touchedBy(here, () => void here.commit(after), testFiles);
}

test('what decides what the tests say is told from the rest', async () => {
  const touched = await touchedAfter(
    { 'test/a.test.ts': 'strong', 'package.json': '{"scripts":{"test":"vitest"}}', 'src/old.ts': 'x' },
    {
      'test/a.test.ts': 'weakened',
      'src/__snapshots__/a.ts.snap': 'x',
      'src/fixtures/a.json': '{}',
      'vitest.config.ts': 'export default {}',
      'checks/own.ts': 'x',
      '.orchestral/config/project.json': '{}',
      'package.json': '{"scripts":{"test":"true"}}',
      'src/a.ts': 'x',
      'src/old.ts': null,
    },
    ['./checks/own.ts'],
  );
  expect(touched.frozen.map(({ path, kind }) => [path, kind])).toEqual([
    ['.orchestral/config/project.json', 'runner_config'],
    ['checks/own.ts', 'test'],
    ['package.json', 'test_script'],
    ['src/__snapshots__/a.ts.snap', 'snapshot'],
    ['src/fixtures/a.json', 'fixture'],
    ['test/a.test.ts', 'test'],
    ['vitest.config.ts', 'runner_config'],
  ]);
  expect([...touched.others].sort()).toEqual(['src/a.ts', 'src/old.ts']);
  expect([...touched.known]).toEqual(expect.arrayContaining(['src/old.ts', 'src/a.ts']));
});

test('a manifest whose tests are run as before is not frozen', async () => {
  const scripts = { test: 'vitest' };
  const touched = await touchedAfter(
    { 'package.json': JSON.stringify({ scripts }) },
    { 'package.json': JSON.stringify({ scripts, dependencies: { a: '1' } }) },
  );
  expect([touched.frozen, touched.others]).toEqual([[], ['package.json']]);
});

test('a test that is moved away or deleted was touched', async () => {
  const here = await scene();
  here.commit({ 'test/a.test.ts': 'a long enough text to be found again\n'.repeat(5), 'test/b.test.ts': 'b' });
  const touched = await touchedBy(here, () => {
    here.user('mv', 'test/a.test.ts', 'src/a-old.ts');
    here.user('rm', '--quiet', 'test/b.test.ts');
    here.user('commit', '--quiet', '-m', 'away');
  });
  expect(touched.frozen.map(({ path }) => path).sort()).toEqual(['test/a.test.ts', 'test/b.test.ts']);
  expect(touched.others).toEqual(['src/a-old.ts']);
});
