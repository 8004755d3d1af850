import { createHash } from 'node:crypto';
import { throwFailure, unwrap } from '../../base/failure.ts';
import type { Failure } from '../../base/failure.ts';
import { canonicalJson } from '../../base/json.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import type { Trust } from '../../engine/door/options.ts';
import { proofFindingText } from '../../engine/door/event-verdicts.ts';
import type { QuestionItem } from '../../engine/door/questions.ts';
import type { Catalogue } from '../../i18n/catalogue.ts';
import { failureAnswer } from '../answer-failure.ts';
import type { Handlers, RequestContext } from '../handler.ts';

type ProjectHandlers = Handlers<
  | 'project.preview'
  | 'project.trust'
  | 'project.extend'
  | 'project.log'
  | 'project.searchLog'
  | 'questions.list'
  | 'questions.answer'
>;

const PAGE_BYTES = 256 * 1024;
const MOST_BYTES = 1024 * 1024;

export const projectHandlers: ProjectHandlers = {
  'project.preview': async (context, { params }) => {
    const project = context.project(params.project);
    const [agents, trust, ground, snapshot] = await Promise.all([
      project.listAgents(context.signal),
      project.readTrust(),
      project.records.ground(),
      project.snapshot(),
    ]);
    const listed = unwrap(agents);
    const shown = unwrap(trust);
    const say = (failure: Failure) => failureAnswer(failure, context.words).error;
    return {
      agents: listed.roles.map(({ role, choice, failure }) => ({
        role,
        backend: choice?.backend ?? null,
        model: choice !== null && 'model' in choice ? (choice.model ?? null) : null,
        failure: failure === null ? null : say(failure),
      })),
      programs: listed.backends.flatMap((one) =>
        one.kind === 'program'
          ? [{ backend: one.backend, state: one.state, version: one.version, is_signed_in: one.signed_in }]
          : [],
      ),
      sandbox: listed.sandbox,
      budget: { limit_usd: ground.budget_usd, spent_usd: snapshot.spent.cost_usd },
      trust: {
        is_trusted: shown.isTrusted,
        sha256: trustShown(shown),
        commands: [...shown.runnables, ...(shown.unconfined ?? [])],
      },
      branch: ground.branch,
      branches: ground.branches,
      tasks: ground.tasks,
      problems: ground.problems.map(say),
    };
  },
  'project.trust': async (context, { params, body }) => {
    await trust(context.project(params.project), body.sha256);
    return {};
  },
  'project.extend': async (context, { params, body: { named, minutes } }) => {
    const { agents } = unwrap(await context.project(params.project).extend({ named, byMs: minutes * 60_000 }));
    return [...agents];
  },
  'project.log': async (context, { params, query }) => {
    const { effect, from = '0', before, limit = String(PAGE_BYTES) } = query;
    const most = Math.min(Math.max(Number(limit), 1024), MOST_BYTES);
    const wanted = before === undefined ? { from: Number(from), limit: most } : { before: Number(before), limit: most };
    return unwrap(await context.project(params.project).agentLogs.page(effect, wanted));
  },
  'project.searchLog': async (context, { params, query: { effect, text, from = '0' } }) => {
    if (text === '') throwFailure('http.invalid', { part: 'query' });
    return unwrap(await context.project(params.project).agentLogs.search(effect, { text, from: Number(from) }));
  },
  'questions.list': async (context, { params }) => {
    const questions = unwrap(await context.project(params.project).questions());
    return questions.map(({ workflow, id, title, items, quotes, conductor }) => ({
      workflow,
      id,
      title,
      items: items.map((item) => questionItem(item, context.words)),
      quotes,
      conductor: conductorView(conductor),
    }));
  },
  'questions.answer': async (context, { params, body }) => {
    const project = context.project(params.project);
    const { id, open, conductor, workflow } = unwrap(await project.answer(params.question, body));
    if (conductor === null && open === 0)
      await goOn(context, project, workflow === 'auto' ? ['auto', '--resume'] : ['session', 'resume']);
    return { id, open, conductor: conductorView(conductor) };
  },
};

/** Of exactly what a person is shown. */
function trustShown({ runnables, unconfined, hashes }: Trust): string {
  return createHash('sha256').update(canonicalJson({ runnables, unconfined, hashes })).digest('hex');
}

/** Agrees to what was shown, if that is still what would be run. */
export async function trust(project: ProjectApi, sha256: string | undefined): Promise<void> {
  if (sha256 === undefined) return;
  const now = unwrap(await project.readTrust());
  if (trustShown(now) !== sha256) throwFailure('shown.changed', { what: 'trust' });
  unwrap(await project.giveTrust(now));
}

export function questionItem({ finding, ...item }: QuestionItem, words: Catalogue) {
  return { ...item, says: proofFindingText(finding, words) };
}

interface Holding {
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

export function conductorView(holder: Holding | null): Holding | null {
  return holder === null ? null : { pid: holder.pid, host: holder.host, since: holder.since };
}

/** Starts a process that goes on where nobody does. */
export async function goOn(
  { dashboard }: RequestContext,
  project: ProjectApi,
  args: readonly string[],
): Promise<boolean> {
  unwrap(await project.launch({ program: dashboard.options.program, args }));
  return true;
}
