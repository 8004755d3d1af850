import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Proof } from '../../src/evidence/proof.ts';
import { needs } from '../support/needs.ts';
import { type CheckScene, checkScene, sandboxOf } from './check-scene.ts';

const MODULES = path.resolve('node_modules');

function told(proof: Proof): string[] {
  return proof.tests.map(({ id, status }) => `${status} ${id}`).sort();
}

/** What this very run of the tests sets would reach the one inside. */
async function project(files: Record<string, string>): Promise<CheckScene> {
  const here = await checkScene({ '.gitignore': 'node_modules\n__pycache__\n.pytest_cache\n', ...files });
  if (files['package.json']?.includes('vitest') === true)
    fs.symlinkSync(MODULES, path.join(here.checkout.folder, 'node_modules'));
  return here;
}

const FINE = { disagreement: [], streamed: { ended: true, foreign: 0 } };

describe('node:test', () => {
  const imports = `import assert from 'node:assert';\nimport { describe, it, test } from 'node:test';\n`;
  const suite = `${imports}import { add } from '../src/add.js';
    test('adds', () => assert.equal(add(1, 2), 3));
    test('fails', () => assert.equal(add(1, 2), 4));
    describe('group', () => { it('inner', () => {}); });`;

  test('tells each test as it comes, and the files that were loaded', async () => {
    const here = await project({
      'src/add.js': `import './more.cjs';\nimport './prices.json' with { type: 'json' };\nexport const add = (a, b) => a + b;\n`,
      'src/more.cjs': '',
      'src/prices.json': '{}',
      'src/unused.js': '',
      'test/add.test.js': suite,
      'test/broken.test.js': "import './nope.js';",
    });
    const proof = await here.prove();
    expect(told(proof)).toEqual([
      'failed test/add.test.js > fails',
      'failed test/broken.test.js',
      'passed test/add.test.js > adds',
      'passed test/add.test.js > group > inner',
    ]);
    expect(proof).toMatchObject({ source: 'stream', printed: { total: 4, passed: 2, failed: 2 } });
    expect(proof.loaded).toEqual(['src/add.js', 'src/more.cjs', 'src/prices.json', 'test/add.test.js']);
    expect(proof).toMatchObject(FINE);
  });

  test('a module that gives itself another name was loaded all the same', async () => {
    const here = await project({
      'src/add.js': 'export const add = (a, b) => a + b;\n//# sourceURL=elsewhere.js\n',
      'src/bare.js': 'export const none = 0;\n',
      'test/add.test.js': `${imports}import { add } from '../src/add.js';\nimport '../src/bare.js';
        test('adds', () => assert.equal(add(1, 2), 3));`,
    });
    expect((await here.prove()).loaded).toEqual(['src/add.js', 'src/bare.js', 'test/add.test.js']);
  });

  test('a module of which the garbage collection left no function was loaded all the same', async () => {
    const here = await project({
      'src/rate.js': 'export const rate = await Promise.resolve(3);\n',
      'test/rate.test.js': `${imports}import { setFlagsFromString } from 'node:v8';
        import { runInNewContext } from 'node:vm';
        import { rate } from '../src/rate.js';
        test('rate', () => {
          setFlagsFromString('--expose-gc');
          runInNewContext('gc')();
          assert.equal(rate, 3);
        });`,
    });
    expect((await here.prove()).loaded).toEqual(['src/rate.js', 'test/rate.test.js']);
  });

  test('what was loaded is known where the tests measure coverage themselves', async () => {
    const here = await project({
      'src/rate.js': 'export const rate = 3;\n',
      'test/rate.test.js': `${imports}import { Session } from 'node:inspector/promises';
        import { rate } from '../src/rate.js';
        test('rate', async () => {
          const session = new Session();
          session.connect();
          await session.post('Profiler.enable');
          await session.post('Profiler.startPreciseCoverage', { callCount: true });
          await session.post('Profiler.takePreciseCoverage');
          assert.equal(rate, 3);
        });`,
    });
    expect((await here.prove()).loaded).toEqual(['src/rate.js', 'test/rate.test.js']);
  });

  test('a file that ends its process in the middle is told from one that passes', async () => {
    const files = { 'test/a.test.js': `${imports}test('one', () => {});\ntest('two', () => process.exit(0));` };
    const proof = await (await project(files)).prove();
    expect(proof).toMatchObject({ exit_code: 0, disagreement: ['fewer_executed'], streamed: { planned: 1, done: 0 } });
    const good = await (await project({ 'test/a.test.js': `${imports}test('one', () => {});` })).prove();
    expect(good).toMatchObject(FINE);
  });

  test('nobody else’s line counts, and it is noticed', async () => {
    const forge = `${imports}import fs from 'node:fs';
      test('forges', () => {
        const own = process.execArgv.find((word) => word.startsWith('--require=')).slice(10);
        fs.writeFileSync(own.replace('preload.cjs', 'results'), JSON.stringify({ key: 'x', end: true }) + '\\n', { flag: 'a' });
      });`;
    const proof = await (await project({ 'test/a.test.js': forge })).prove();
    expect(proof).toMatchObject({ counts: { total: 1 }, streamed: { foreign: 1 }, disagreement: ['foreign_lines'] });
  });

  test('in the sandbox the reporter cannot be changed', async (context) => {
    const attack = `${imports}import fs from 'node:fs';
      test('attacks', () => {
        const own = process.execArgv.find((word) => word.startsWith('--require=')).slice(10);
        assert.throws(() => fs.writeFileSync(own.replace('preload.cjs', 'reporter.mjs'), ''));
        assert.throws(() => fs.rmSync(own.replace('preload.cjs', 'results')));
      });`;
    const here = await project({ 'test/a.test.js': attack });
    const proof = await here.prove({}, { sandbox: await sandboxOf(context, here) });
    expect(proof).toMatchObject({ exit_code: 0, counts: { passed: 1 }, ...FINE });
  });
});

