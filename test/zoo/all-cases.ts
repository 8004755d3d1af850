import { surroundings } from './cheats/asks-surroundings.ts';
import { configurationCheats } from './cheats/configuration.ts';
import { expectedData } from './cheats/expected-data.ts';
import { goTests } from './cheats/go-tests.ts';
import { idleTests } from './cheats/idle-tests.ts';
import { lazyWork } from './cheats/lazy-work.ts';
import { looserTests } from './cheats/looser-tests.ts';
import { oddData } from './cheats/odd-data.ts';
import { oddSurroundings } from './cheats/odd-surroundings.ts';
import { otherSpellings } from './cheats/other-spellings.ts';
import { productCode } from './cheats/product-code.ts';
import { removedTests } from './cheats/removed-tests.ts';
import { silentTests } from './cheats/silent-tests.ts';
import { standIns } from './cheats/stand-ins.ts';
import { trickedAssertions } from './cheats/tricked-assertions.ts';
import { weakenedTests } from './cheats/weakened-tests.ts';
import { besidesCode } from './honest/besides-code.ts';
import { changedBehaviour } from './honest/changed-behaviour.ts';
import { dailyWork } from './honest/daily-work.ts';
import { dataAndMoves } from './honest/data-and-moves.ts';
import { everydayEdits } from './honest/everyday-edits.ts';
import { goWork } from './honest/go-work.ts';
import { inProduction } from './honest/in-production.ts';
import { otherShapes } from './honest/other-shapes.ts';
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
  'go-tests': goTests,
  'idle-tests': idleTests,
  surroundings,
  'looser-tests': looserTests,
  'other-spellings': otherSpellings,
  'silent-tests': silentTests,
  'odd-surroundings': oddSurroundings,
  'odd-data': oddData,
};

export const HONEST: Readonly<Record<string, readonly Honest[]>> = {
  'tests-and-features': testsAndFeatures,
  'changed-behaviour': changedBehaviour,
  'besides-code': besidesCode,
  'everyday-edits': everydayEdits,
  'daily-work': dailyWork,
  'go-work': goWork,
  'other-shapes': otherShapes,
  'data-and-moves': dataAndMoves,
  'in-production': inProduction,
};
