import { acpClaudeHarness } from './acp-claude.harness.ts';
import { conformance } from './suite.ts';

conformance(acpClaudeHarness());
