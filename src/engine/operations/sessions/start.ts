import fs from 'node:fs';
import path from 'node:path';
import { fail, type Failure } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import { ok, type Result } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { saveRunOptions } from '../../../store/run-options.ts';
import { RETRY_LIMITS } from '../../../workflows/session/session-state.ts';
import { preflightRepository } from '../../preflight.ts';
import { type OpenSession, openSession, sessionPaths, type SessionContext } from '../../descriptors/session.ts';
import { LONGEST_BRIEFING } from '../../door/briefing.ts';
import { initProject } from '../init.ts';

const roles = ['code-explore', 'planner', 'architect', 'qa-engineer', 'implementer'] as const;

/** Begins a session: everything that could stop it is looked at first, while the person is still there. */
export async function startSession(request: string, tools: SessionContext): Promise<Result<OpenSession, Failure>> {
  const size = Buffer.byteLength(request);
  if (request.trim() === '') return fail('session.no_request', {});
  if (size > LONGEST_BRIEFING) return fail('briefing.too_large', { size, limit: LONGEST_BRIEFING });
  const effect = tools.env['ORCHESTRAL_EFFECT'];
  if (effect !== undefined) return fail('run.inside_agent', { effect });
  const ground = await preflightRepository(tools, { roles });
  if (!ground.ok) return ground;
  const begun = initProject(tools.project, { only: '.claude' });
  if (!begun.ok) return begun;
  const place = sessionPaths(tools);
  if (!place.ok) return place;
  const value = { ...tools.options, references: [...tools.references] };
  const wished = saveRunOptions(place.value.own, 'session', { disk: realDisk, value });
  if (!wished.ok) return wished;
  const opened = await openSession(tools);
  if (!opened.ok) return opened;
  const { branch, commit, tree } = ground.value;
  const { root } = tools.project;
  const data = {
    original_request: request.trim(),
    manifest: {
      claude_md: fs.existsSync(path.join(root, 'CLAUDE.md')),
      agents_md: fs.existsSync(path.join(root, 'AGENTS.md')),
    },
    branch,
    base: { commit, tree },
    limits: RETRY_LIMITS,
  };
  const started = await opened.value.store.commit((state) => {
    if (state.kind === 'session' && state.status === 'active')
      return fail('session.active', { request: state.request_id });
    const last = state.kind === 'session' ? state.request_id : 'R0';
    return ok([{ type: 'session_started', data: { ...data, request_id: nextRequest(place.value.folder, last) } }]);
  });
  if (started.ok) return opened;
  await opened.value.close();
  return started;
}

/** One more than the highest that has contracts, and than the last, which may not have come so far. */
function nextRequest(folder: string, last: string): string {
  const contracts = path.join(folder, 'contracts');
  const names = fs.existsSync(contracts) ? fs.readdirSync(contracts) : [];
  const numbers = [last, ...names].filter((name) => isId('request-id', name)).map((name) => Number(name.slice(1)));
  return `R${Math.max(...numbers) + 1}`;
}
