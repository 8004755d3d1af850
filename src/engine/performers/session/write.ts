import { unwrap } from '../../../base/failure.ts';
import { qaTestFirstPrompt } from '../../../prompts/session/qa.ts';
import { completeTestContract } from '../../../schema/contracts/answers.ts';
import { wantedTestContract } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { contractHeader, requireContract, writeContract } from './contracts.ts';
import type { SubtaskJob } from './job.ts';
import { queryMemory } from './memory.ts';
import { commitWip, designFor, subtaskBrief } from './subtask.ts';

/** QA writes the tests of a subtask, and the contract that says what they are. */
export async function write(job: SubtaskJob): Promise<SessionEvent> {
  const { session, services, at, id } = job;
  const { design } = requireContract(designFor(job));
  const brief = requireContract(subtaskBrief(job));
  const memContext = await queryMemory(job, {
    role: 'qa-engineer',
    project: services.name,
    failures: at.subtask.failed_tests.length,
  });
  return performAgentStep(job, {
    role: 'qa-engineer',
    template: 'session/qa-test-first',
    worktree: { commit: session.tip.commit },
    prompt: (_, template) => qaTestFirstPrompt({ ...brief, designContract: design.text, memContext }, template),
    answer: wantedTestContract({ subtask_name: at.subtask.name }),
    save: async (done) => {
      const work = await commitWip(job, done.worktree, 'tests');
      const ids = { task: at.taskId, subtask: at.subtaskId };
      const header = { ...contractHeader(job), task_id: at.taskId, subtask_id: at.subtaskId };
      const value = completeTestContract(requireAnswer(done), header);
      unwrap(writeContract(job, { name: 'test-contract', ids, value }));
      return { type: 'tests_written', data: { effect: id, calls: [done.call], work } };
    },
  });
}
