import { clip } from '../../../base/clip.ts';
import { closestDecisions } from '../../../prompts/knowledge.ts';
import { architectPrompt } from '../../../prompts/session/architect.ts';
import { completeDesignContract } from '../../../schema/contracts/answers.ts';
import { wantedDesignContract } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { withTexts } from '../../../base/redact.ts';
import { projectPathsOf } from '../../project-paths.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { contractHeader, requireContract, writeContract } from './contracts.ts';
import type { JobFor } from './job.ts';
import { pastSessions, queryMemory, readProjectKnowledge } from './memory.ts';

const LONGEST_REASON = 400;

/** The Architect designs a task, once; again when the design itself is what stands in the way. */
export async function design(job: JobFor<'design'>): Promise<SessionEvent> {
  const { session, services, what, id } = job;
  const { task } = what;
  const brief = requireContract(job, 'design-brief', { task });
  const { patterns, decisions } = readProjectKnowledge(job);
  const memContext = await queryMemory(job, {
    role: 'architect',
    project: services.name,
    request: session.request_id,
    files: brief.value.file_refs.map((ref) => ref.path),
    sessions: pastSessions(job),
  });
  return performAgentStep(job, {
    role: 'architect',
    template: 'session/architect',
    worktree: { commit: session.tip.commit },
    prompt: (_, template) =>
      architectPrompt(
        {
          requestId: session.request_id,
          taskId: task,
          feedback: withTexts(session.tasks[task]?.feedback ?? null, projectPathsOf(services.project).inText),
          designBrief: brief.text,
          corrections: session.corrected ?? [],
          patterns,
          decisions: closestDecisions(decisions, {
            title: brief.value.task_name,
            text: brief.text,
            files: brief.value.file_refs.map((ref) => ref.path),
            domain: null,
          }),
          memContext,
        },
        template,
      ),
    answer: wantedDesignContract({ task_name: brief.value.task_name }),
    save: (done) => {
      const answer = requireAnswer(done);
      const value = completeDesignContract(answer, { ...contractHeader(job), task_id: task });
      writeContract(job, { name: 'design-contract', ids: { task }, value });
      const reasons = answer.reasons?.map((one) => ({ id: one.id, reason: clip(one.reason, LONGEST_REASON) }));
      return { type: 'designed', data: { effect: id, calls: [done.call], ...(reasons !== undefined && { reasons }) } };
    },
  });
}
