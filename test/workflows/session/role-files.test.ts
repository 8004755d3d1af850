import { describe, expect, test } from 'vitest';
import type { ChangePart } from '../../../src/languages/change-class.ts';
import {
  designedFiles,
  implementerStrays,
  qaStrays,
  type RoleFacts,
} from '../../../src/workflows/session/role-files.ts';
import { designOf } from '../../support/contracts.ts';

const part = (path: string, given: Partial<ChangePart> = {}): ChangePart => ({
  path,
  kind: 'modified',
  class: 'product',
  before: '1',
  after: '2',
  ...given,
});

const FACTS: RoleFacts = {
  named: new Set(['src/cart.js', 'vitest.config.ts', 'CLAUDE.md']),
  toCreate: new Set(['src/cart.js']),
  hadTests: true,
  isThrowingStub: () => true,
  isHarmless: () => false,
  isManifest: (path) => path === 'package.json',
};

const added = { kind: 'added' as const, before: null };
const devDependency = part('package.json', { ...added, part: 'devDependencies.vitest', dependency: 'runner' });

describe('QA may change', () => {
  test.each<readonly [string, ChangePart[], Partial<RoleFacts>, boolean]>([
    ['a test', [part('a.test.js', { class: 'test' })], {}, true],
    [
      'a fixture and support code',
      [part('f.json', { class: 'fixture' }), part('h.js', { class: 'support' })],
      {},
      true,
    ],
    ['a product file', [part('src/add.js')], {}, false],
    ['a stub that throws where one is to be made', [part('src/cart.js', added)], {}, true],
    ['the same with code in it', [part('src/cart.js', added)], { isThrowingStub: () => false }, false],
    ['a stub that nobody announced', [part('src/other.js', added)], {}, false],
    ['a file that is there already', [part('src/cart.js')], {}, false],
    ['the test script', [part('package.json', { class: 'test_script', part: 'scripts.test' })], {}, false],
    ['a conftest.py', [part('conftest.py', { ...added, class: 'runner_config' })], {}, false],
    [
      'one that only gains fixtures',
      [part('conftest.py', { class: 'runner_config' })],
      { isHarmless: () => true },
      true,
    ],
    ['settings that the design names', [part('vitest.config.ts', { class: 'runner_config' })], {}, true],
    ['a control file', [part('.mcp.json', { class: 'control' })], {}, false],
    ['a control file that the design names', [part('CLAUDE.md', { class: 'control' })], {}, true],
    ['development dependencies and their lock file', [devDependency, part('package-lock.json')], {}, true],
    ['a lock file alone', [part('package-lock.json')], {}, false],
    ['a dependency of the product', [{ ...devDependency, part: 'dependencies.x', dependency: 'other' }], {}, false],
    [
      'everything about a runner where there is none',
      [part('package.json', { part: 'name' }), part('package.json', { class: 'test_script', part: 'scripts.test' })],
      { hadTests: false },
      true,
    ],
  ])('%s', (_, parts, facts, expected) => {
    expect(qaStrays(parts, { ...FACTS, ...facts }).length === 0).toBe(expected);
  });
});

describe('the Implementer may change', () => {
  const facts = { named: FACTS.named, frozen: new Set(['test/cart.test.js']) };
  test.each<readonly [string, ChangePart, boolean]>([
    ['the product', part('src/add.js'), true],
    ['a test', part('test/other.test.js', { class: 'test' }), false],
    ['a test that QA wrote, whatever it is called', part('test/cart.test.js'), false],
    ['a test that QA wrote, by renaming it', part('src/x.js', { from: 'test/cart.test.js', kind: 'renamed' }), false],
    ['settings that the design names', part('vitest.config.ts', { class: 'runner_config' }), true],
    ['settings that it does not', part('jest.config.js', { class: 'runner_config' }), false],
    ['a control file', part('.mcp.json', { class: 'control' }), false],
  ])('%s', (_, one, expected) => {
    expect(implementerStrays([one], facts).length === 0).toBe(expected);
  });
});

test('files that the design only refers to are named by nobody', () => {
  const design = designOf({ refs: { Cart: 'src/cart.js' } });
  const only = { ...design.contract.file_refs[0], entity: 'Pay', path: 'src/pay.js', status: 'exists' as const };
  const contract = { ...design.contract, file_refs: [...design.contract.file_refs, only] };
  expect([...designedFiles({ ...design, contract }).named]).toEqual(['src/cart.js']);
});
