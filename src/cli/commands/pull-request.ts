import { setTimeout as pause } from 'node:timers/promises';
import { throwFailure, unwrap } from '../../base/failure.ts';
import type { ProjectApi } from '../../engine/door/open-project.ts';
import { nearestOf } from '../../schema/nearest.ts';
import type { ProposalView } from '../../schema/views/proposal-view.ts';
import { secondsToNextLook } from '../../engine/door/proposal-view.ts';
import type { Context, Input, Run } from '../context.ts';
import { exit, type ExitCode } from '../exit.ts';
import { goOnWithRun } from '../live-view/run.ts';
import { conductSession } from '../live-view/session.ts';
import { projectOf } from '../project.ts';
import { proposalLines } from '../report/proposal.ts';
import { jsonText } from '../terminal/visible.ts';

const names = ['status', 'sync'];

/** Published work: what became of it, as last read or as it is now. */
export const run: Run = async (context, input) => {
  const [word = 'status', named] = input.args;
  if (!names.includes(word)) {
    const near = nearestOf(word, names);
    const suggestion = near === undefined ? null : `pull-request ${near}`;
    return throwFailure('usage.unknown_command', { command: `pull-request ${word}`, suggestion });
  }
  const project = projectOf(context);
  const published = (await publishedWork(project)).filter(({ id }) => isNamed(id, named));
  if (published.length === 0 && named !== undefined) return throwFailure('pull_request.none', { named });
  if (word === 'status' || published.length === 0) return status(context, published);
  return sync(context, input, { project, published });
};

interface PublishedWork {
  readonly workflow: 'run' | 'session' | 'auto';
  readonly id: string;
  readonly pull_request: ProposalView;
}

/** The latest first; what is merged comes last. */
async function publishedWork(project: ProjectApi): Promise<PublishedWork[]> {
  const { runs, sessions, auto } = await project.snapshot();
  const all = [
    ...runs.map((one) => ({ workflow: 'run', id: one.run_id, ...one }) as const),
    ...sessions.map((one) => ({ workflow: 'session', id: one.request_id, ...one }) as const),
    ...(auto === null ? [] : [{ workflow: 'auto', id: 'auto', ...auto } as const]),
  ].map(({ workflow, id, pull_request, updated_at }) => ({ workflow, id, pull_request, updated_at }));
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
  else if (published.length === 0) answer(context.words.pullRequest.nonePublished);
  else
    answer(
      published
        .flatMap(({ id, pull_request }) => proposalLines(context, id, pull_request))
        .join('\n')
        .trimStart(),
    );
  return exit.done;
}

interface Syncing {
  readonly project: ProjectApi;
  readonly published: readonly PublishedWork[];
}

/** Looks once, or until others have decided, or a person has to. */
async function sync(context: Context, input: Input, { project, published: [first] }: Syncing): Promise<ExitCode> {
  if (first === undefined) return exit.done;
  if (first.pull_request.state === 'merged') return status(context, [first]);
  unwrap(await project.checkSettings());
  for (let troubles = 0; ;) {
    const came = await syncOnce(context, input, { project, work: first });
    const now = (await publishedWork(project)).find(({ id }) => id === first.id)?.pull_request;
    const isOver = came !== exit.done || now === undefined || now.state !== 'open' || context.io.signal.aborted;
    if (!input.flags.has('follow') || isOver) return came;
    troubles = now.trouble === null ? 0 : troubles + 1;
    const seconds = secondsToNextLook(troubles, now.trouble?.seconds);
    context.tell(context.words.pullRequest.nextLook(seconds));
    await pause(seconds * 1000, undefined, { signal: context.io.signal }).catch(() => undefined);
    if (context.io.signal.aborted) return exit.interrupted;
  }
}

async function syncOnce(
  context: Context,
  input: Input,
  { project, work: { workflow, id } }: { readonly project: ProjectApi; readonly work: PublishedWork },
): Promise<ExitCode> {
  const { goesOn } = context.words.pullRequest;
  if (workflow === 'auto') return (await (await import('./auto/conduct.ts')).sync(context, input)) ?? exit.done;
  if (workflow === 'run') {
    const requested = unwrap(await project.runs.sync(id));
    return goOnWithRun(context, project, { requested, goesOn });
  }
  const { hash } = unwrap(await project.sessions.present('merge')).project;
  const { conductor } = unwrap(await project.sessions.sync(hash));
  if (conductor === null)
    return conductSession(context, project, { conductor: unwrap(await project.sessions.conduct(hash)), merges: false });
  context.tell(goesOn(id, conductor.pid));
  return exit.done;
}
