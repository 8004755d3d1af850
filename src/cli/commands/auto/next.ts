import { nextStep } from '../../../engine/operations/auto/protocol.ts';
import type { Run } from '../../context.ts';
import { sayLine } from '../../auto-protocol.ts';

/** For agents: what comes next, in one line. */
export const run: Run = (context) => sayLine(context, (tools) => nextStep(tools, context.io.signal));
