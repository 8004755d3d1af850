import { codexHarness } from './codex.harness.ts';
import { conformance } from './suite.ts';

conformance(codexHarness());
