import { unwrap } from '../../../base/failure.ts';
import { normalPath } from '../../../base/normal-path.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import { changedNames } from '../../../git/diff.ts';
import { isTestFile } from '../../../languages/test-surface.ts';
import { closestPitfalls } from '../../../prompts/knowledge.ts';
import { lessonIn } from '../../../workflows/session/learn.ts';
import { implementerPrompt } from '../../../prompts/session/implementer.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { performAgentStep } from '../agent-step.ts';
import { ContractMissing } from './contracts.ts';
import type { SubtaskJob } from './job.ts';
import { pastSessions, queryMemory, readProjectKnowledge } from './memory.ts';
import { commitWip, requireDesign, requireTests, subtaskBrief, testsOf } from './subtask.ts';

/** The Implementer makes the tests pass. Whether it did is not its to say. */
export async function implement(job: SubtaskJob): Promise<SessionEvent> {
  const { session, services, at, id } = job;
  const { subtask } = at;
  const { design } = requireDesign(job);
  const tests = requireTests(job);
  const brief = subtaskBrief(job);
  const testCode = await readTestCode(job, tests.value);
  const files = design.value.file_refs.map((ref) => ref.path);
  const about = { title: subtask.name, text: design.text, files, domain: null };
  const pitfalls = closestPitfalls(readProjectKnowledge(job).pitfalls, about);
  const memContext = await queryMemory(job, {
    role: 'implementer',
    project: services.name,
    request: session.request_id,
    subtask: subtask.name,
    retries: subtask.implementation_retries,
    files,
    sessions: pastSessions(job),
  });
  return performAgentStep<never, SessionEvent>(job, {
    role: 'implementer',
    template: 'session/implementer',
    worktree: { commit: (subtask.work ?? subtask.tests ?? session.tip).commit, isBroken: subtask.work !== null },
    frozen: await frozenTests(job, tests.value.test_file_path),
    prompt: ({ commands }, template) =>
      implementerPrompt(
        {
          ...brief,
          ...testsOf(commands),
          designContract: design.text,
          testContract: tests.text,
          pitfalls,
          testCode,
          memContext,
        },
        template,
      ),
    save: async ({ call, worktree, text }) => {
      const work = await commitWip(job, worktree, 'implementation');
      const lesson = subtask.implementation_retries > 0 ? lessonIn(text) : undefined;
      return {
        type: 'implemented',
        data: { effect: id, calls: [call], work, ...(lesson !== undefined && { lesson }) },
      };
    },
  });
}

/** The tests that QA wrote for the subtask. What GATE-3 counts besides, it counts afterwards. */
async function frozenTests({ services, session, at }: SubtaskJob, testFile: string): Promise<string[]> {
  const { tests } = at.subtask;
  if (tests === null || tests.tree === session.tip.tree) return [normalPath(testFile)];
  const changed = await changedNames(services.git, services.repository, { from: session.tip.tree, to: tests.tree });
  const names = changed.map((name) => name.toString('utf8')).filter(isTestFile);
  return [...new Set([normalPath(testFile), ...names])];
}

/** The test file as QA wrote it: an implementation that is gone on from may have changed it. */
async function readTestCode(
  { services, session, at, id }: SubtaskJob,
  { test_file_path: file, test_cases }: { readonly test_file_path: string; readonly test_cases: readonly unknown[] },
): Promise<string> {
  const { tree } = at.subtask.tests ?? session.tip;
  const files = unwrap(await treeFiles(services.git, services.repository, tree));
  const code = unwrap(await files.texts([file])).get(file);
  if (code === undefined && test_cases.length > 0) {
    const lines = [`${file} is not there`];
    throw new ContractMissing({ type: 'contract_missing', data: { effect: id, document: 'test-contract', lines } });
  }
  return code ?? '';
}
