import { configurationCheats } from './cheats/configuration.ts';
import { expectedData } from './cheats/expected-data.ts';
import { lazyWork } from './cheats/lazy-work.ts';
import { productCode } from './cheats/product-code.ts';
import { removedTests } from './cheats/removed-tests.ts';
import { standIns } from './cheats/stand-ins.ts';
import { trickedAssertions } from './cheats/tricked-assertions.ts';
import { weakenedTests } from './cheats/weakened-tests.ts';
import { besidesCode } from './honest/besides-code.ts';
import { changedBehaviour } from './honest/changed-behaviour.ts';
import { everydayEdits } from './honest/everyday-edits.ts';
import { testsAndFeatures } from './honest/tests-and-features.ts';
import type { Cheat, Honest } from './zoo-case.ts';

export const CHEATS: Readonly<Record<string, readonly Cheat[]>> = {
  'weakened-tests': weakenedTests,
  'removed-tests': removedTests,
  configuration: configurationCheats,
  'product-code': productCode,
  'lazy-work': lazyWork,
  'expected-data': expectedData,
  'tricked-assertions': trickedAssertions,
  'stand-ins': standIns,
};

export const HONEST: Readonly<Record<string, readonly Honest[]>> = {
  'tests-and-features': testsAndFeatures,
  'changed-behaviour': changedBehaviour,
  'besides-code': besidesCode,
  'everyday-edits': everydayEdits,
};
