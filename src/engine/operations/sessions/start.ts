import path from 'node:path';
import { fail, throwFailure, unwrap } from '../../../base/failure.ts';
import { isId } from '../../../base/ids.ts';
import { ok } from '../../../base/result.ts';
import { realDisk } from '../../../files/disk.ts';
import { makeFolder } from '../../../files/folder.ts';
import { saveRunOptions } from '../../../store/run-options.ts';
import { RETRY_LIMITS } from '../../../workflows/session/session-state.ts';
import { closeOnFailure, requireOutsideAgent } from '../../conductor/open-workflow.ts';
import { type OpenSession, openSession, sessionPaths, type SessionContext } from '../../descriptors/session.ts';
import { LONGEST_BRIEFING } from '../../door/briefing.ts';
import { namesIn, onDisk } from '../../on-disk.ts';
import { claimPrivateFolder } from '../../claim-private-folder.ts';
import { preflightRepository } from '../../preflight.ts';
import { leadsInside } from '../../own-folders.ts';
import { initProject } from '../init.ts';

const roles = ['code-explore', 'planner', 'architect', 'qa-engineer', 'implementer'] as const;

export interface NewRequest {
  readonly request: string;
  /** `--allow-superseded` */
  readonly allowsSuperseded?: boolean;
}

/** Begins a session: everything that could stop it is looked at first, while the person is still there. */
export async function startSession(
  { request, allowsSuperseded = false }: NewRequest,
  tools: SessionContext,
): Promise<OpenSession> {
  const size = Buffer.byteLength(request);
  if (request.trim() === '') throwFailure('session.no_request', {});
  if (size > LONGEST_BRIEFING) throwFailure('briefing.too_large', { size, limit: LONGEST_BRIEFING });
  requireOutsideAgent(tools.env);
  const { branch, commit, tree } = await preflightRepository(tools, { roles });
  claimPrivateFolder(tools);
  initProject(tools.project, { only: '.claude' });
  const place = sessionPaths(tools);
  const value = { ...tools.options, references: [...tools.references] };
  unwrap(saveRunOptions(place.own, 'session', { disk: realDisk, value }));
  const contracts = path.join(place.folder, 'contracts');
  onDisk('mkdir', contracts, () => makeFolder(contracts));
  const opened = await openSession(tools);
  const { root } = tools.project;
  const data = {
    original_request: request.trim(),
    manifest: {
      claude_md: leadsInside(root, path.join(root, 'CLAUDE.md')),
      agents_md: leadsInside(root, path.join(root, 'AGENTS.md')),
    },
    branch,
    base: { commit, tree },
    limits: RETRY_LIMITS,
    ...(allowsSuperseded && { allows_superseded: true as const }),
  };
  return closeOnFailure(opened, async ({ store }) => {
    const started = await store.commit((state) => {
      if (state.kind === 'session' && state.status === 'active')
        return fail('session.active', { request: state.request_id });
      const last = state.kind === 'session' ? state.request_id : 'R0';
      return ok([{ type: 'session_started', data: { ...data, request_id: nextRequest(place.folder, last) } }]);
    });
    unwrap(started);
    return opened;
  });
}

/** One more than the highest that has contracts, and than the last, which may not have come so far. */
function nextRequest(folder: string, last: string): string {
  const names = namesIn(path.join(folder, 'contracts'));
  const numbers = [last, ...names].filter((name) => isId('request-id', name)).map((name) => Number(name.slice(1)));
  return `R${Math.max(...numbers) + 1}`;
}