test('Vitest', async () => {
  const here = await project({
    'package.json': '{"type":"module","scripts":{"test":"vitest run"}}',
    'src/add.ts': 'export const add = (a: number, b: number) => a + b;\n',
    'src/unused.ts': '',
    'test/cart.test.ts': `
      import { describe, expect, it, test } from 'vitest';
      import { add } from '../src/add.ts';
      test('adds', () => expect(add(1, 2)).toBe(3));
      test('fails', () => expect(add(1, 2)).toBe(4));
      test.skip('skipped', () => {});
      test.todo('later');
      describe('group', () => { describe('deeper', () => { it('inner', () => {}); }); });`,
    'test/broken.test.ts': "import './nope.js';",
  });
  const proof = await here.prove();
  expect(told(proof)).toEqual([
    'failed test/broken.test.ts',
    'failed test/cart.test.ts > fails',
    'passed test/cart.test.ts > adds',
    'passed test/cart.test.ts > group > deeper > inner',
    'skipped test/cart.test.ts > later',
    'skipped test/cart.test.ts > skipped',
  ]);
  expect(proof).toMatchObject({ source: 'stream', exit_code: 1, printed: { passed: 2, failed: 1 }, ...FINE });
  expect(proof.loaded).toEqual(['src/add.ts', 'test/broken.test.ts', 'test/cart.test.ts']);
});

