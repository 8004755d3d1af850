import fs from 'node:fs';
import path from 'node:path';
import type { Failure } from '../../../base/failure.ts';
import { ok, type Result } from '../../../base/result.ts';
import { codeExplorePrompt } from '../../../prompts/session/code-explore.ts';
import { completeExplored, type ExploredAnswer } from '../../../schema/contracts/answers.ts';
import { wantedExplored } from '../../../schema/contracts/wanted-answers.ts';
import type { OnNotice } from '../../../schema/notice.ts';
import type { SessionEvent } from '../../../workflows/session/events.ts';
import { readTemplate } from '../../prompt-templates.ts';
import { prepareAgentWorktree } from '../../work/checks.ts';
import { callSessionAgent } from './call.ts';
import { contractHeader, writeContract } from './contracts.ts';
import type { SessionJob } from './job.ts';

/** Code Explore looks at the project, beside the Planner. */
export async function explore(job: SessionJob): Promise<Result<SessionEvent, Failure>> {
  const { session, services, id } = job;
  const room = await prepareAgentWorktree(job, { commit: session.tip.commit });
  if (!room.ok) return room;
  const { folder } = room.value.worktree;
  const template = readTemplate(services.project, 'session/code-explore');
  if (!template.ok) return template;
  const brief = {
    requestId: session.request_id,
    feedback: null,
    projectPath: folder,
    referenceProjects: services.references.filter((one) => isThere(one, services.onNotice)),
  };
  const prompt = codeExplorePrompt(brief, template.value);
  if (!prompt.ok) return prompt;
  const called = await callSessionAgent<ExploredAnswer>(job, {
    role: 'code-explore',
    prompt: prompt.value,
    folder,
    answer: wantedExplored(),
  });
  if (!called.ok) return called;
  if (called.value.status === 'over') return ok(called.value.event);
  const { answer, call } = called.value;
  if (answer === undefined) throw new Error('answered without an answer');
  const { root } = services.project;
  const { claude_md, agents_md } = session.manifest;
  const project_manifest = {
    claude_md: claude_md ? path.join(root, 'CLAUDE.md') : null,
    agents_md: agents_md ? path.join(root, 'AGENTS.md') : null,
  };
  const value = completeExplored(answer, { ...contractHeader(job), project_manifest });
  const written = writeContract(job, { name: 'explored', value });
  return written.ok ? ok({ type: 'explored', data: { effect: id, calls: [call] } }) : written;
}

/** It was when the session began. */
function isThere(folder: string, onNotice: OnNotice): boolean {
  const isFolder = fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) onNotice({ code: 'reference.gone', params: { folder } });
  return isFolder;
}
