import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Handlers } from '../handler.ts';

type KnowledgeHandlers = Handlers<
  'knowledge.read' | 'knowledge.save' | 'knowledge.remove' | 'precedents.list' | 'precedents.revoke'
>;

export const knowledgeHandlers: KnowledgeHandlers = {
  'knowledge.read': async (context, { params }) => unwrap(await context.project(params.project).records.knowledge()),
  'knowledge.save': async (context, { params: { project, entry }, body: { kind, sha256, ...change } }) => {
    if ((kind === 'decision') !== entry.startsWith('D')) throwFailure('http.invalid', { part: 'body' });
    return { sha256: unwrap(await context.project(project).records.changeKnowledge({ entry, sha256, change })) };
  },
  'knowledge.remove': async (context, { params: { project, entry }, query: { sha256 } }) => ({
    sha256: unwrap(await context.project(project).records.changeKnowledge({ entry, sha256, change: null })),
  }),
  'precedents.list': async (context, { params }) => {
    const precedents = unwrap(await context.project(params.project).records.precedents());
    return precedents.map(({ run_id: run, crp, vcr }) => ({ run, crp, vcr, given_at: vcr.created_at }));
  },
  'precedents.revoke': async (context, { params: { project, run, vcr } }) => {
    unwrap(await context.project(project).records.revokePrecedent({ run, vcr }));
    return {};
  },
};
