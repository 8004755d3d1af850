import { acpGeminiHarness } from './acp-gemini.harness.ts';
import { conformance } from './suite.ts';

conformance(acpGeminiHarness());
