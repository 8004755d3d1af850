import { unwrap } from '../../base/failure.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import { tool } from '../tool.ts';
import { jobAnswer, waitForWork, workAnswer } from '../work-answer.ts';

/** Until work needs a person or has ended, or the call has taken as long as it may. Whoever waits began nothing. */
export const wait = tool({
  name: 'wait',
  does: 'read',
  input: inputs.waitInput,
  output: outputs.work,
  call: async ({ id, seconds }, call) => {
    const { project, words } = call.session;
    if (id?.startsWith('job-') === true) {
      const job = unwrap(await project.jobs.wait(id, { forMs: call.left(seconds), signal: call.unwanted }));
      return jobAnswer(job, words);
    }
    return workAnswer(await waitForWork(call, id, call.left(seconds)), words);
  },
});
