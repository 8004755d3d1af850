import { unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import { allWork } from '../../engine/door/work-outcome.ts';
import * as inputs from '../../schema/mcp/inputs.ts';
import * as outputs from '../../schema/mcp/outputs.ts';
import type { ShapeOf } from '../../schema/mcp/shape.ts';
import { tool } from '../tool.ts';
import { commandOf, jobAnswer, workAnswer } from '../work-answer.ts';

/** Of what is over, so many are shown. */
const LATEST = 3;
const MOST_WORK = 30;

export const status = tool({
  name: 'status',
  does: 'read',
  input: inputs.nothing,
  output: outputs.status,
  call: async (_, { session: { project, words } }) => {
    const [snapshot, budget_usd, trust, jobs, questions] = await Promise.all([
      project.snapshot(),
      project.records.budget(),
      project.readTrust(),
      project.jobs.list(),
      listQuestions(project),
    ]);
    const all = allWork(snapshot).toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1));
    const isOver = (state: string) => state === 'done' || state === 'stopped' || state === 'failed';
    const work = [
      ...jobs.filter(({ is_running }) => is_running).map((job) => jobAnswer(job, words)),
      ...all.filter(({ outcome }) => !isOver(outcome)).map((one) => workAnswer(one, words)),
      ...all
        .filter(({ outcome }) => isOver(outcome))
        .slice(0, LATEST)
        .map((one) => workAnswer(one, words)),
    ].slice(0, MOST_WORK);
    const { runs, sessions, auto, spent } = snapshot;
    const { path, is_prepared } = snapshot.project;
    const is_trusted = trust.ok && trust.value.isTrusted;
    const [first] = work;
    return {
      project: { path, is_prepared },
      work,
      counts: {
        runs: runs.length,
        sessions: sessions.length,
        tasks: auto?.order.length ?? 0,
        questions: questions.length,
      },
      spent,
      budget_usd,
      is_trusted,
      next: is_trusted ? (first?.next ?? words.mcp.idle) : words.mcp.untrusted,
    };
  },
});

const USUAL_PAGE = 20;

export const list = tool({
  name: 'list',
  does: 'read',
  input: inputs.listInput,
  output: outputs.listed,
  call: async ({ what, from = 0, limit = USUAL_PAGE }, { session: { project } }) => {
    const all = await lists[what](project);
    const items = await Promise.all(all.slice(from, from + limit).map(async (item) => item()));
    const next = from + items.length;
    return { total: all.length, items, next: items.length > 0 && next < all.length ? next : null };
  },
});

type Item = ShapeOf<typeof outputs.listed>['items'][number];
/** Made when its page is asked for. */
type Lazy = () => Item | Promise<Item>;

const lists: Record<
  'runs' | 'sessions' | 'tasks' | 'questions' | 'documents' | 'jobs',
  (project: ProjectApi) => Promise<readonly Lazy[]>
> = {
  runs: async (project) =>
    (await project.snapshot()).runs.map(({ run_id: id, step, updated_at }) => async () => ({
      id,
      title: await project.runs.title(id),
      state: step,
      at: updated_at,
    })),
  sessions: async (project) =>
    (await project.snapshot()).sessions.map(({ request_id, request, status: state, updated_at }) => () => ({
      id: request_id,
      title: request.slice(0, LONGEST_TITLE),
      state,
      at: updated_at,
    })),
  tasks: async (project) => {
    const { order, tasks } = unwrap(await project.auto.graph());
    return order.flatMap((id) => {
      const task = tasks[id];
      if (task === undefined) return [];
      return [() => ({ id, title: task.title.slice(0, LONGEST_TITLE), state: task.status, at: `phase ${task.phase}` })];
    });
  },
  questions: listQuestions,
  documents: async (project) =>
    (await project.documents.list()).map(({ path, name, revision }) => () => ({
      id: path,
      title: name,
      state: '',
      at: revision,
    })),
  jobs: async (project) =>
    (await project.jobs.list()).map(({ id, args, is_running, started_at }) => () => ({
      id,
      title: commandOf({ args }),
      state: is_running ? 'running' : 'ended',
      at: started_at,
    })),
};

const LONGEST_TITLE = 200;

async function listQuestions(project: ProjectApi): Promise<readonly Lazy[]> {
  const [{ runs }, found] = await Promise.all([project.snapshot(), project.questions()]);
  return [
    ...runs.flatMap(({ run_id, questions }) =>
      questions.map(({ crp_id, question, created_at }) => () => ({
        id: `${run_id}/${crp_id}`,
        title: question.slice(0, LONGEST_TITLE),
        state: 'pending',
        at: created_at,
      })),
    ),
    ...(found.ok ? found.value : []).map(({ id, title, workflow }) => () => ({
      id,
      title: title.slice(0, LONGEST_TITLE),
      state: 'pending',
      at: workflow,
    })),
  ];
}
