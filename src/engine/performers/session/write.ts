import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { qaTestFirstPrompt } from '../../../prompts/session/qa-test-first.ts';
import { completeTestContract, type TestContractAnswer } from '../../../schema/contracts/answers.ts';
import { wantedTestContract } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { contractHeader, writeContract } from './contracts.ts';
import { queryMemory } from './memory.ts';
import { commitWip, designFor, subtaskBrief } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** QA writes the tests of a subtask, and the contract that says what they are. */
export async function write(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { session, services, at, id } = job;
  const designed = designFor(job);
  if (!designed.ok) return ok(designed.missing);
  const brief = subtaskBrief(job);
  if (!brief.ok) return ok(brief.missing);
  const memContext = await queryMemory(job, {
    role: 'qa-engineer',
    project: services.name,
    failures: at.subtask.failed_tests.length,
  });
  const template = readTemplate(services.project, 'session/qa-test-first');
  if (!template.ok) return template;
  const designContract = designed.value.design.text;
  const prompt = qaTestFirstPrompt({ ...brief.value, designContract, memContext }, template.value);
  if (!prompt.ok) return prompt;
  const room = await prepareAgentWorktree(job, { commit: session.tip.commit });
  if (!room.ok) return room;
  const called = await callSessionAgent<TestContractAnswer>(job, {
    role: 'qa-engineer',
    prompt: prompt.value,
    folder: room.value.worktree.folder,
    answer: wantedTestContract({ subtask_name: at.subtask.name }),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { answer, call } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const work = await commitWip(job, room.value, 'tests');
  if (!work.ok) return work;
  const ids = { task: at.taskId, subtask: at.subtaskId };
  const value = completeTestContract(answer, { ...contractHeader(job), task_id: at.taskId, subtask_id: at.subtaskId });
  const written = writeContract(job, { name: 'test-contract', ids, value });
  if (!written.ok) return written;
  return ok({ type: 'tests_written', data: { effect: id, calls: [call], work: work.value } });
}
