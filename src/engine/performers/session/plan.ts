import fs from 'node:fs';
import path from 'node:path';
import { plannerPrompt } from '../../../prompts/session/planner.ts';
import { completeTaskBreakdown } from '../../../schema/contracts/answers.ts';
import { wantedTaskBreakdown } from '../../../schema/contracts/wanted-answers.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { leadsInside } from '../../own-folders.ts';
import { readRegularFile } from '../../read-file.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { contractHeader, requireContract, writeContract } from './contracts.ts';
import type { SessionJob } from './job.ts';

const INSTRUCTIONS_LIMIT = 1024 * 1024;

/** The Planner divides the request, without knowing what is being explored; the second time it knows. */
export function plan(job: SessionJob): Promise<SessionEvent> {
  const { session, id } = job;
  const { request_id, original_request, corrections } = session;
  const explored = corrections === null ? null : requireContract(job, 'explored');
  return performAgentStep(job, {
    role: 'planner',
    template: 'session/planner',
    worktree: { commit: session.tip.commit, beside: true },
    prompt: ({ worktree }, template) =>
      plannerPrompt(
        {
          requestId: request_id,
          feedback: explored && { from: 'merge', lines: [] },
          projectPath: worktree.folder,
          claudeMd: instructionsOf(job),
          originalRequest: original_request,
          again: explored && { explored: explored.text, corrections: corrections ?? [] },
        },
        template,
      ),
    answer: wantedTaskBreakdown(),
    save: (done) => {
      const value = completeTaskBreakdown(requireAnswer(done), { ...contractHeader(job), original_request });
      writeContract(job, { name: 'task-breakdown', value });
      return { type: 'planned', data: { effect: id, calls: [done.call] } };
    },
  });
}

/** CLAUDE.md; AGENTS.md only where there is none. One may be a link to the other, but to nothing outside the project. */
function instructionsOf({ session, services }: SessionJob): string | null {
  const { claude_md, agents_md } = session.manifest;
  const name = claude_md ? 'CLAUDE.md' : agents_md ? 'AGENTS.md' : undefined;
  if (name === undefined) return null;
  const { root } = services.project;
  const file = path.join(root, name);
  if (!leadsInside(root, file)) return null;
  const read = readRegularFile(fs.realpathSync(file), { limit: INSTRUCTIONS_LIMIT, followLinks: false });
  return read.ok ? Buffer.from(read.value).toString('utf8') : null;
}