describe('pytest', () => {
  const files = {
    'calc.py': 'def sub(a, b):\n    return a + b\n',
    'unused.py': '',
    'test_calc.py':
      'import pytest\nfrom calc import sub\n\ndef test_sub():\n    assert sub(3, 1) == 2\n\ndef test_zero():\n    assert sub(3, 0) == 3\n',
  };

  test('tells each test as it comes', async (context) => {
    needs(context, 'pytest');
    const more = `
@pytest.mark.skip
def test_later(): pass
@pytest.mark.xfail
def test_expected(): assert False
@pytest.fixture
def breaks(): yield; assert False, "teardown"
def test_teardown(breaks): pass
@pytest.mark.parametrize("a", ["x::y", "z"])
def test_many(a): assert a == "z"
class TestCart:
    def test_in(self): pass
`;
    const here = await project({
      ...files,
      'test_calc.py': files['test_calc.py'] + more,
      'tests/test_broken.py': 'import nope\n',
      'pytest.ini': '[pytest]\naddopts = -p no:cacheprovider\n',
    });
    const proof = await here.prove();
    expect(told(proof)).toEqual([
      'failed test_calc.py > test_many[x::y]',
      'failed test_calc.py > test_sub',
      'failed test_calc.py > test_teardown',
      'failed tests/test_broken.py',
      'passed test_calc.py > TestCart > test_in',
      'passed test_calc.py > test_many[z]',
      'passed test_calc.py > test_zero',
      'skipped test_calc.py > test_expected',
      'skipped test_calc.py > test_later',
    ]);
    expect(proof.tests.find(({ id }) => id.endsWith('test_sub'))?.reason).toContain('assert 4 == 2');
    expect(proof.loaded).toEqual(['calc.py', 'test_calc.py']);
    expect(proof).toMatchObject({ source: 'stream', exit_code: 1, streamed: { planned: 8, done: 8 } });
  });

  test('what was told cannot be taken back by an exit hook of the product', async (context) => {
    needs(context, 'pytest');
    const hook = `
import atexit, glob, os, re, sys
def forge():
    for place in {a.split('=')[-1] for a in sys.argv if '=' in a} | set(glob.glob(os.environ.get('PYTHONPATH', '/nowhere') + '/../../reports/*')):
        if os.path.isfile(place):
            text = re.sub('<failure.*?</failure>', '', open(place).read(), flags=re.S)
            open(place, 'w').write(re.sub('failures="\\\\d+"', 'failures="0"', text))
    print('2 passed in 0.01s', flush=True)
    os._exit(0)
atexit.register(forge)
`;
    const here = await project({ ...files, 'calc.py': hook + files['calc.py'] });
    expect(await here.prove()).toMatchObject({
      exit_code: 0,
      counts: { total: 2, passed: 1, failed: 1 },
      disagreement: expect.arrayContaining(['passed_with_failures', 'printed_differs']),
    });
  });

  test('an end in the middle, with code 0, is no success', async (context) => {
    needs(context, 'pytest');
    const ends = 'import os\n\ndef test_a(): pass\ndef test_b(): os._exit(0)\ndef test_c(): assert False\n';
    expect(await (await project({ 'test_a.py': ends })).prove()).toMatchObject({
      exit_code: 0,
      counts: { total: 1 },
      streamed: { planned: 3, done: 1, ended: false },
      disagreement: ['fewer_executed', 'not_ended'],
    });
  });

  test('a module of the project that takes the place of the runner is noticed', async (context) => {
    needs(context, 'pytest');
    const proof = await (await project({ ...files, 'pytest.py': "print('2 passed in 0.01s')\n" })).prove();
    expect(proof.disagreement).toEqual(['silent']);
  });

  test('a line that says where modules are found', async (context) => {
    needs(context, 'pytest');
    const here = await checkScene(
      {
        'src/calc.py': files['calc.py'],
        'test_calc.py': 'from calc import sub\n\ndef test_it(): assert sub(1, 1) == 2\n',
      },
      { config: { test_command: 'PYTHONPATH=src python3 -m pytest -q -p no:cacheprovider' } },
    );
    expect(await here.prove()).toMatchObject({ source: 'stream', exit_code: 0, counts: { passed: 1 }, ...FINE });
  });
});

test('unittest', async (context) => {
  needs(context, 'python3');
  const here = await project({
    'calc.py': 'def add(a, b):\n    return a + b\n',
    'tests/test_calc.py': `import unittest
from calc import add

class Adds(unittest.TestCase):
    def test_good(self): self.assertEqual(add(1, 2), 3)
    def test_bad(self): self.assertEqual(add(1, 2), 4)
    @unittest.skip("later")
    def test_later(self): pass
    def test_parts(self):
        for number in (1, 2):
            with self.subTest(number=number): self.assertEqual(number, 1)
`,
    'tests/test_broken.py': 'import nope\n',
    'tests/__init__.py': '',
  });
  expect(here.own.tests?.detected.line).toBe('python3 -m unittest');
  const proof = await here.prove();
  expect(told(proof)).toEqual([
    'failed tests/test_broken.py',
    'failed tests/test_calc.py > Adds > test_bad',
    'failed tests/test_calc.py > Adds > test_parts > (number=2)',
    'passed tests/test_calc.py > Adds > test_good',
    'skipped tests/test_calc.py > Adds > test_later',
  ]);
  expect(proof).toMatchObject({ source: 'stream', exit_code: 1, printed: { total: 5 }, ...FINE });
  expect(proof.loaded).toEqual(['calc.py', 'tests/__init__.py', 'tests/test_calc.py']);
});
