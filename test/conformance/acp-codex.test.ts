import { acpCodexHarness } from './acp-codex.harness.ts';
import { conformance } from './suite.ts';

conformance(acpCodexHarness());
