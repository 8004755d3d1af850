import { claudeHarness } from './claude.harness.ts';
import { conformance } from './suite.ts';

conformance(claudeHarness());
