import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { ProposalView } from '../../schema/views/proposal-view.ts';
import type { Context, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { projectOf } from '../project.ts';
import { proposalLines } from '../report/proposal.ts';
import { jsonText } from '../terminal/visible.ts';

const names = ['status', 'sync'];

/** Published work: what became of it, as last read or as it is now. */
export const run: Run = async (context, { args: [word = 'status', named] }) => {
  if (!names.includes(word)) {
    const near = nearestOf(word, names);
    const suggestion = near === undefined ? null : `pull-request ${near}`;
    return throwFailure('usage.unknown_command', { command: `pull-request ${word}`, suggestion });
  }
  const project = projectOf(context);
  const published = (await publishedWork(project)).filter(({ id }) => isNamed(id, named));
  if (published.length === 0) return throwFailure('pull_request.none', { named: named ?? null });
  if (word === 'status') return status(context, published);
  return sync(context, project, published);
};

interface PublishedWork {
  readonly workflow: 'run' | 'session' | 'auto';
  readonly id: string;
  readonly pull_request: ProposalView;
}

/** The latest first; what is merged comes last. */
async function publishedWork(project: ProjectApi): Promise<PublishedWork[]> {
  const { runs } = await project.snapshot();
  const all = runs.map(
    ({ run_id: id, pull_request, updated_at }) => ({ workflow: 'run', id, pull_request, updated_at }) as const,
  );
  return all
    .flatMap((one) => (one.pull_request === null ? [] : [{ ...one, pull_request: one.pull_request }]))
    .toSorted(
      (a, b) =>
        Number(a.pull_request.state === 'merged') - Number(b.pull_request.state === 'merged') ||
        (a.updated_at < b.updated_at ? 1 : -1),
    );
}

function isNamed(id: string, named: string | undefined): boolean {
  return named === undefined || id === named || id === `run-${named}`;
}

function status(context: Context, published: readonly PublishedWork[]): ExitCode {
  const { flags, answer } = context;
  if (flags.json)
    answer(jsonText({ pull_requests: published.map(({ id, pull_request }) => ({ id, ...pull_request })) }));
  else
    answer(
      published
        .flatMap(({ id, pull_request }) => proposalLines(context, id, pull_request))
        .join('\n')
        .trimStart(),
    );
  return exit.done;
}

async function sync(context: Context, project: ProjectApi, [first]: readonly PublishedWork[]): Promise<ExitCode> {
  if (first === undefined) return exit.done;
  const { id, pull_request } = first;
  if (pull_request.state === 'merged') return status(context, [first]);
  unwrap(await project.checkSettings());
  const requested = unwrap(await project.runs.sync(id));
  return goOnWithRun(context, project, { requested, goesOn: context.words.pullRequest.goesOn });
}
