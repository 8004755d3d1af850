import { describe, expect, test } from 'vitest';
import { isBenignSupport } from '../../src/languages/known-languages.ts';

describe('conftest.py', () => {
  const BEFORE = 'import pytest\n\n\n@pytest.fixture\ndef client():\n    return 1\n';
  test.each([
    ['import os\n', true],
    ['from app import make, close\n', true],
    ['from app import (\n    make,\n    close,\n)\n', true],
    ['@pytest.fixture\ndef user(client):\n    yield client.user()\n', true],
    ['@pytest.fixture(scope="session")\ndef user():\n    return make()\n', true],
    ['@pytest.fixture(\n    params=[1, 2],\n)\ndef user():\n    return 1\n', true],
    ['@pytest.fixture(params=[pytest.param(1, id="a")])\ndef user():\n    return 1\n', true],
    ['def add(a, b=1):\n    # why\n\n    return a + b\n', true],
    ['async def add():\n    """Adds.\n\nNothing."""\n    return 1\n', true],
    ['class Fake:\n    name: str = "a"\n    size = 3\n\n    def get(self):\n        return call()\n', true],
    ['LIMIT = 3\n', true],
    ['NAMES = ["a", "b"]\n', true],
    ['"""What is here."""\n', true],
    ['# only a comment\n', true],
    ['def pytest_runtest_makereport(item, call):\n    pass\n', false],
    ['def pytest_collection_modifyitems(items):\n    items.clear()\n', false],
    ['pytest_plugins = ["liar"]\n', false],
    ['@pytest.hookimpl(hookwrapper=True)\ndef x():\n    pass\n', false],
    ['@pytest.fixture(autouse=True)\ndef user():\n    return 1\n', false],
    ['@pytest.fixture(\n    autouse=True,\n)\ndef user():\n    return 1\n', false],
    ['pytest.raises = None\n', false],
    ['setup()\n', false],
    ['import os; os._exit(0)\n', false],
    ['from app import *\n', false],
    ['VALUE = compute()\n', false],
    ['VALUE = ENV["x"]\n', false],
    ['collect_ignore = ["test_a.py"]\n', false],
    ['if True:\n    import x\n', false],
    ['for x in []:\n    pass\n', false],
    ['with open("x"):\n    pass\n', false],
    ['try:\n    import x\nexcept ImportError:\n    x = None\n', false],
    ['@atexit.register\ndef done():\n    pass\n', false],
    ['@pytest.fixture(params=compute())\ndef user():\n    return 1\n', false],
    ['def user(a=compute()):\n    return a\n', false],
    ['class Fake:\n    setup()\n', false],
    ['class Fake(metaclass=Meta):\n    pass\n', false],
    ['def client():\n    return 2\n', false],
    ['from liar import client\n', false],
    ['client = 2\n', false],
    ['@pytest.fixture\ndef monkeypatch():\n    return 1\n', false],
    ['assert True\n', false],
    ['exec("x")\n', false],
  ])('gains %j: %s', (added, expected) => {
    expect(isBenignSupport('tests/conftest.py', BEFORE, `${BEFORE}\n\n${added}`)).toBe(expected);
    expect(isBenignSupport('tests/conftest.py', BEFORE, `${added}\n\n${BEFORE}`)).toBe(expected);
  });

  test.each([
    [null, BEFORE, true],
    [BEFORE, BEFORE.replace('return 1', 'return 2'), false],
    [BEFORE, BEFORE.replace('@pytest.fixture', '@pytest.fixture(autouse=True)'), false],
    [BEFORE, 'import pytest\n', false],
    [BEFORE, null, false],
    [BEFORE, `${BEFORE}    # said\n`, true],
  ])('%j → %j: %s', (before, after, expected) => {
    expect(isBenignSupport('conftest.py', before, after)).toBe(expected);
  });
});

describe('a support file of JavaScript', () => {
  const BEFORE = `import { a } from './a.js';\n\nexport function one() {\n  return a();\n}\n`;
  test.each([
    [`import { b } from './b.js';\n`, true],
    [`import type { B } from './b.js';\n`, true],
    [`import * as b from './b.js';\n`, true],
    [`export { b } from './b.js';\n`, true],
    [`export * from './b.js';\n`, true],
    [`export function two(a = f()) {\n  return one(a);\n}\n`, true],
    [`export async function two() {\n  await one();\n}\n`, true],
    [`export const two = () => one();\n`, true],
    [`export const two = async (a: number): Promise<void> => {\n  await one(a);\n};\n`, true],
    [`const two = (a) =>\n  one(a);\n`, true],
    [`export const LIMIT = 3;\n`, true],
    [`export const NAMES = ['a', 'b'] as const;\n`, true],
    [`export const options = { a: 1, b: [2] };\n`, true],
    [`export class Fake {\n  name = 'a';\n  get() {\n    return one();\n  }\n}\n`, true],
    [`export interface A {\n  b(): void;\n}\n`, true],
    [`export type A = { b: string };\n`, true],
    [`// said\n`, true],
    [`exports.two = function () { return 1; };\n`, true],
    [`import './b.js';\n`, false],
    [`one();\n`, false],
    [`beforeEach(() => {});\n`, false],
    [`expect.extend({ toBe() { return { pass: true }; } });\n`, false],
    [`assert.equal = () => {};\n`, false],
    [`globalThis.it = () => {};\n`, false],
    [`export const two = one();\n`, false],
    [`export const two = new Map();\n`, false],
    [`export const two = await one();\n`, false],
    [`export const two = tag\`x\`;\n`, false],
    [`export const two = (() => { one(); })();\n`, false],
    [`export const two = [one()];\n`, false],
    [`export function two() {} one();\n`, false],
    [`export class Fake {\n  static {\n    one();\n  }\n}\n`, false],
    [`export class Fake {\n  static a = one();\n}\n`, false],
    [`let count = 0;\n`, false],
    [`if (true) { one(); }\n`, false],
    [`process.on('exit', () => {});\n`, false],
    [`export const one = () => 2;\n`, false],
    [`void one();\n`, false],
    [`export default one();\n`, false],
  ])('gains %j: %s', (added, expected) => {
    expect(isBenignSupport('test/support.ts', BEFORE, `${BEFORE}\n${added}`)).toBe(expected);
  });

  test.each([
    [null, BEFORE, true],
    [BEFORE, BEFORE.replace('{ a }', '{ a, b }'), true],
    [BEFORE, BEFORE.replace('./a.js', './liar.js'), false],
    [BEFORE, BEFORE.replace('return a()', 'return 1'), false],
    [BEFORE, '', false],
  ])('%j → %j: %s', (before, after, expected) => {
    expect(isBenignSupport('test/support.ts', before, after)).toBe(expected);
  });

  test('other languages are not known well enough', () => {
    expect(isBenignSupport('spec/helper.rb', '', 'x = 1')).toBe(false);
  });
});
