import { rehearsalHarness } from './rehearsal.harness.ts';
import { conformance } from './suite.ts';

conformance(rehearsalHarness);
