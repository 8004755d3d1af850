import fs from 'node:fs';
import { expect, test } from 'vitest';
import { acceptsNode } from './node-range.ts';

const FLOOR = '20.20.2';

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> };
const installed = Object.entries(lock.packages).filter(([place, { optional }]) => place !== '' && optional !== true);

test(`every dependency accepts Node ${FLOOR}`, () => {
  const refusing = installed.flatMap(([place, { engines }]) => {
    const range = engines?.node ?? '*';
    return acceptsNode(range, FLOOR) ? [] : [`${place} wants Node ${range}`];
  });
  expect(installed.length).toBeGreaterThan(50);
  expect(refusing).toEqual([]);
});

test('no dependency runs a script when it is installed', () => {
  expect(installed.flatMap(([place, { hasInstallScript }]) => (hasInstallScript === true ? [place] : []))).toEqual([]);
});

/** A registry that lacks a platform's binaries makes npm leave them out, and then `npm ci` fails on every machine. */
test('the lock file is whole: scripts/complete-lock.mjs has nothing to add', () => {
  const missing = Object.entries(lock.packages).flatMap(([owner, { optionalDependencies = {} }]) => {
    const nested = owner.split('/node_modules/');
    const homes = ['', ...nested.map((_, index) => `${nested.slice(0, index + 1).join('/node_modules/')}/`)];
    return Object.keys(optionalDependencies)
      .filter((name) => homes.every((home) => lock.packages[`${home}node_modules/${name}`] === undefined))
      .map((name) => `${owner} → ${name}`);
  });
  expect(missing).toEqual([]);
});

test.each([
  ['>=18', true],
  ['>= 20.19.0', true],
  ['^20.19.0 || >=22.12.0', true],
  ['18 || 20 || >=22', true],
  ['20.x', true],
  ['>=14 <21', true],
  ['*', true],
  ['~20.20.0', true],
  ['>=22', false],
  ['^18.0.0 || ^22', false],
  ['>=20.21', false],
  ['>=18 <20', false],
  ['~20.19.0', false],
])('Node range %s', (range, accepted) => {
  expect(acceptsNode(range, FLOOR)).toBe(accepted);
});

test('a range nobody understands is not taken for a yes', () => {
  expect(() => acceptsNode('latest', FLOOR)).toThrow('latest');
});
