/**
 * Every route of the dashboard's API: what it is called by, its method and its path. No schema is loaded with this file, so
 * that a page can have it; `routes.ts` says what goes in and comes out of each.
 */
export const apiPaths = {
  'server.identify': 'POST /api/identify',
  'server.link': 'POST /api/links',
  'server.stop': 'POST /api/stop',
  'server.remote': 'POST /api/remote',
  'devices.list': 'GET /api/devices',
  'devices.revoke': 'DELETE /api/devices/:device',
  'session.open': 'POST /api/session',
  'session.read': 'GET /api/session',
  'session.close': 'DELETE /api/session',

  home: 'GET /api/home',
  'home.seen': 'POST /api/home/seen',
  projects: 'GET /api/projects',
  costs: 'GET /api/costs',
  fleet: 'GET /api/fleet',

  'project.preview': 'GET /api/projects/:project/preview',
  'project.trust': 'POST /api/projects/:project/trust',
  'project.extend': 'POST /api/projects/:project/extend',
  'project.log': 'GET /api/projects/:project/log',
  'project.searchLog': 'GET /api/projects/:project/log/search',
  'questions.list': 'GET /api/projects/:project/questions',
  'questions.answer': 'POST /api/projects/:project/questions/:question/answer',

  'runs.list': 'GET /api/projects/:project/runs',
  'runs.start': 'POST /api/projects/:project/runs',
  'runs.read': 'GET /api/projects/:project/runs/:run',
  'runs.stages': 'GET /api/projects/:project/runs/:run/stages',
  'runs.rounds': 'GET /api/projects/:project/runs/:run/rounds',
  'runs.diff': 'GET /api/projects/:project/runs/:run/diff',
  'runs.fileDiff': 'GET /api/projects/:project/runs/:run/diff/file',
  'runs.documents': 'GET /api/projects/:project/runs/:run/documents',
  'runs.document': 'GET /api/projects/:project/runs/:run/documents/:document',
  'runs.answer': 'POST /api/projects/:project/runs/:run/consultations/:crp/answer',
  'runs.resume': 'POST /api/projects/:project/runs/:run/resume',
  'runs.stop': 'POST /api/projects/:project/runs/:run/stop',
  'runs.base': 'GET /api/projects/:project/runs/:run/base',
  'runs.rebase': 'POST /api/projects/:project/runs/:run/rebase',
  'runs.rerun': 'POST /api/projects/:project/runs/:run/rerun',
  'runs.sync': 'POST /api/projects/:project/runs/:run/sync',
  'runs.apply': 'POST /api/projects/:project/runs/:run/apply',

  'review.read': 'GET /api/projects/:project/runs/:run/review',
  'review.comments': 'GET /api/projects/:project/runs/:run/comments',
  'review.saveComment': 'PUT /api/projects/:project/runs/:run/comments/:comment',
  'review.deleteComment': 'DELETE /api/projects/:project/runs/:run/comments/:comment',
  'review.settleComment': 'POST /api/projects/:project/runs/:run/comments/:comment/settle',
  'review.viewed': 'GET /api/projects/:project/runs/:run/viewed',
  'review.markViewed': 'PUT /api/projects/:project/runs/:run/viewed',
  'review.approve': 'POST /api/projects/:project/runs/:run/approve',
  'review.reject': 'POST /api/projects/:project/runs/:run/reject',
  'review.previewRejection': 'POST /api/projects/:project/runs/:run/reject/preview',

  'auto.read': 'GET /api/projects/:project/auto',
  'auto.forecast': 'GET /api/projects/:project/auto/forecast',
  'auto.attempts': 'GET /api/projects/:project/auto/attempts',
  'auto.task': 'GET /api/projects/:project/auto/tasks/:task',
  'auto.taskDiff': 'GET /api/projects/:project/auto/tasks/:task/diff',
  'auto.taskFileDiff': 'GET /api/projects/:project/auto/tasks/:task/diff/file',
  'auto.start': 'POST /api/projects/:project/auto/start',
  'auto.mark': 'POST /api/projects/:project/auto/tasks/mark',
  'auto.allow': 'POST /api/projects/:project/auto/phases/:phase/allow',
  'auto.stop': 'POST /api/projects/:project/auto/stop',
  'auto.sync': 'POST /api/projects/:project/auto/sync',
  'auto.apply': 'POST /api/projects/:project/auto/apply',
  'auto.rebase': 'POST /api/projects/:project/auto/rebase',

  'sessions.list': 'GET /api/projects/:project/sessions',
  'sessions.start': 'POST /api/projects/:project/sessions',
  'sessions.read': 'GET /api/projects/:project/sessions/:session',
  'sessions.steps': 'GET /api/projects/:project/sessions/:session/steps',
  'sessions.contract': 'GET /api/projects/:project/sessions/:session/contracts/:contract',
  'sessions.resume': 'POST /api/projects/:project/sessions/:session/resume',
  'sessions.stop': 'POST /api/projects/:project/sessions/:session/stop',
  'sessions.rebase': 'POST /api/projects/:project/sessions/:session/rebase',
  'sessions.rerun': 'POST /api/projects/:project/sessions/:session/rerun',
  'sessions.sync': 'POST /api/projects/:project/sessions/:session/sync',
  'sessions.deliver': 'POST /api/projects/:project/sessions/:session/deliver',

  'worktrees.list': 'GET /api/projects/:project/worktrees',
  'worktrees.clean': 'POST /api/projects/:project/worktrees/clean',

  'knowledge.read': 'GET /api/projects/:project/knowledge',
  'knowledge.save': 'PUT /api/projects/:project/knowledge/:entry',
  'knowledge.remove': 'DELETE /api/projects/:project/knowledge/:entry',
  'precedents.list': 'GET /api/projects/:project/precedents',
  'precedents.revoke': 'DELETE /api/projects/:project/precedents/:run/:vcr',

  'settings.read': 'GET /api/projects/:project/settings',
  'settings.save': 'PUT /api/projects/:project/settings/:setting',
} as const;

export type RouteName = keyof typeof apiPaths;

/** The one stream of events; see `event-stream.ts`. */
export const eventStreamPath = '/api/events';

/** The header that every change needs besides the cookie; its value is in the answer of `session.open` and `session.read`. */
export const csrfHeader = 'x-orchestral-csrf';
