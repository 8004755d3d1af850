import path from 'node:path';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { plannerPrompt } from '../../../prompts/session/planner.ts';
import { completeTaskBreakdown, type TaskBreakdownAnswer } from '../../../schema/contracts/answers.ts';
import { wantedTaskBreakdown } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { readRegularFile } from '../../read-file.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { contractHeader, readContract, writeContract } from './contracts.ts';
import type { SessionJob } from './job.ts';

const INSTRUCTIONS_LIMIT = 1024 * 1024;

/** The Planner divides the request, without knowing what is being explored; the second time it knows. */
export async function plan(job: SessionJob): Promise<Result<SessionEvent, Failure>> {
  const { session, services, id } = job;
  const { request_id, original_request, corrections } = session;
  const explored = corrections === null ? undefined : readContract(job, 'explored');
  if (explored?.ok === false) return ok(explored.missing);
  const room = await prepareAgentWorktree(job, { commit: session.tip.commit, beside: true });
  if (!room.ok) return room;
  const { folder } = room.value.worktree;
  const template = readTemplate(services.project, 'session/planner');
  if (!template.ok) return template;
  const prompt = plannerPrompt(
    {
      requestId: request_id,
      feedback: explored === undefined ? null : { from: 'merge', lines: [] },
      projectPath: folder,
      claudeMd: instructionsOf(job),
      originalRequest: original_request,
      again: explored === undefined ? null : { explored: explored.value.text, corrections: corrections ?? [] },
    },
    template.value,
  );
  if (!prompt.ok) return prompt;
  const called = await callSessionAgent<TaskBreakdownAnswer>(job, {
    role: 'planner',
    prompt: prompt.value,
    folder,
    answer: wantedTaskBreakdown(),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { answer, call } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const value = completeTaskBreakdown(answer, { ...contractHeader(job), original_request });
  const written = writeContract(job, { name: 'task-breakdown', value });
  return written.ok ? ok({ type: 'planned', data: { effect: id, calls: [call] } }) : written;
}

/** CLAUDE.md; AGENTS.md only where there is none. */
function instructionsOf({ session, services }: SessionJob): string | null {
  const { claude_md, agents_md } = session.manifest;
  const name = claude_md ? 'CLAUDE.md' : agents_md ? 'AGENTS.md' : undefined;
  if (name === undefined) return null;
  const file = path.join(services.project.root, name);
  const read = readRegularFile(file, { limit: INSTRUCTIONS_LIMIT, followLinks: true });
  return read.ok ? Buffer.from(read.value).toString('utf8') : null;
}
