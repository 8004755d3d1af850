import { clip } from '../../../base/clip.ts';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { qaVerificationPrompt } from '../../../prompts/session/qa-verification.ts';
import { completeTestResult, type TestResultAnswer } from '../../../schema/contracts/answers.ts';
import { wantedTestResult } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { contractHeader, writeContract } from './contracts.ts';
import { queryMemory } from './memory.ts';
import { designFor, subtaskBrief, testsFor } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** In the log; the test result holds them all. */
const MOST_FAILED = 20;

/** QA verifies, and recommends; what it says of tests is compared with our own runs next. */
export async function verify(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { session, services, at, id } = job;
  const designed = designFor(job);
  if (!designed.ok) return ok(designed.missing);
  const tests = testsFor(job);
  if (!tests.ok) return ok(tests.missing);
  const brief = subtaskBrief(job);
  if (!brief.ok) return ok(brief.missing);
  const memContext = await queryMemory(job, {
    role: 'qa-engineer',
    project: services.name,
    failures: at.subtask.failed_tests.length,
  });
  const template = readTemplate(services.project, 'session/qa-verification');
  if (!template.ok) return template;
  const prompt = qaVerificationPrompt(
    {
      ...brief.value,
      testContract: tests.value.text,
      invariants: designed.value.design.value.invariants,
      memContext,
    },
    template.value,
  );
  if (!prompt.ok) return prompt;
  const room = await prepareAgentWorktree(job, { commit: (at.subtask.work ?? session.tip).commit });
  if (!room.ok) return room;
  const called = await callSessionAgent<TestResultAnswer>(job, {
    role: 'qa-engineer',
    prompt: prompt.value,
    folder: room.value.worktree.folder,
    answer: wantedTestResult(),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { answer, call } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const ids = { task: at.taskId, subtask: at.subtaskId };
  const value = completeTestResult(answer, { ...contractHeader(job), task_id: at.taskId, subtask_id: at.subtaskId });
  const written = writeContract(job, { name: 'test-result', ids, value });
  if (!written.ok) return written;
  const { action, reason } = value.recommendation;
  const failed = value.failed_tests
    .slice(0, MOST_FAILED)
    .map((test) => ({ name: clip(test.name), reason: clip(test.reason) }));
  return ok({ type: 'verified', data: { effect: id, calls: [call], action, reason: clip(reason, 2000), failed } });
}
