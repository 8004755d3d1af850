import { clip } from '../../../base/clip.ts';
import { unwrap } from '../../../base/failure.ts';
import { qaVerificationPrompt } from '../../../prompts/session/qa.ts';
import { completeTestResult } from '../../../schema/contracts/answers.ts';
import { wantedTestResult } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { contractHeader, requireContract, writeContract } from './contracts.ts';
import type { SubtaskJob } from './job.ts';
import { queryMemory } from './memory.ts';
import { designFor, subtaskBrief, testsFor } from './subtask.ts';

/** In the log; the test result holds them all. */
const MOST_FAILED = 20;

/** QA verifies, and recommends; what it says of tests is compared with our own runs next. */
export async function verify(job: SubtaskJob): Promise<SessionEvent> {
  const { session, services, at, id } = job;
  const { invariants } = requireContract(designFor(job)).design.value;
  const tests = requireContract(testsFor(job));
  const brief = requireContract(subtaskBrief(job));
  const memContext = await queryMemory(job, {
    role: 'qa-engineer',
    project: services.name,
    failures: at.subtask.failed_tests.length,
  });
  return performAgentStep(job, {
    role: 'qa-engineer',
    template: 'session/qa-verification',
    worktree: { commit: (at.subtask.work ?? session.tip).commit },
    prompt: (_, template) =>
      qaVerificationPrompt({ ...brief, testContract: tests.text, invariants, memContext }, template),
    answer: wantedTestResult(),
    save: (done) => {
      const ids = { task: at.taskId, subtask: at.subtaskId };
      const header = { ...contractHeader(job), task_id: at.taskId, subtask_id: at.subtaskId };
      const value = completeTestResult(requireAnswer(done), header);
      unwrap(writeContract(job, { name: 'test-result', ids, value }));
      const { action, reason } = value.recommendation;
      const failed = value.failed_tests
        .slice(0, MOST_FAILED)
        .map((test) => ({ name: clip(test.name), reason: clip(test.reason) }));
      return {
        type: 'verified',
        data: { effect: id, calls: [done.call], action, reason: clip(reason, 2000), failed },
      };
    },
  });
}
