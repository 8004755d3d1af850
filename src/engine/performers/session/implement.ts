import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { treeFiles } from '../../../evidence/gates/tree-files.ts';
import { implementerPrompt } from '../../../prompts/session/implementer.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { readProjectKnowledge, queryMemory, pastSessions } from './memory.ts';
import { commitWip, designFor, subtaskBrief, testsFor } from './subtask.ts';
import type { SubtaskJob } from './job.ts';

/** The Implementer makes the tests pass. Whether it did is not its to say. */
export async function implement(job: SubtaskJob): Promise<Result<SessionEvent, Failure>> {
  const { session, services, at, id } = job;
  const { subtask } = at;
  const found = designFor(job);
  if (!found.ok) return ok(found.missing);
  const { design: designed } = found.value;
  const tests = testsFor(job);
  if (!tests.ok) return ok(tests.missing);
  const tested = tests.value;
  const brief = subtaskBrief(job);
  if (!brief.ok) return ok(brief.missing);
  const begin = subtask.work ?? subtask.tests ?? session.tip;
  // As QA wrote it: an implementation that is gone on from may have changed it.
  const files = await treeFiles(services.git, services.repository, (subtask.tests ?? session.tip).tree);
  if (!files.ok) return files;
  const texts = await files.value.texts([tested.value.test_file_path]);
  if (!texts.ok) return texts;
  const testCode = texts.value.get(tested.value.test_file_path);
  if (testCode === undefined && tested.value.test_cases.length > 0) {
    const lines = [`${tested.value.test_file_path} is not there`];
    return ok({ type: 'contract_missing', data: { effect: id, document: 'test-contract', lines } });
  }
  const knowledge = readProjectKnowledge(job);
  if (!knowledge.ok) return knowledge;
  const memContext = await queryMemory(job, {
    role: 'implementer',
    project: services.name,
    request: session.request_id,
    subtask: subtask.name,
    retries: subtask.implementation_retries,
    files: designed.value.file_refs.map((ref) => ref.path),
    sessions: pastSessions(job),
  });
  const template = readTemplate(services.project, 'session/implementer');
  if (!template.ok) return template;
  const prompt = implementerPrompt(
    {
      ...brief.value,
      designContract: designed.text,
      testContract: tested.text,
      pitfalls: knowledge.value.pitfalls,
      testCode: testCode ?? '',
      memContext,
    },
    template.value,
  );
  if (!prompt.ok) return prompt;
  const room = await prepareAgentWorktree(job, { commit: begin.commit });
  if (!room.ok) return room;
  const { folder } = room.value.worktree;
  const called = await callSessionAgent<never>(job, { role: 'implementer', prompt: prompt.value, folder });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const work = await commitWip(job, room.value, 'implementation');
  if (!work.ok) return work;
  return ok({ type: 'implemented', data: { effect: id, calls: [called.value.call], work: work.value } });
}
