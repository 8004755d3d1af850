import { carryOutTask } from '../../../engine/operations/auto/protocol.ts';
import type { Run } from '../../context.ts';
import { sayLine } from '../../auto-protocol.ts';

/** For agents: carries out one task, and says in one line what came of it. */
export const run: Run = (context, { args: [id = ''] }) =>
  sayLine(context, (tools) => carryOutTask(id, tools, context.io.signal));
