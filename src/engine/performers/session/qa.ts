import { clip } from '../../../base/clip.ts';
import { qaTestFirstPrompt, qaVerificationPrompt } from '../../../prompts/session/qa.ts';
import { completeTestContract, completeTestResult, namedByQa } from '../../../schema/contracts/answers.ts';
import { wantedTestContract, wantedTestResult } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { findQaStrays, openSubtaskChange } from './change.ts';
import { contractHeader, writeContract } from './contracts.ts';
import type { SubtaskJob } from './job.ts';
import { failedRuns } from '../../../workflows/session/mem-triggers.ts';
import { queryMemory } from './memory.ts';
import { commitWip, requireDesign, requireTests, subtaskBrief, testsOf } from './subtask.ts';

/** In the log; the test result holds them all. */
const MOST_FAILED = 20;
const MOST_FILES = 100;

/** QA writes the tests of a subtask, and the contract that says what they are. */
export async function write(job: SubtaskJob): Promise<SessionEvent> {
  const { session, at, id } = job;
  const { design, asDesign } = requireDesign(job);
  const brief = subtaskBrief(job);
  const memContext = await queryQaMemory(job);
  return performAgentStep(job, {
    role: 'qa-engineer',
    template: 'session/qa-test-first',
    worktree: { commit: session.tip.commit },
    prompt: ({ commands }, template) =>
      qaTestFirstPrompt({ ...brief, ...testsOf(commands), designContract: design.text, memContext }, template),
    answer: wantedTestContract({ subtask_name: at.subtask.name }),
    save: async (done) => {
      const work = await commitWip(job, done.worktree, 'tests');
      const calls = [done.call];
      const files =
        work.tree === session.tip.tree ? [] : await findQaStrays(await openSubtaskChange(job, work), asDesign);
      if (files.length > 0)
        return { type: 'tests_refused', data: { effect: id, calls, files: files.slice(0, MOST_FILES) } };
      const answer = requireAnswer(done);
      writeContract(job, {
        name: 'test-contract',
        ids: idsOf(job),
        value: completeTestContract(answer, headerOf(job)),
      });
      return { type: 'tests_written', data: { effect: id, calls, work, named: inRepository(job, namedByQa(answer)) } };
    },
  });
}

function inRepository({ services }: SubtaskJob, named: ReturnType<typeof namedByQa>): ReturnType<typeof namedByQa> {
  const { toRepository } = projectPathsOf(services.project);
  return {
    ...named,
    superseded: named.superseded.map((one) => ({ ...one, file: toRepository(one.file) })),
    snapshots: named.snapshots.map(toRepository),
  };
}

/** QA verifies, and recommends; what it says of tests is compared with our own runs next. */
export async function verify(job: SubtaskJob): Promise<SessionEvent> {
  const { session, at, id } = job;
  const { invariants } = requireDesign(job).design.value;
  const tests = requireTests(job);
  const brief = subtaskBrief(job);
  const memContext = await queryQaMemory(job);
  return performAgentStep(job, {
    role: 'qa-engineer',
    template: 'session/qa-verification',
    worktree: { commit: (at.subtask.work ?? session.tip).commit, isBroken: true },
    prompt: ({ commands }, template) =>
      qaVerificationPrompt(
        { ...brief, ...testsOf(commands), testContract: tests.text, invariants, memContext },
        template,
      ),
    answer: wantedTestResult(),
    save: (done) => {
      const value = completeTestResult(requireAnswer(done), headerOf(job));
      writeContract(job, { name: 'test-result', ids: idsOf(job), value });
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

function queryQaMemory(job: SubtaskJob): Promise<string> {
  const failures = failedRuns(job.at.subtask);
  return queryMemory(job, { role: 'qa-engineer', project: job.services.name, failures });
}

function idsOf({ at }: SubtaskJob) {
  return { task: at.taskId, subtask: at.subtaskId };
}

function headerOf(job: SubtaskJob) {
  return { ...contractHeader(job), task_id: job.at.taskId, subtask_id: job.at.subtaskId };
}
