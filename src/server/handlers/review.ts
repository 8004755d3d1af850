import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { ProofDocument } from '../../schema/run/proof-document.ts';
import type { ServerParts } from '../dashboard.ts';
import type { Handlers, RequestContext } from '../handler.ts';
import { questionItem } from './project.ts';
import { afterRequest, known } from './runs.ts';

type ReviewHandlers = Handlers<
  | 'review.read'
  | 'review.comments'
  | 'review.saveComment'
  | 'review.deleteComment'
  | 'review.settleComment'
  | 'review.viewed'
  | 'review.markViewed'
  | 'review.approve'
  | 'review.reject'
  | 'review.previewRejection'
>;

export function reviewHandlers({ hub }: ServerParts): ReviewHandlers {
  /** Other windows of the person hear of what was noted in one. */
  const noted = (project: string, run: string) => hub.tell({ kind: 'comments', project, run });
  return {
    'review.read': async (context, { params }) => readReview(context, context.project(params.project), params.run),
    'review.comments': async (context, { params }) => {
      const project = context.project(params.project);
      return unwrap(await project.runs.reviews.comments(await known(project, params.run)));
    },
    'review.saveComment': async (context, { params: { project: id, run, comment }, body }) => {
      const project = context.project(id);
      if (body.last < body.first) throwFailure('http.invalid', { part: 'body' });
      const saved = unwrap(await project.runs.reviews.saveDraft(await known(project, run), { id: comment, ...body }));
      noted(id, run);
      return saved;
    },
    'review.deleteComment': async (context, { params: { project: id, run, comment } }) => {
      const project = context.project(id);
      unwrap(await project.runs.reviews.deleteDraft(await known(project, run), comment));
      noted(id, run);
      return {};
    },
    'review.settleComment': async (context, { params: { project: id, run, comment }, body }) => {
      const project = context.project(id);
      unwrap(await project.runs.reviews.settle(await known(project, run), comment, body.is_settled));
      noted(id, run);
      return {};
    },
    'review.viewed': async (context, { params }) => {
      const project = context.project(params.project);
      return unwrap(await project.runs.reviews.viewed(await known(project, params.run)));
    },
    'review.markViewed': async (context, { params: { project: id, run }, body }) => {
      const project = context.project(id);
      unwrap(await project.runs.reviews.markViewed(await known(project, run), body));
      noted(id, run);
      return {};
    },
    'review.approve': async (context, { params, body }) => {
      const project = context.project(params.project);
      const run = await known(project, params.run);
      return afterRequest(context, project, unwrap(await project.runs.approve(run, body)));
    },
    'review.reject': async (context, { params: { project: id, run }, body }) => {
      const project = context.project(id);
      const { iteration } = unwrap(await project.runs.view(run));
      const text = unwrap(await project.runs.reviews.rejectionText(run, body.reason, body.comments));
      const requested = unwrap(await project.runs.reject(run, text, body.commit));
      unwrap(await project.runs.reviews.markSent(run, body.comments, iteration));
      noted(id, run);
      return afterRequest(context, project, requested);
    },
    'review.previewRejection': async (context, { params, body }) => {
      const project = context.project(params.project);
      const run = await known(project, params.run);
      return { text: unwrap(await project.runs.reviews.rejectionText(run, body.reason, body.comments)) };
    },
  };
}

async function readReview({ words }: RequestContext, project: ProjectApi, id: string) {
  const view = unwrap(await project.runs.view(id));
  const pack = unwrap(await project.runs.review(id));
  const [summary, changes, compared, title, brief, proof] = await Promise.all([
    project.runs.summary(id),
    project.runs.changes(id, pack),
    project.runs.compare(id, { from: 'base', to: pack.commit }),
    project.runs.title(id),
    project.runs.document(id, 'refined'),
    project.runs.proof(id),
  ]);
  const { copy } = unwrap(changes);
  const { run_id, phase, commit, tree, base, branch, evidence, issues, findings, quotes, decisions } = pack;
  return {
    run_id,
    title,
    phase,
    can_decide: view.step === 'ready_for_merge',
    commit,
    tree,
    base,
    branch,
    round: view.iteration,
    max_rounds: view.max_iterations,
    summary: unwrap(summary),
    brief: brief.ok ? brief.value.text : null,
    evidence,
    proof,
    checks_hunks: view.running.some((effect) => effect.includes('/hunks#')),
    unproven: unprovenIn(proof),
    issues,
    findings,
    to_allow: pack.to_allow.map((item) => questionItem(item, words)),
    quotes,
    allowed: pack.allowed.map(({ code, key }) => ({ code, key })),
    decisions,
    refusal: view.refusal,
    changes: unwrap(compared),
    copy: copy === null ? null : { written: copy.written, deleted: copy.deleted, conflicts: copy.changedMeanwhile },
    tests:
      view.tests === null
        ? null
        : { passed: view.tests.passed, total: view.tests.total, coverage: view.tests.coverage },
  };
}

function unprovenIn(proof: ProofDocument | null) {
  const checked = proof?.hunks?.checked ?? [];
  return checked.flatMap(({ outcome, path, line, lines }) => (outcome === 'unnoticed' ? [{ path, line, lines }] : []));
}
