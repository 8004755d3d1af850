import fs from 'node:fs';
import path from 'node:path';
import { codeExplorePrompt } from '../../../prompts/session/code-explore.ts';
import { completeExplored } from '../../../schema/contracts/answers.ts';
import { wantedExplored } from '../../../schema/contracts/wanted-answers.ts';
import type { OnNotice } from '../../../schema/notice.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { performAgentStep, requireAnswer } from '../agent-step.ts';
import { contractHeader, writeContract } from './contracts.ts';
import type { SessionJob } from './job.ts';

/** Code Explore looks at the project, beside the Planner. */
export function explore(job: SessionJob): Promise<SessionEvent> {
  const { session, services, id } = job;
  return performAgentStep(job, {
    role: 'code-explore',
    template: 'session/code-explore',
    worktree: { commit: session.tip.commit },
    prompt: ({ worktree }, template) =>
      codeExplorePrompt(
        {
          requestId: session.request_id,
          feedback: null,
          projectPath: worktree.folder,
          referenceProjects: services.references.filter((one) => isThere(one, services.onNotice)),
        },
        template,
      ),
    answer: wantedExplored(),
    save: (done) => {
      const { root } = services.project;
      const { claude_md, agents_md } = session.manifest;
      const project_manifest = {
        claude_md: claude_md ? path.join(root, 'CLAUDE.md') : null,
        agents_md: agents_md ? path.join(root, 'AGENTS.md') : null,
      };
      const value = completeExplored(requireAnswer(done), { ...contractHeader(job), project_manifest });
      writeContract(job, { name: 'explored', value });
      return { type: 'explored', data: { effect: id, calls: [done.call] } };
    },
  });
}

/** It was when the session began. */
function isThere(folder: string, onNotice: OnNotice): boolean {
  const isFolder = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) onNotice({ code: 'reference.gone', params: { folder } });
  return isFolder;
}
