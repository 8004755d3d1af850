import { opencodeHarness } from './opencode.harness.ts';
import { conformance } from './suite.ts';

conformance(opencodeHarness());
