import { commandHarness } from './command.harness.ts';
import { conformance } from './suite.ts';

conformance(commandHarness);
