import { geminiHarness } from './gemini.harness.ts';
import { conformance } from './suite.ts';

conformance(geminiHarness());
