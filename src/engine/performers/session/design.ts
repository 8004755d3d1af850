import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { architectPrompt } from '../../../prompts/session/architect.ts';
import { completeDesignContract, type DesignContractAnswer } from '../../../schema/contracts/answers.ts';
import { wantedDesignContract } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { contractHeader, readContract, writeContract } from './contracts.ts';
import { readProjectKnowledge, queryMemory, pastSessions } from './memory.ts';
import type { JobFor } from './job.ts';

/** The Architect designs a task, once; again when the design itself is what stands in the way. */
export async function design(job: JobFor<'design'>): Promise<Result<SessionEvent, Failure>> {
  const { session, services, what, id } = job;
  const { task } = what;
  const brief = readContract(job, 'design-brief', { task });
  if (!brief.ok) return ok(brief.missing);
  const knowledge = readProjectKnowledge(job);
  if (!knowledge.ok) return knowledge;
  const memContext = await queryMemory(job, {
    role: 'architect',
    project: services.name,
    request: session.request_id,
    files: brief.value.value.file_refs.map((ref) => ref.path),
    sessions: pastSessions(job),
  });
  const template = readTemplate(services.project, 'session/architect');
  if (!template.ok) return template;
  const { patterns, decisions } = knowledge.value;
  const prompt = architectPrompt(
    {
      requestId: session.request_id,
      taskId: task,
      feedback: session.tasks[task]?.feedback ?? null,
      designBrief: brief.value.text,
      patterns,
      decisions,
      memContext,
    },
    template.value,
  );
  if (!prompt.ok) return prompt;
  const room = await prepareAgentWorktree(job, { commit: session.tip.commit });
  if (!room.ok) return room;
  const called = await callSessionAgent<DesignContractAnswer>(job, {
    role: 'architect',
    prompt: prompt.value,
    folder: room.value.worktree.folder,
    answer: wantedDesignContract({ task_name: brief.value.value.task_name }),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { answer, call } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const value = completeDesignContract(answer, { ...contractHeader(job), task_id: task });
  const written = writeContract(job, { name: 'design-contract', ids: { task }, value });
  return written.ok ? ok({ type: 'designed', data: { effect: id, calls: [call] } }) : written;
}
